package io.tidemark.mechanism.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.tidemark.mechanism.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionTest {
  private final Clock clock = new Clock();
  private final List<Double> latencies = new ArrayList<>();

  /** Reads what comes and answers at the end. */
  private final Server reader =
      upload -> {
        Runnable more =
            () -> {
              upload.read(upload.arrived());
              if (upload.arrived() >= upload.bytes()) {
                upload.answer(204);
              }
            };
        upload.onArrival(more);
        more.run();
      };

  private Connection connection(double rate, double roundTrip, double window, Server server) {
    var path =
        new Connection.Path(new Line(clock, rate), new Line(clock, 0), roundTrip, window, 1e9);
    return new Connection(clock, path, server);
  }

  private void send(Connection connection, double bytes) {
    long begun = clock.nanos();
    connection.send(
        1, 1, bytes, () -> {}, status -> latencies.add((clock.nanos() - begun) / Clock.NANOS));
  }

  /** A long body over a line with nothing else on it: at most window / round trip. */
  @ParameterizedTest
  @CsvSource({"0.05, 1000000", "0.02, 400000", "0.1, 4000000"})
  void throughputIsWindowOverRoundTrip(double roundTrip, double window) {
    double bytes = 400 * window;
    send(connection(0, roundTrip, window, reader), bytes);
    clock.runFor(1_000);
    assertThat(bytes / latencies.get(0)).isCloseTo(window / roundTrip, withinPercentage(4));
  }

  @Test
  void throughputIsTheLinesRateWhereThatIsLess() {
    send(connection(5e6, 0.02, 4e6, reader), 500e6);
    clock.runFor(1_000);
    assertThat(500e6 / latencies.get(0)).isCloseTo(5e6, withinPercentage(3));
  }

  /** Ten segments first, then twice as much each round trip: 14 + 29 + 58 + 116 kB in four. */
  @Test
  void aNewConnectionStartsSlowly() {
    send(connection(0, 0.1, 4e6, reader), 200_000);
    clock.runFor(10);
    assertThat(latencies.get(0)).isCloseTo(0.4, within(0.001));
  }

  @Test
  void aConnectionInUseIsFasterThanOneThatWasIdle() {
    Connection connection = connection(0, 0.1, 4e6, reader);
    send(connection, 2e6);
    clock.runFor(2);
    send(connection, 200_000);
    clock.runFor(0.9);
    // It was idle before this one as well, so only the next finds its window open.
    send(connection, 2e6);
    clock.runUntil(clock.nanos() + 1_200_000_000);
    assertThat(latencies.get(1)).isCloseTo(0.4, within(0.001));
    Connection busy = connection(0, 0.1, 4e6, reader);
    send(busy, 3e6);
    while (latencies.size() < 4) {
      clock.runFor(0.001);
    }
    send(busy, 200_000);
    clock.runFor(2);
    assertThat(latencies.get(4)).isCloseTo(0.1, within(0.001));
  }

  /**
   * Nobody reads: as much as the buffers take leaves, the rest stays and counts as unacknowledged.
   */
  @Test
  void aReceiverThatDoesNotReadStopsTheSender() {
    var path = new Connection.Path(new Line(clock, 0), new Line(clock, 0), 0.001, 4e6, 131_072);
    var held = new Connection(clock, path, upload -> {});
    held.send(1, 1, 500_000, () -> {}, status -> {});
    clock.runFor(10);
    assertThat(held.unacknowledged()).isEqualTo(500_000.0 - 131_072);
  }

  /** The buffer of a proxy whose limit is reached takes a part of the body, and no more. */
  @Test
  void aStreamingProxyHoldsAPartOfWhatWaits() {
    var settings = new Proxy.Settings(1, false, 16_384, 0, 1, 0, 0);
    var proxy = new Proxy(clock, settings, upload -> {});
    var path = new Connection.Path(new Line(clock, 0), new Line(clock, 0), 0.0001, 4e6, 131_072);
    var first = new Connection(clock, path, proxy);
    var second = new Connection(clock, path, proxy);
    first.send(1, 1, 500_000, () -> {}, status -> {});
    second.send(2, 1, 500_000, () -> {}, status -> {});
    clock.runFor(1);
    assertThat(second.unacknowledged()).isEqualTo(500_000.0 - 131_072 - 16_384);
  }

  @Test
  void aProxyThatTakesInWholeBodiesLeavesNothingBehind() {
    var settings = new Proxy.Settings(1, false, Double.POSITIVE_INFINITY, 0, 1, 0, 0);
    var proxy = new Proxy(clock, settings, upload -> {});
    var path = new Connection.Path(new Line(clock, 0), new Line(clock, 0), 0.0001, 4e6, 131_072);
    var connection = new Connection(clock, path, proxy);
    new Connection(clock, path, proxy).send(1, 1, 5e5, () -> {}, status -> {});
    connection.send(2, 1, 500_000, () -> {}, status -> {});
    clock.runFor(1);
    assertThat(connection.unacknowledged()).isZero();
  }
}
