package io.tidemark.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.JobConfig;
import io.tidemark.measure.Load;
import io.tidemark.measure.ObservationLog;
import io.tidemark.measure.Window;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What production code reads from a simulation is what its costs say. */
class SimulatedSystemTest {
  private static final Duration TEN_MILLIS = Duration.ofMillis(10);

  private static JobConfig config(String... settings) {
    List<String> all =
        Stream.concat(
                Stream.of("target.urls=[http://127.0.0.1:1]", "parallelism=2", "amplify.m=10"),
                Stream.of(settings))
            .toList();
    return ConfigLoader.load(Optional.empty(), all).config();
  }

  private static Window window(SimulatedSystem system, JobConfig config) {
    try (var job = system.start(config)) {
      ObservationLog log = job.observe(Duration.ofSeconds(12));
      long end = log.completeUntilMillis();
      var load =
          new Load(
              config.write().inFlight(),
              10,
              1,
              config.write().batchSamples(),
              config.parallelism(),
              0);
      return log.window(load, end - 10_000, end, 0, List.of());
    }
  }

  private static Window window(SimulatedSetup setup, String... settings) {
    return window(new SimulatedSystem(setup.withNoise(0)), config(settings));
  }

  /** Four slots of 10 ms; a call takes the client 0.2 ms before, one after the other. */
  @ParameterizedTest
  @CsvSource({"1, 0.98, 10.2", "2, 1.96, 10.2", "16, 4, 40"})
  void slotsBoundThroughputAndQueueingAddsToLatency(int inFlight, double slots, double millis) {
    Window window =
        window(
            SimulatedSetup.of(Behaviour.ofSlots(4, TEN_MILLIS)).withHostCores(8).withJobCores(8),
            "write.in-flight=" + inFlight);

    assertThat(window.throughput().callsPerSecond()).isCloseTo(100 * slots, within(2.0));
    assertThat(window.requests().meanMillis()).isCloseTo(millis, within(0.03 * millis));
    assertThat(window.inFlight().mean()).isCloseTo(inFlight, within(0.05 * inFlight));
    assertThat(window.inFlight().littleError()).isCloseTo(0, within(0.01));
    assertThat(window.database().slotsInUse()).isBetween(0.9 * slots, 4.0);
    assertThat(window.invalid()).isEmpty();
  }

  /** A request of 10,000 samples takes 10 ms of CPU; the job's 10,000 copies 2.1 ms. */
  @Test
  void jobAndDatabaseShareTheirHost() {
    Window window =
        window(
            SimulatedSetup.of(Behaviour.ofSlots(8, Duration.ZERO).withCpu(TEN_MILLIS, 2)),
            "write.in-flight=16");

    double perBatch = 10 + 0.8 + 1.2 + 0.03 + 0.2;
    assertThat(window.host().busyCores()).isCloseTo(2, within(0.02));
    assertThat(window.throughput().callsPerSecond()).isCloseTo(2_000 / perBatch, within(3.0));
    assertThat(window.database().cpuCoresUsed()).isCloseTo(2 * 10 / perBatch, within(0.05));
    assertThat(window.job().cpuCores()).isCloseTo(2 * (perBatch - 10) / perBatch, within(0.05));
  }

  @Test
  void whatADatabaseMayUseOfAHostIsItsLimit() {
    Window window =
        window(
            SimulatedSetup.of(Behaviour.ofSlots(8, Duration.ZERO).withCpu(TEN_MILLIS, 0.5)),
            "write.in-flight=8");

    assertThat(window.database().cpuCoresUsed()).isCloseTo(0.5, within(0.01));
    assertThat(window.database().cores()).isEqualTo(0.5);
    assertThat(window.throughput().callsPerSecond()).isCloseTo(50, within(1.0));
  }

  /** Half a megabyte each at 5 MB/s. */
  @Test
  void aThinLineShowsInTheBytesThatNobodyTook() {
    Window window =
        window(
            SimulatedSetup.of(
                Behaviour.ofSlots(8, Duration.ofMillis(1)).withNetwork(5_000_000, Duration.ZERO)),
            "write.in-flight=4");

    assertThat(window.throughput().callsPerSecond()).isCloseTo(10, within(0.3));
    assertThat(window.inFlight().unacknowledgedShare()).isGreaterThan(0.9);
  }

  /** Also where its far end is far away, and nobody on the way takes in whole bodies. */
  @Test
  void aThinLineShowsBehindARoundTrip() {
    var far = new Surroundings.Gateway(0, false, Duration.ofMillis(50));
    Window window =
        window(
            SimulatedSetup.of(
                    Behaviour.ofSlots(8, Duration.ofMillis(1))
                        .withNetwork(5_000_000, Duration.ZERO))
                .withSurroundings(Surroundings.NONE.with(far)),
            "write.in-flight=4");

    assertThat(window.inFlight().unacknowledgedShare()).isGreaterThan(0.7);
  }

