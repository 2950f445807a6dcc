package io.tidemark.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.tidemark.process.MeasuredBound;
import io.tidemark.process.Poll;
import io.tidemark.series.Amplification;
import io.tidemark.series.Labels;
import io.tidemark.series.Layout;
import io.tidemark.series.Sample;
import io.tidemark.series.ValueMode;
import io.tidemark.simulated.PlainClients.Measured;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.remotewrite.Compression;
import io.tidemark.sink.remotewrite.RemoteWriteFormat;
import io.tidemark.sink.victoriametrics.VictoriaMetrics;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What its clients measure is what was asked for, and /metrics says the same. */
@Tag("quiet-host")
@Tag("slow")
@Tag("guards:job/simulated")
class SimulatedDatabaseIT {
  /** Long beside what a busy machine adds to a request on its way. */
  private static final Duration TENTH_SECOND = Duration.ofMillis(100);

  /** Longer than a page is served again. */
  private static final Duration PAGE_AGE = Duration.ofMillis(1_100);

  private static final int ROWS = 1_000;

  /** C = 4 and S = 100 ms: throughput min(C/S, c/S), latency max(S, c·S/C). */
  @ParameterizedTest
  @CsvSource({"1, 10, 100", "2, 20, 100", "4, 40, 100", "8, 40, 200", "16, 40, 400"})
  void keepsToItsSlotsWithinTwoPercent(int clients, double perSecond, double millis)
      throws Exception {
    try (var database = SimulatedDatabase.start(Behaviour.ofSlots(4, TENTH_SECOND))) {
      Measured measured = PlainClients.measure(database.url(), body(), clients, 500, 3_000);

      assertThat(measured.lastStatus()).isEqualTo(204);
      // Where nobody waits for a slot, all that a request may take longer is the machine's.
      double latency = clients <= 4 ? measured.fastestMillis() : measured.latencyMillis();
      MeasuredBound.check(
          () -> {
            assertThat(latency).isCloseTo(millis, withinPercentage(2));
            // And one request more or less at the ends of the interval, for each that is worked on.
            assertThat(measured.perSecond())
                .isCloseTo(perSecond, within(0.02 * perSecond + Math.min(clients, 4) / 3.0));
          });
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1_000_000, 4_000_000})
  void receivesBodiesAtTheBandwidthGivenWhileTheClientSends(int bytesPerSecond) throws Exception {
    byte[] body = new byte[400_000];
    Behaviour behaviour =
        Behaviour.ofSlots(4, Duration.ofMillis(1)).withNetwork(bytesPerSecond, Duration.ZERO);
    try (var database = SimulatedDatabase.start(behaviour)) {
      Measured measured = PlainClients.measure(database.url(), body, 4, 1_000, 4_000);

      double bodiesPerSecond = (double) bytesPerSecond / body.length;
      MeasuredBound.check(
          () -> {
            assertThat(measured.perSecond())
                .isCloseTo(bodiesPerSecond, within(0.05 * bodiesPerSecond + 1));
            assertThat(measured.latencyMillis())
                .isCloseTo(4_000 / bodiesPerSecond, withinPercentage(25));
          });
    }
  }

  @Test
  void tellsOfItselfWhatItsClientsSee() throws Exception {
    Behaviour behaviour =
        Behaviour.ofSlots(3, Duration.ofMillis(10)).withCpu(Duration.ofMillis(10), 2);
    try (var database = SimulatedDatabase.start(behaviour);
        var probe = probe(database)) {
      PlainClients.measure(database.url(), body(), 8, 0, 1_000);
      TsdbNode before = probe.read().nodes().get(0);
      long storedBefore = database.stored();
      Poll.pause(PAGE_AGE);
      PlainClients.measure(database.url(), body(), 8, 0, 2_000);
      long stored = database.stored() - storedBefore;
      TsdbNode node = probe.read().nodes().get(0);

      assertThat(node.role()).isEqualTo(TsdbNode.Role.SINGLE);
      assertThat(node.slots().capacity()).hasValue(3);
      assertThat(node.cpu().cores()).hasValue(2);
      assertThat(node.cpu().seconds().getAsDouble() - before.cpu().seconds().getAsDouble())
          .isCloseTo(stored * 0.010, within(0.05));
      assertThat(node.rows().inserted().getAsDouble() - before.rows().inserted().getAsDouble())
          .isCloseTo(stored * (double) ROWS, withinPercentage(0.1));
      double limitReached =
          node.slots().limitReached().getAsDouble() - before.slots().limitReached().getAsDouble();
      assertThat(limitReached).isLessThanOrEqualTo(stored + 20.0);
      // On a busy machine some clients come when a slot is free.
      MeasuredBound.check(() -> assertThat(limitReached).isGreaterThanOrEqualTo(0.75 * stored));
      assertThat(node.storage().readOnly()).hasValue(0);
    }
  }

