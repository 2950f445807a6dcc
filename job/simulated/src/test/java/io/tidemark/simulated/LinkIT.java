package io.tidemark.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.tidemark.process.MeasuredBound;
import io.tidemark.process.Patience;
import io.tidemark.process.Poll;
import io.tidemark.process.SocketQueues;
import io.tidemark.process.SocketQueues.Server;
import io.tidemark.simulated.PlainClients.Measured;
import io.tidemark.sink.http.NullServer;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quiet-host")
@Tag("slow")
@Tag("guards:job/simulated")
class LinkIT {
  private static final byte[] SMALL = new byte[1_000];
  private static final byte[] LARGE = new byte[500_000];

  @Test
  void addsItsLatencyOncePerRequest() throws Exception {
    try (var server = new NullServer(0);
        var link = Link.to(url(server), 0, Duration.ofMillis(100))) {
      Measured measured = PlainClients.measure(link.url(), SMALL, 2, 300, 2_000);

      assertThat(measured.lastStatus()).isEqualTo(204);
      MeasuredBound.check(() -> assertThat(measured.latencyMillis()).isCloseTo(100, within(10.0)));
    }
  }

  @Test
  void letsOnlySoManyBytesPassOverAllConnections() throws Exception {
    try (var server = new NullServer(0);
        var link = Link.to(url(server), 2_000_000, Duration.ZERO)) {
      Measured measured = PlainClients.measure(link.url(), LARGE, 4, 2_000, 5_000);

      MeasuredBound.check(
          () ->
              assertThat(measured.perSecond())
                  .isCloseTo(2_000_000.0 / LARGE.length, withinPercentage(12)));
    }
  }

  /** What tells a thin line from a busy database, though the client has long "sent" its body. */
  @Test
  void whatAThinLineHoldsBackIsNotAcknowledged() throws Exception {
    try (var server = new NullServer(0);
        var busy = SimulatedDatabase.start(Behaviour.ofSlots(4, Duration.ofMillis(250)));
        var link = Link.to(url(server), 2_000_000, Duration.ZERO)) {
      double behindTheLine = unacknowledgedShare(link.url(), LARGE);
      double atTheDatabase = unacknowledgedShare(busy.url(), LARGE);
      MeasuredBound.check(
          () -> {
            assertThat(behindTheLine).isGreaterThan(0.7);
            assertThat(atTheDatabase).isLessThan(0.1);
          });
    }
  }

  /** A server that has not read yet delays its acknowledgement, by up to 40 ms on Linux. */
  @Test
  void aRoundTripOfSmallBodiesIsNoThinLine() throws Exception {
    try (var far =
        SimulatedDatabase.start(
            Behaviour.ofSlots(4, Duration.ofMillis(1)).withNetwork(0, Duration.ofMillis(50)))) {
      double share = unacknowledgedShare(far.url(), new byte[22_000]);
      MeasuredBound.check(() -> assertThat(share).isLessThan(0.1));
    }
  }

  private static double unacknowledgedShare(URI url, byte[] body) throws Exception {
    var server = List.of(Server.at(new InetSocketAddress(url.getHost(), url.getPort())));
    var clients =
        CompletableFuture.runAsync(
            () -> {
              try {
                PlainClients.measure(url, body, 4, 0, 2_000);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    double connections = 0;
    double unacknowledged = 0;
    while (!clients.isDone()) {
      Poll.pause(Duration.ofMillis(50));
      SocketQueues queues = SocketQueues.read(server).orElseThrow();
      connections += queues.connections();
      unacknowledged += queues.unacknowledged();
    }
    clients.get();
    return unacknowledged / connections;
  }

  @Test
  void isNoLimitOfItsOwnWithoutOne() throws Exception {
    try (var server = new NullServer(0);
        var link = Link.to(url(server), 0, Duration.ZERO)) {
      Measured direct = PlainClients.measure(url(server), LARGE, 4, 300, 1_000);
      Measured measured = PlainClients.measure(link.url(), LARGE, 4, 300, 1_000);

      // It costs two copies of what passes, and the thread that makes them.
      MeasuredBound.check(
          () -> assertThat(measured.perSecond()).isGreaterThan(direct.perSecond() / 50));
    }
  }

  @Test
  void bothEndsLearnThatTheOtherIsGone() throws Exception {
    try (var server = new NullServer(0);
        var link = Link.to(url(server), 0, Duration.ZERO);
        var socket = new Socket("127.0.0.1", link.url().getPort())) {
      socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(socket.getInputStream().read()).isEqualTo('H');
      socket.shutdownOutput();
      socket.setSoTimeout((int) Patience.ofSeconds(10).toMillis());
      assertThat(socket.getInputStream().readAllBytes()).isNotEmpty();
    }
  }

  private static URI url(NullServer server) {
    return URI.create("http://127.0.0.1:" + server.port());
  }
}
