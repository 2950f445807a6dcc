package io.tidemark.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.result.Probabilities;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.Load;
import io.tidemark.measure.ObservationLog;
import io.tidemark.measure.SystemUnderTest;
import io.tidemark.measure.Window;
import io.tidemark.simulated.Behaviour;
import io.tidemark.simulated.SimulatedSetup;
import io.tidemark.simulated.SimulatedSystem;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * What Tidemark was made for: the database's CPU is at 30 %, all of its insert slots are taken, and
 * an answer takes 7 to 9 s. In virtual time.
 */
class MainCaseTest {
  private static final Duration WINDOW = Duration.ofSeconds(10);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final int CORES = 8;
  private static final int IN_FLIGHT = 64;

  /** Sixteen slots, each held for 2 s: 64 in flight take 8 s. Of those 2 s 0.3 s are CPU. */
  private static final Behaviour DATABASE =
      Behaviour.ofSlots(2 * CORES, Duration.ofMillis(1_700)).withCpu(Duration.ofMillis(300), CORES);

  @Test
  void aWatchNamesTheInsertSlotsWithinAMinute() {
    var system = new SimulatedSystem(SimulatedSetup.of(DATABASE).withHostCores(4).apart());
    JobConfig config =
        ConfigLoader.load(
                Optional.empty(),
                List.of(
                    "target.urls=[http://127.0.0.1:1]",
                    "parallelism=2",
                    "amplify.m=12",
                    "write.in-flight=" + IN_FLIGHT,
                    "source.datagen.start=2026-01-01T00:00:00Z"))
            .config();
    try (var job = system.start(config)) {
      var named = new ArrayList<Cause>();
      Judgement judgement = null;
      for (Duration watched = WINDOW;
          watched.compareTo(MINUTE) <= 0;
          watched = watched.plus(WINDOW)) {
        job.observe(WINDOW);
        judgement = judged(system, job);
        named.add(judgement.cause());
      }

      assertThat(judgement.window().requests().meanMillis()).isBetween(7_000.0, 9_000.0);
      assertThat(judgement.window().database().cpuShare()).isBetween(0.25, 0.35);
      assertThat(named).as(judgement.sentence()).containsOnly(Cause.TSDB_SLOTS);
      assertThat(judgement.advice().get(0)).contains("insert slots from 16 to 32");
    }
  }

  private static Judgement judged(SimulatedSystem system, SystemUnderTest.Job job) {
    Window last = last(job);
    return Judgement.of(
        Instant.ofEpochMilli(system.time().millis()),
        "job",
        last,
        system.capabilities(),
        new WatchedProbabilities.Told(Probabilities.untold("not asked"), last),
        null);
  }

  private static Window last(SystemUnderTest.Job job) {
    ObservationLog log = job.observe(Duration.ZERO);
    long end = log.completeUntilMillis();
    return log.window(
        new Load(IN_FLIGHT, 12, 1, 10_000, 2, 0), end - WINDOW.toMillis(), end, 0, List.of());
  }
}
