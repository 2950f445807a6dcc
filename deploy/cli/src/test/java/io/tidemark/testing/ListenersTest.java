package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListenersTest {
  @Test
  void findsThoseOfAProcessAndNoOther() throws Exception {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = socket.getLocalPort();
      assertThat(Listeners.of(List.of(ProcessHandle.current().pid())))
          .anyMatch(address -> address.getPort() == port);
      assertThat(Listeners.of(List.of(1L))).noneMatch(address -> address.getPort() == port);
    }
  }
}
