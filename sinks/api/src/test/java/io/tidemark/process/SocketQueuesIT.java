package io.tidemark.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.SocketQueues.Server;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the kernel itself says of a receiver that does not read. */
class SocketQueuesIT {
  /** More than the buffers of a loopback take. */
  private static final int BODY_BYTES = 32 << 20;

  @Test
  void whatNobodyReadsStandsStillUntilItIsRead() throws Exception {
    try (var listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var client = SocketChannel.open(listening.getLocalSocketAddress());
        Socket accepted = listening.accept()) {
      var servers = List.of(Server.at((InetSocketAddress) listening.getLocalSocketAddress()));
      client.configureBlocking(false);
      var body = ByteBuffer.allocate(BODY_BYTES);
      while (client.write(body) > 0) {}

      Patience.await(
          "the window is closed, and nothing moves",
          Duration.ofSeconds(5),
          () -> {
            SocketQueues first = SocketQueues.read(servers).orElseThrow();
            return SocketQueues.read(servers).orElseThrow().unreadSince(first) == 1;
          });

      SocketQueues before = SocketQueues.read(servers).orElseThrow();
      accepted.getInputStream().readNBytes(1 << 20);
      assertThat(SocketQueues.read(servers).orElseThrow().unreadSince(before)).isZero();
    }
  }
}
