package io.tidemark.sink.rrdcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.process.Patience;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectionTest {
  private static final Duration TIMEOUT = Duration.ofMillis(200);
  private static final int MORE_THAN_WAIT = 10;

  @TempDir Path folder;

  /** As of one that was stopped: the kernel lets a few wait, and no more. */
  @Test
  void givesUpWhereADaemonTakesNoConnections() throws Exception {
    Path socket = folder.resolve("rrdcached.sock");
    var waiting = new ArrayList<Connection>();
    try (var daemon = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      daemon.bind(UnixDomainSocketAddress.of(socket), 1);

      assertThatThrownBy(
              () -> Patience.get(CompletableFuture.runAsync(() -> fill(socket, waiting))))
          .isInstanceOf(ExecutionException.class)
          .hasRootCauseInstanceOf(IOException.class);

      assertThat(waiting).as("those that may wait").hasSizeBetween(1, MORE_THAN_WAIT - 1);
    } finally {
      waiting.forEach(Connection::close);
    }
  }

  private static void fill(Path socket, List<Connection> waiting) {
    for (int i = 0; i < MORE_THAN_WAIT; i++) {
      try {
        waiting.add(Connection.open(URI.create("unix:" + socket), TIMEOUT));
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
