package io.tidemark.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TcpSocketsTest {
  private static final String REST =
      " 00000000:00000000 00:00000000 00000000     0        0 7509384 1 0000000088b7e0ce 100 0 0 10 0";

  /** Lines as proc(5) shows them on a machine whose lowest byte comes first. */
  @ParameterizedTest
  @CsvSource({
    "0100007F:20EC 00000000:0000 0A, 127.0.0.1, 8428, true",
    "00000000:07E8 00000000:0000 0A, 0.0.0.0, 2024, false",
    "0000000000000000FFFF00000100007F:A66F 00000000000000000000000000000000:0000 0A, 127.0.0.1, 42607, true",
    "00000000000000000000000001000000:1F90 00000000000000000000000000000000:0000 0A, ::1, 8080, true",
    "00000000000000000000000000000000:1F90 00000000000000000000000000000000:0000 0A, ::, 8080, false",
  })
  void readsAddressAndPort(String sockets, String host, int port, boolean loopback)
      throws Exception {
    Assumptions.assumeTrue(ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN);
    var row = TcpSockets.Row.parse("   0: " + sockets + REST).orElseThrow();

    assertThat(row.local().getAddress()).isEqualTo(InetAddress.getByName(host));
    assertThat(row.local().getPort()).isEqualTo(port);
    assertThat(row.local().getAddress().isLoopbackAddress()).isEqualTo(loopback);
    assertThat(row.inode()).isEqualTo("7509384");
    assertThat(row.listens()).isTrue();
  }

  @Test
  void theHeadingsAreNone() {
    assertThat(
            TcpSockets.Row.parse(
                "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode"))
        .isEmpty();
  }

  @Test
  void findsTheProcessThatListens() throws Exception {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = socket.getLocalPort();
      assertThat(TcpSockets.listener(new InetSocketAddress("127.0.0.1", port)))
          .hasValue(ProcessHandle.current().pid());
      assertThat(TcpSockets.listener(new InetSocketAddress("127.0.0.2", port))).isEmpty();
    }
    try (var anywhere = new ServerSocket(0)) {
      assertThat(TcpSockets.listener(new InetSocketAddress("127.0.0.1", anywhere.getLocalPort())))
          .hasValue(ProcessHandle.current().pid());
    }
  }
}