  @Test
  void aClusterTellsOfTheLinkToItsStorage() throws Exception {
    Behaviour behaviour =
        Behaviour.ofSlots(4, Duration.ofMillis(1)).withStorageTime(Duration.ofMillis(20));
    try (var database = SimulatedDatabase.start(behaviour);
        var probe = probe(database)) {
      TsdbNode before = probe.read().nodes().get(0);
      Poll.pause(PAGE_AGE);
      Measured measured = PlainClients.measure(database.url(), body(), 8, 500, 2_000);
      Poll.pause(PAGE_AGE);
      TsdbNode after = probe.read().nodes().get(0);

      MeasuredBound.check(
          () -> assertThat(measured.perSecond()).isCloseTo(50, withinPercentage(5)));
      assertThat(after.role()).isEqualTo(TsdbNode.Role.INSERT);
      assertThat(after.cpu().seconds()).hasValue(0);
      double busySeconds = sendSeconds(after) - sendSeconds(before);
      assertThat(busySeconds).isCloseTo(0.020 * database.stored(), within(0.001));
    }
  }

  private static double sendSeconds(TsdbNode node) {
    return node.links().get("storage:8400").sendSeconds().getAsDouble();
  }

  @Test
  void rejectsWithoutLosingTheConnection() throws Exception {
    Behaviour behaviour = Behaviour.ofSlots(4, Duration.ofMillis(5)).withRejects(1, 429);
    try (var database = SimulatedDatabase.start(behaviour)) {
      Measured measured = PlainClients.measure(database.url(), new byte[3_000_000], 2, 0, 300);

      assertThat(measured.lastStatus()).isEqualTo(429);
      MeasuredBound.check(() -> assertThat(measured.perSecond()).isGreaterThan(20));
      assertThat(database.stored()).isZero();
    }
  }

  @Test
  void isReadOnlyWhenToldTo() throws Exception {
    Behaviour behaviour = Behaviour.ofSlots(4, Duration.ofMillis(5));
    try (var database = SimulatedDatabase.start(behaviour);
        var probe = probe(database)) {
      assertThat(PlainClients.measure(database.url(), body(), 1, 0, 100).lastStatus())
          .isEqualTo(204);
      database.become(behaviour.withReadOnly(true));

      assertThat(PlainClients.measure(database.url(), body(), 1, 0, 100).lastStatus())
          .isEqualTo(503);
      assertThat(probe.read().nodes().get(0).storage().readOnly()).hasValue(1);
    }
  }

  @Test
  void canKeepItsMetricsToItself() throws Exception {
    Behaviour behaviour = Behaviour.ofSlots(4, Duration.ofMillis(5)).withMetricsStatus(403);
    try (var database = SimulatedDatabase.start(behaviour);
        var probe = probe(database)) {
      assertThat(catchThrowable(probe::read))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("HTTP 403");
    }
  }

  private static CapacityProbe probe(SimulatedDatabase database) {
    return new VictoriaMetrics().probe(TargetConfig.of("victoriametrics", database.url()));
  }

  private static byte[] body() {
    var format =
        new RemoteWriteFormat(
            Map.of(),
            new Amplification(1, 1, 60_000, "instance", ValueMode.REPEAT, Layout.TIME),
            Compression.SNAPPY);
    var samples = new ArrayList<Sample>();
    for (int i = 0; i < ROWS; i++) {
      samples.add(new Sample(Labels.of(Map.of("__name__", "m", "i", "" + i)), i, i));
    }
    return format.encode(samples).body();
  }
}
