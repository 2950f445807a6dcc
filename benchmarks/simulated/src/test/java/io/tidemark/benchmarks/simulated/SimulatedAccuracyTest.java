package io.tidemark.benchmarks.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.benchmarks.simulated.Said.Mode;
import io.tidemark.ceiling.Cause;
import io.tidemark.mechanism.lab.Knob;
import io.tidemark.mechanism.lab.Parameter;
import io.tidemark.mechanism.lab.Setup;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * That rules can be asked about the second simulator, and read of it what is there. How often they
 * are right is a finding, and no test's to say.
 */
@Tag("seconds")
class SimulatedAccuracyTest {
  /** One of few cores and nothing else: who can't name that reads nothing. */
  private static final Setup FEW_CORES =
      Setup.of("few cores")
          .with(Parameter.DATABASE_CPUS, 1)
          .with(Parameter.SLOTS, 8)
          .with(Parameter.SERVICE_CV, 0.2);

  private static final Judged JUDGED = SimulatedAccuracy.judge("one", FEW_CORES, 1);

  @Test
  void aSearchAndAWatchSeeAFullCpu() {
    assertThat(JUDGED.right()).containsExactly(Knob.DATABASE_CPU);
    assertThat(JUDGED.said().get(Mode.SEARCH).cause()).isEqualTo(Cause.TSDB_CPU);
    assertThat(JUDGED.said().get(Mode.WATCH).cause()).isEqualTo(Cause.TSDB_CPU);
    assertThat(JUDGED.said().get(Mode.SEARCH).use()).isNotEmpty();
  }

  @Test
  void theSameSeedGivesTheSameAgain() {
    assertThat(SimulatedAccuracy.judge("one", FEW_CORES, 1)).isEqualTo(JUDGED);
  }
}
