package io.tidemark.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.RepeatedTest;

class LoopbackTest {
  /** Linux gives those from 32768 on to connections that go out. */
  @RepeatedTest(20)
  void aFreePortIsOneThatNoOutgoingConnectionIsGiven() throws IOException {
    int port = Loopback.freePort();

    assertThat(port).isBetween(1_024, 32_767);
    try (var taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      assertThat(taken.getLocalPort()).isEqualTo(port);
    }
  }
}
