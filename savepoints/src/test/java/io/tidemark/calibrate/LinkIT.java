package io.tidemark.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.tidemark.calibrate.PlainClients.Measured;
import io.tidemark.experiment.NullServer;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LinkIT {
  private static final byte[] SMALL = new byte[1_000];
  private static final byte[] LARGE = new byte[500_000];

  @Test
  void addsItsLatencyOncePerRequest() throws Exception {
    try (var server = new NullServer(0);
        var link = Link.to(url(server), 0, Duration.ofMillis(100))) {
      Measured measured = PlainClients.measure(link.url(), SMALL, 2, 300, 2_000);

      assertThat(measured.lastStatus()).isEqualTo(204);
      assertThat(measured.latencyMillis()).isCloseTo(100, within(10.0));
    }
  }

  @Test
  void letsOnlySoManyBytesPassOverAllConnections() throws Exception {
    try (var server = new NullServer(0);
        var link = Link.to(url(server), 2_000_000, Duration.ZERO)) {
      Measured measured = PlainClients.measure(link.url(), LARGE, 4, 2_000, 5_000);

      assertThat(measured.perSecond()).isCloseTo(2_000_000.0 / LARGE.length, withinPercentage(12));
    }
  }

  @Test
  void isNoLimitOfItsOwnWithoutOne() throws Exception {
    try (var server = new NullServer(0);
        var link = Link.to(url(server), 0, Duration.ZERO)) {
      Measured measured = PlainClients.measure(link.url(), LARGE, 4, 300, 1_000);

      assertThat(measured.perSecond() * LARGE.length).isGreaterThan(50e6);
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
      socket.setSoTimeout(10_000);
      assertThat(socket.getInputStream().readAllBytes()).isNotEmpty();
    }
  }

  private static URI url(NullServer server) {
    return URI.create("http://127.0.0.1:" + server.port());
  }
}
