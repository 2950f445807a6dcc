package io.tidemark.search;

import static io.tidemark.ceiling.Cause.HOST_CPU;
import static io.tidemark.ceiling.Cause.INCONCLUSIVE;
import static io.tidemark.ceiling.Cause.JOB_CPU;
import static io.tidemark.ceiling.Cause.JOB_GC;
import static io.tidemark.ceiling.Cause.JOB_IN_FLIGHT;
import static io.tidemark.ceiling.Cause.JOB_SKEW;
import static io.tidemark.ceiling.Cause.NETWORK;
import static io.tidemark.ceiling.Cause.NONE_REACHED;
import static io.tidemark.ceiling.Cause.REQUESTS_FAIL;
import static io.tidemark.ceiling.Cause.SOURCE;
import static io.tidemark.ceiling.Cause.TSDB_CPU;
import static io.tidemark.ceiling.Cause.TSDB_MEMORY;
import static io.tidemark.ceiling.Cause.TSDB_REJECTING;
import static io.tidemark.ceiling.Cause.TSDB_SLOTS;
import static io.tidemark.ceiling.Cause.TSDB_STORAGE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.Verdict;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.measure.Window;
import io.tidemark.search.CeilingPlan.By;
import io.tidemark.simulated.Behaviour;
import io.tidemark.simulated.SimulatedSetup;
import io.tidemark.simulated.Surroundings;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Bottlenecks put there on purpose, in virtual time: the scenarios of GroundTruthIT, which has the
 * same ones with real parts. Ceilings follow from the costs: ten thousand samples to a request, 12
 * ms of the database's CPU each, 1.2 µs a sample; of the job's 0.8 µs for a source sample and 0.12
 * µs for each copy.
 */
class GroundTruthTest {
  private static final Duration BUDGET = Duration.ofSeconds(45);
  private static final Duration TWENTY_MILLIS = Duration.ofMillis(20);
  private static final Duration FIFTY_MILLIS = Duration.ofMillis(50);
  private static final long THIN_BYTES_PER_SECOND = 4_000_000;

  /** Ten thousand samples take a database 12 ms of CPU time, as VictoriaMetrics 1.79. */
  private static final Behaviour ORDINARY =
      Behaviour.ofSlots(4, Duration.ZERO).withCpu(Duration.ofMillis(12), 2);

  private static final Behaviour NULL_SERVER =
      Behaviour.ofSlots(1_000, Duration.ZERO)
          .withCpu(Duration.ofNanos(100_000), 2)
          .withMetricsStatus(404);

  private static final Behaviour EIGHT_SLOTS = Behaviour.ofSlots(8, Duration.ofMillis(2));
  private static final Behaviour SLOW_STORAGE = EIGHT_SLOTS.withStorageTime(TWENTY_MILLIS);

  /**
   * What must be in a result.
   *
   * @param name for the message
   */
  record Bound(String name, Function<CeilingResult, Double> value, double least, double most) {
    boolean holds(CeilingResult result) {
      Double found = value.apply(result);
      return found != null && found >= least && found <= most;
    }

    @Override
    public String toString() {
      return "%s in [%s, %s]".formatted(name, least, most);
    }
  }