  /** Where nothing is slow, what is held up is the amplifier, at 0.12 µs a copy. */
  @Test
  void flinkSeesWhatEachTaskDoesWithItsTime() {
    Window job =
        window(
            SimulatedSetup.of(Behaviour.ofSlots(1_000, Duration.ZERO))
                .withHostCores(8)
                .withJobCores(8),
            "parallelism=1",
            "write.in-flight=16");
    assertThat(job.task("amplify").busy()).isGreaterThan(0.98);
    assertThat(job.task("amplify").cpuCoresMax()).isGreaterThan(0.98);
    assertThat(job.task("write").idle()).isGreaterThan(0.5);
    assertThat(job.inFlight().permitWaitShare()).isLessThan(0.02);

    Window database =
        window(
            SimulatedSetup.of(Behaviour.ofSlots(1, Duration.ofMillis(100))), "write.in-flight=4");
    assertThat(database.task("write").busy()).isGreaterThan(0.95);
    assertThat(database.task("write").cpuCores()).isLessThan(0.02);
    assertThat(database.task("amplify").backpressured()).isGreaterThan(0.95);
    assertThat(database.task("source").backpressured()).isGreaterThan(0.95);
    assertThat(database.inFlight().permitWaitShare()).isGreaterThan(0.95);
  }

  @Test
  void aSourceGivesWhatItIsAskedForAndIsIdleElse() {
    Window window =
        window(SimulatedSetup.of(Behaviour.ofSlots(4, TEN_MILLIS)), "source.datagen.rate=20000");

    assertThat(window.throughput().samplesPerSecond()).isCloseTo(200_000, within(4_000.0));
    assertThat(window.task("source").idle()).isGreaterThan(0.9);
  }

  @Test
  void whatIsRefusedIsSentAgain() {
    Window window =
        window(
            SimulatedSetup.of(Behaviour.ofSlots(4, TEN_MILLIS).withRejects(0.25, 429)),
            "write.in-flight=4");

    assertThat(window.requests().throttledShare()).isCloseTo(0.25, within(0.03));
    assertThat(window.throughput().samplesPerSecond() / window.throughput().callsPerSecond())
        .isCloseTo(7_500, within(200.0));
  }

  @Test
  void collectionsTakeTheirShareOfTheTime() {
    Window window =
        window(
            SimulatedSetup.of(Behaviour.ofSlots(1_000, Duration.ZERO))
                .withHostCores(8)
                .withJobCores(8)
                .withGcShare(0.3),
            "parallelism=1");

    assertThat(window.job().gcShare()).isCloseTo(0.3, within(0.01));
    assertThat(window.throughput().samplesPerSecond()).isCloseTo(0.7 / 0.12e-6, within(1e5));
  }

  @Test
  void whatIsInsideIsLostWithTheDatabaseAndWrittenLater() {
    var system = new SimulatedSystem(SimulatedSetup.of(Behaviour.ofSlots(4, TEN_MILLIS)));
    system.time().in(Duration.ofSeconds(5), () -> system.lose(Duration.ofSeconds(3)));

    Window window = window(system, config("write.in-flight=4", "write.retry.max=1s"));

    assertThat(window.requests().failedShare()).isPositive();
    assertThat(window.throughput().callsPerSecond()).isBetween(230.0, 300.0);
    assertThat(window.invalid()).contains("the database could not be reached for a part of it");
    assertThat(system.database().failure()).isEmpty();
  }

  @Test
  void aPageIsASecondOld() {
    var system = new SimulatedSystem(SimulatedSetup.of(Behaviour.ofSlots(4, TEN_MILLIS)));
    try (var job = system.start(config())) {
      ObservationLog log = job.observe(Duration.ofMillis(1_900));
      long end = log.completeUntilMillis();
      var load = new Load(1, 1, 1, 1, 1, 0);

      assertThat(log.window(load, end - 900, end, 0, List.of()).database().slots()).isEqualTo(4);
      assertThat(log.window(load, end - 900, end, 0, List.of()).database().rowsPerSecond())
          .as("of one page no rate")
          .isNull();
    }
  }

  @Test
  void minutesTakeMilliseconds() {
    var system = new SimulatedSystem(SimulatedSetup.of(Behaviour.ofSlots(4, TEN_MILLIS)));
    long start = system.time().millis();
    system.time().pause(Duration.ofMinutes(10));

    assertThat(system.time().millis() - start).isEqualTo(600_000);
  }
}
