package io.tidemark.search;

import static io.tidemark.ceiling.Cause.HOST_CPU;
import static io.tidemark.ceiling.Cause.INCONCLUSIVE;
import static io.tidemark.ceiling.Cause.JOB_CPU;
import static io.tidemark.ceiling.Cause.JOB_GC;
import static io.tidemark.ceiling.Cause.JOB_SKEW;
import static io.tidemark.ceiling.Cause.NETWORK;
import static io.tidemark.ceiling.Cause.NONE_REACHED;
import static io.tidemark.ceiling.Cause.SOURCE;
import static io.tidemark.ceiling.Cause.TSDB_CPU;
import static io.tidemark.ceiling.Cause.TSDB_REJECTING;
import static io.tidemark.ceiling.Cause.TSDB_SLOTS;
import static io.tidemark.ceiling.Cause.TSDB_STORAGE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.CeilingResult;
import io.tidemark.search.CeilingPlan.By;
import io.tidemark.simulated.Behaviour;
import io.tidemark.simulated.SimulatedSetup;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Bottlenecks put there on purpose, in virtual time: the scenarios of GroundTruthIT, which has the
 * same ones with real parts.
 */
class GroundTruthTest {
  private static final Duration BUDGET = Duration.ofSeconds(45);
  private static final Duration TWENTY_MILLIS = Duration.ofMillis(20);
  private static final Duration FIFTY_MILLIS = Duration.ofMillis(50);
  private static final long THIN_BYTES_PER_SECOND = 4_000_000;

  /** Ten thousand samples take a database 12 ms of CPU time, as VictoriaMetrics 1.79. */
  private static final Behaviour ORDINARY =
      Behaviour.ofSlots(4, Duration.ZERO).withCpu(Duration.ofMillis(12), 2);

  private static final Behaviour NOTHING =
      Behaviour.ofSlots(1_000, Duration.ZERO).withCpu(Duration.ofNanos(100_000), 2);

  private static final Behaviour EIGHT_SLOTS = Behaviour.ofSlots(8, Duration.ofMillis(2));

  /**
   * @param slots interval that must hold the estimate's; null: any
   */
  record Scenario(
      String name, By by, SimulatedSetup setup, List<String> settings, List<Cause> expected) {
    static Scenario of(String name, SimulatedSetup setup, Cause expected, String... settings) {
      return new Scenario(name, By.IN_FLIGHT, setup, List.of(settings), List.of(expected));
    }

    Scenario by(By other) {
      return new Scenario(name, other, setup, settings, expected);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Scenario> scenarios() {
    return Stream.of(
        Scenario.of("one slot", SimulatedSetup.of(ORDINARY.withSlots(1)), TSDB_SLOTS),
        Scenario.of("unconstrained", SimulatedSetup.of(ORDINARY), TSDB_CPU),
        Scenario.of(
            "database and job on a core each",
            SimulatedSetup.of(ORDINARY.withSlots(2).withCpu(Duration.ofMillis(12), 1))
                .withJobCores(1),
            TSDB_CPU),
        Scenario.of(
            "database with half a core",
            SimulatedSetup.of(ORDINARY.withCpu(Duration.ofMillis(12), 0.5)),
            TSDB_CPU),
        Scenario.of("co-located as it comes", SimulatedSetup.of(ORDINARY), TSDB_CPU),
        Scenario.of(
            "job and database on the same core",
            SimulatedSetup.of(ORDINARY.withSlots(2).withCpu(Duration.ofMillis(12), 1))
                .withHostCores(1),
            HOST_CPU,
            "amplify.m=1"),
        Scenario.of(
            "null server, parallelism 1",
            SimulatedSetup.of(NOTHING.withMetricsStatus(404)),
            JOB_CPU,
            "parallelism=1"),
        Scenario.of(
            "the HTTP client's thread is the busiest",
            SimulatedSetup.of(NOTHING.withMetricsStatus(404)),
            JOB_CPU,
            "parallelism=1",
            "write.batch-samples=20"),
        Scenario.of(
            "a thin line",
            SimulatedSetup.of(ORDINARY.withNetwork(THIN_BYTES_PER_SECOND, Duration.ZERO)),
            NETWORK),
        Scenario.of(
            "a source with a rate",
            SimulatedSetup.of(ORDINARY),
            SOURCE,
            "source.datagen.rate=20000"),
        Scenario.of(
            "one hot key",
            SimulatedSetup.of(NOTHING.withMetricsStatus(404)).withHotKey(),
            JOB_SKEW,
            "amplify.m=1"),
        Scenario.of(
            "a heap far too small",
            SimulatedSetup.of(NOTHING.withMetricsStatus(404)).withGcShare(0.4),
            JOB_GC),
        Scenario.of(
            "429 for every tenth",
            SimulatedSetup.of(ORDINARY.withRejects(0.1, 429)),
            TSDB_REJECTING),
        Scenario.of(
            "503 for every tenth",
            SimulatedSetup.of(ORDINARY.withRejects(0.1, 503)),
            TSDB_REJECTING),
        Scenario.of("read-only", SimulatedSetup.of(ORDINARY.withReadOnly(true)), TSDB_STORAGE),
        Scenario.of(
            "metrics forbidden", SimulatedSetup.of(ORDINARY.withMetricsStatus(403)), INCONCLUSIVE),
        Scenario.of(
                "nothing is full",
                SimulatedSetup.of(ORDINARY),
                NONE_REACHED,
                "source.datagen.rate=500")
            .by(By.M),
        Scenario.of(
            "a cluster whose storage is slow",
            SimulatedSetup.of(EIGHT_SLOTS.withStorageTime(TWENTY_MILLIS)),
            TSDB_STORAGE),
        Scenario.of(
            "two vminserts, one slow storage each",
            SimulatedSetup.of(
                EIGHT_SLOTS.withStorageTime(TWENTY_MILLIS),
                EIGHT_SLOTS.withStorageTime(TWENTY_MILLIS)),
            TSDB_STORAGE),
        Scenario.of(
            "a simulated database with four slots",
            SimulatedSetup.of(Behaviour.ofSlots(4, FIFTY_MILLIS)),
            TSDB_SLOTS),
        Scenario.of(
            "a simulated database with half a core",
            SimulatedSetup.of(EIGHT_SLOTS.withCpu(TWENTY_MILLIS, 0.5)),
            TSDB_CPU));
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void namesTheBottleneck(Scenario scenario) {
    var search =
        new SimulatedSearch(
            scenario.setup(), scenario.by(), BUDGET, scenario.settings().toArray(String[]::new));
    CeilingResult result = search.run();
    System.out.println(
        "=== "
            + scenario
            + ": "
            + result.cause()
            + " "
            + result.confidence()
            + " "
            + result.sentence()
            + " slots "
            + result.slots());
    search.said.forEach(s -> System.out.println("    " + s));
    assertThat(result.cause()).as(result.sentence()).isIn(scenario.expected());
  }
}
