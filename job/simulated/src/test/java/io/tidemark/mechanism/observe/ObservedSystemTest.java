package io.tidemark.mechanism.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.Load;
import io.tidemark.measure.ObservationLog;
import io.tidemark.measure.Window;
import io.tidemark.mechanism.lab.Parameter;
import io.tidemark.mechanism.lab.Setup;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** That what is reported is what happens. */
class ObservedSystemTest {
  private static final Setup SETUP =
      Setup.of("any")
          .with(Parameter.TASK_MANAGERS, 2)
          .with(Parameter.PARALLELISM, 4)
          .with(Parameter.NODES, 2)
          .with(Parameter.DATABASE_CPUS, 2)
          .with(Parameter.SLOTS, 3)
          .with(Parameter.SERVICE_CV, 0.5);

  private static JobConfig config(Setup setup) {
    return ConfigLoader.load(Optional.empty(), ObservedSystem.settings(setup)).config();
  }

  @Test
  void aWindowHasWhatTwoProcessesAndTwoNodesReport() {
    var system = new ObservedSystem(SETUP, 1);
    try (var job = system.start(config(SETUP))) {
      ObservationLog log = job.observe(Duration.ofSeconds(30));
      long end = log.completeUntilMillis();
      Window window =
          log.window(new Load(16, 12, 1, 10_000, 4, 0), end - 20_000, end, 0, List.of());

      assertThat(window.invalid()).isEmpty();
      assertThat(window.inFlight().bound()).isEqualTo(16);
      assertThat(window.inFlight().mean()).isCloseTo(16, within(0.2));
      assertThat(Math.abs(window.inFlight().littleError())).isLessThan(0.03);
      assertThat(window.job().processes()).isEqualTo(2);
      assertThat(window.database().busiest().nodes()).isEqualTo(2);
      assertThat(window.database().slots()).isEqualTo(6);
      assertThat(window.database().cpuShare()).isBetween(0.8, 1.05);
      assertThat(window.throughput().samplesPerSecond())
          .isCloseTo(window.database().rowsPerSecond(), within(3e5));
      assertThat(window.task("write").busy()).isGreaterThan(0.9);
    }
  }

  /** A process whose writers had no permit would hold up the others as well. */
  @Test
  void aBoundBelowOneForEachWriterTakesAnotherJob() {
    var system = new ObservedSystem(SETUP, 1);
    try (var job = system.start(config(SETUP))) {
      assertThat(job.bound(3)).isFalse();
      assertThat(job.bound(4)).isTrue();
      long before = job.observe(Duration.ofSeconds(2)).samples();
      assertThat(job.observe(Duration.ofSeconds(2)).samples()).isGreaterThan(before);
    }
  }
}