  record Scenario(
      String name,
      By by,
      SimulatedSetup setup,
      List<String> settings,
      Cause cause,
      List<Bound> bounds) {
    static Scenario of(String name, SimulatedSetup setup, Cause cause, String... settings) {
      return new Scenario(name, By.IN_FLIGHT, setup, List.of(settings), cause, List.of());
    }

    Scenario by(By other) {
      return new Scenario(name, other, setup, settings, cause, bounds);
    }

    /** In samples per second, to within 6 %. */
    Scenario ceiling(double truth) {
      return with("ceiling", CeilingResult::ceilingSamplesPerSecond, 0.94 * truth, 1.06 * truth);
    }

    /** The interval of the estimate holds so many, and no neighbour. */
    Scenario slots(int truth) {
      return with("low", result -> result.slots().low(), truth - 1, truth)
          .with("high", result -> result.slots().high(), truth, truth + 0.99);
    }

    Scenario slotsLimitedByCpu() {
      return with("cpu", result -> result.slots().limitedBy().equals("cpu") ? 1.0 : 0, 1, 1);
    }

    private Scenario with(
        String what, Function<CeilingResult, Double> value, double least, double most) {
      var all = Stream.concat(bounds.stream(), Stream.of(new Bound(what, value, least, most)));
      return new Scenario(name, by, setup, settings, cause, all.toList());
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Scenario> scenarios() {
    return Stream.of(
        Scenario.of("one slot", of(ORDINARY.withSlots(1)), TSDB_SLOTS).slots(1).ceiling(833e3),
        // The job takes 0.2 µs of each sample's 1.4 µs on the two cores.
        Scenario.of("unconstrained", of(ORDINARY), TSDB_CPU)
            .ceiling(2 / 1.41e-6)
            .slotsLimitedByCpu(),
        Scenario.of("database and job on a core each", of(oneCore()).withJobCores(1), TSDB_CPU)
            .ceiling(833e3),
        Scenario.of("database with half a core", of(cores(0.5)), TSDB_CPU).ceiling(417e3),
        Scenario.of("a database that takes half a host", of(cores(1)).apart(), TSDB_CPU)
            .ceiling(833e3),
        Scenario.of(
                "job and database on the same core",
                of(oneCore()).withHostCores(1),
                HOST_CPU,
                "amplify.m=1")
            .ceiling(1 / 2.14e-6),
        Scenario.of(
                "job and database in one container with a core of four",
                of(oneCore()).withHostCores(1).withSurroundings(Surroundings.NONE.inQuotaOn(4)),
                HOST_CPU,
                "amplify.m=1")
            .ceiling(1 / 2.14e-6),
        // 50 ms in a slot, of which half of the time nothing moves.
        Scenario.of(
                "a simulated database short of memory",
                of(Behaviour.ofSlots(4, FIFTY_MILLIS).withMemoryStalled(0.5)),
                TSDB_MEMORY)
            .ceiling(400e3),
        Scenario.of("a job with half a core", of(NULL_SERVER).withJobCores(0.5), JOB_CPU),
        Scenario.of("null server, parallelism 1", of(NULL_SERVER), JOB_CPU, "parallelism=1"),
        // A call takes the client's thread 0.2 ms.
        Scenario.of(
                "the HTTP client's thread is the busiest",
                of(NULL_SERVER),
                JOB_CPU,
                "parallelism=1",
                "write.batch-samples=20")
            .ceiling(20 / 200e-6),
        // Of 50 bytes a sample.
        Scenario.of(
                "a thin line",
                of(ORDINARY.withNetwork(THIN_BYTES_PER_SECOND, Duration.ZERO)),
                NETWORK)
            .ceiling(THIN_BYTES_PER_SECOND / 50.0),
        Scenario.of("a source with a rate", of(ORDINARY), SOURCE, "source.datagen.rate=20000")
            .ceiling(12 * 20_000),
        Scenario.of("one hot key", of(NULL_SERVER).withHotKey(), JOB_SKEW, "amplify.m=1")
            .ceiling(1 / 0.8e-6),
        Scenario.of("a heap far too small", of(NULL_SERVER).withGcShare(0.84), JOB_GC),
        Scenario.of("429 for every tenth", of(ORDINARY.withRejects(0.1, 429)), TSDB_REJECTING),
        // Nothing but their status says that it is the database; so it may be a backend that is
        // gone.
        Scenario.of("503 for every second", of(ORDINARY.withRejects(0.5, 503)), REQUESTS_FAIL),
        Scenario.of("read-only", of(ORDINARY.withReadOnly(true)), TSDB_STORAGE),
        Scenario.of("metrics forbidden", of(ORDINARY.withMetricsStatus(403)), INCONCLUSIVE)
            .ceiling(2 / 1.41e-6),
        Scenario.of("nothing is full", of(ORDINARY), NONE_REACHED, "source.datagen.rate=500")
            .by(By.M),
        Scenario.of("a cluster whose storage is slow", of(SLOW_STORAGE), TSDB_STORAGE)
            .ceiling(500e3),
        Scenario.of(
                "two vminserts, one slow storage each",
                of(SLOW_STORAGE, SLOW_STORAGE),
                TSDB_STORAGE)
            .ceiling(2 * 500e3),
        Scenario.of(
                "a simulated database with four slots",
                of(Behaviour.ofSlots(4, FIFTY_MILLIS)),
                TSDB_SLOTS)
            .slots(4)
            .ceiling(800e3),
        Scenario.of(
                "a simulated database with half a core",
                of(EIGHT_SLOTS.withCpu(TWENTY_MILLIS, 0.5)),
                TSDB_CPU)
            .ceiling(250e3));
  }

  private static SimulatedSetup of(Behaviour... databases) {
    return SimulatedSetup.of(databases);
  }

  private static Behaviour cores(double cores) {
    return ORDINARY.withCpu(Duration.ofMillis(12), cores);
  }

  /** Slots follow the cores. */
  private static Behaviour oneCore() {
    return cores(1).withSlots(2);
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void namesTheBottleneck(Scenario scenario) {
    String[] settings = scenario.settings().toArray(String[]::new);
    var search = new SimulatedSearch(scenario.setup(), scenario.by(), BUDGET, settings);

    CeilingResult result = search.run();

    assertThat(result.cause())
        .as("%s%n%s", result.sentence(), search.said)
        .isEqualTo(scenario.cause());
    assertThat(scenario.bounds()).as("%s", result).allMatch(bound -> bound.holds(result));
  }

  /** The one of a job that someone else runs: no search, a window of it. */
  @Test
  void oneRequestInFlightOverALongLineIsTheJobsBound() {
    var search =
        new SimulatedSearch(
            of(ORDINARY.withNetwork(0, FIFTY_MILLIS)), By.IN_FLIGHT, BUDGET, "write.in-flight=1");
    Window window = search.watched();
    Verdict verdict = search.judged(window);

    assertThat(window.invalid()).isEmpty();
    assertThat(verdict.cause()).as("%s", verdict).isEqualTo(JOB_IN_FLIGHT);
    assertThat(window.throughput().samplesPerSecond())
        .isBetween(0.94 * 10_000 / 0.062, 1.06 * 10_000 / 0.062);
  }
}
