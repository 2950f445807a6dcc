package io.tidemark.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.http.WebSocket;
import io.tidemark.process.Patience;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PodConnectionTest {
  private static final Duration CLOSED_WITHIN = Duration.ofSeconds(10);

  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
  private final SlowServer server = new SlowServer();
  private SocketChannel client;
  private PodConnection connection;

  @BeforeEach
  void connect() throws IOException {
    try (var listener = ServerSocketChannel.open()) {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      client = SocketChannel.open(listener.getLocalAddress());
      connection = new PodConnection(listener.accept());
    }
  }

  @AfterEach
  void end() throws IOException {
    client.close();
    connection.close();
    clock.shutdownNow();
  }

  /**
   * As Java's WebSocket does it: a message is under way for a while, and meanwhile none is taken.
   */
  private final class SlowServer implements WebSocket {
    private final AtomicLong underWay = new AtomicLong();
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private final CountDownLatch closed = new CountDownLatch(1);

    @Override
    public boolean send(ByteBuffer message) {
      if (!underWay.compareAndSet(0, message.remaining())) {
        return false;
      }
      assertThat(message.get()).as("the data's channel").isZero();
      received.write(message.array(), message.position(), message.remaining());
      clock.schedule(() -> underWay.set(0), 2, TimeUnit.MILLISECONDS);
      return true;
    }

    @Override
    public boolean sendClose(int code, String reason) {
      closed.countDown();
      return true;
    }

    @Override
    public long queueSize() {
      return underWay.get();
    }

    @Override
    public void request() {}
  }

  @Test
  void aServerThatTakesItSlowlyGetsEveryByte() throws Exception {
    byte[] sent = new byte[1 << 20];
    new Random(1).nextBytes(sent);

    connection.onOpen(server);
    var bytes = ByteBuffer.wrap(sent);
    while (bytes.hasRemaining()) {
      client.write(bytes);
    }
    client.close();

    assertThat(Patience.until(CLOSED_WITHIN, () -> server.closed.getCount() == 0)).isTrue();
    assertThat(Arrays.equals(server.received.toByteArray(), sent)).isTrue();
  }

  @Test
  void whatComesIsHandedOnWithoutItsChannelAndWithoutThePort() throws IOException {
    connection.onMessage(server, ByteBuffer.wrap(new byte[] {0, 0x50, 0}));
    connection.onMessage(server, ByteBuffer.wrap(new byte[] {1, 0x50, 0}));
    connection.onMessage(server, ByteBuffer.wrap(new byte[] {0, 'o', 'k'}));

    var read = ByteBuffer.allocate(10);
    client.read(read);
    assertThat(Arrays.copyOf(read.array(), read.position())).containsExactly('o', 'k');
  }

  @Test
  void anErrorOfTheServersEndsIt() throws IOException {
    connection.onMessage(server, ByteBuffer.wrap(new byte[] {0, 0x50, 0}));
    connection.onMessage(server, ByteBuffer.wrap(new byte[] {1, 0x50, 0}));
    connection.onMessage(server, ByteBuffer.wrap(new byte[] {1, 'n', 'o'}));

    assertThat(connection.isOpen()).isFalse();
    assertThat(client.read(ByteBuffer.allocate(1))).isNegative();
  }
}
