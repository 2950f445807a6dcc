package io.tidemark.simulated;

import io.tidemark.process.Patience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A longer or a thinner line to a server: a TCP proxy that delays bytes and lets only so many pass.
 * All its connections share the bandwidth of a direction. One thread and an alarm clock; costs two
 * copies of what passes.
 */
public final class Link implements AutoCloseable {
  private static final int CHUNK_BYTES = 64 * 1024;

  /** What may be on a line without a limit at once. */
  private static final int LONG_LINE_BYTES = 8 << 20;

  /** A thin line must hold little, or it would hide for long that it is thin. */
  private static final int THIN_LINE_BYTES = 64 * 1024;

  private static final int THIN_CHUNK_BYTES = 8 * 1024;
  private static final Duration CLOSES_WITHIN = Duration.ofSeconds(5);

  private record Chunk(ByteBuffer bytes, long dueNanos) {}

  private final InetSocketAddress server;
  private final long delayNanos;
  private final boolean isThin;
  private final Bandwidth up;
  private final Bandwidth down;
  private final ServerSocketChannel listener = ServerSocketChannel.open();
  private final Selector selector = Selector.open();
  private final Alarm alarm = new Alarm(selector::wakeup);
  private final Thread thread = new Thread(this::serve, "link");
  private final List<Pipe> pipes = new ArrayList<>();
  private volatile boolean closed;

  private Link(InetSocketAddress here, URI server, long bytesPerSecond, Duration addedLatency)
      throws IOException {
    this.server = new InetSocketAddress(server.getHost(), server.getPort());
    this.delayNanos = addedLatency.toNanos() / 2;
    this.isThin = bytesPerSecond > 0;
    long now = System.nanoTime();
    this.up = isThin ? new Bandwidth(bytesPerSecond, now) : null;
    this.down = isThin ? new Bandwidth(bytesPerSecond, now) : null;
    if (isThin) {
      listener.setOption(StandardSocketOptions.SO_RCVBUF, THIN_CHUNK_BYTES);
    }
    listener.bind(here, 1024);
    listener.configureBlocking(false);
    listener.register(selector, SelectionKey.OP_ACCEPT);
    thread.setDaemon(true);
  }

  /**
   * @param bytesPerSecond in each direction; 0: no limit
   * @param addedLatency there and back, half of it each way
   */
  public static Link to(URI server, long bytesPerSecond, Duration addedLatency) throws IOException {
    var anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    return at(anyPort, server, bytesPerSecond, addedLatency);
  }

  /**
   * As {@link #to}, for clients of other machines.
   *
   * @param here where it listens
   */
  public static Link at(
      InetSocketAddress here, URI server, long bytesPerSecond, Duration addedLatency)
      throws IOException {
    var link = new Link(here, server, bytesPerSecond, addedLatency);
    link.thread.start();
    return link;
  }

  /** Where the server seems to be, for who is on this machine. */
  public URI url() {
    return URI.create("http://127.0.0.1:" + listener.socket().getLocalPort());
  }

  @Override
  public void close() {
    closed = true;
    selector.wakeup();
    try {
      thread.join(Patience.of(CLOSES_WITHIN).toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void serve() {
    try (alarm;
        selector;
        listener) {
      while (!closed) {
        long now = System.nanoTime();
        long next = Long.MAX_VALUE;
        for (Pipe pipe : pipes) {
          next = Math.min(next, pipe.forward(now));
        }
        pipes.removeIf(pipe -> pipe.ended);
        alarm.at(next);
        selector.select(this::handle);
      }
      for (SelectionKey key : selector.keys()) {
        key.channel().close();
      }
    } catch (IOException e) {
      throw new IllegalStateException("the link's selector failed", e);
    }
  }

  private void handle(SelectionKey key) {
    if (!key.isValid()) {
      return;
    }
    if (key.isAcceptable()) {
      accept();
    } else {
      ((Pipe) key.attachment()).readable(System.nanoTime());
    }
  }

  private void accept() {
    try {
      SocketChannel client = listener.accept();
      if (client == null) {
        return;
      }
      SocketChannel toServer;
      try {
        toServer = SocketChannel.open(server);
      } catch (IOException e) {
        client.close();
        return;
      }
      for (SocketChannel channel : List.of(client, toServer)) {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      }
      pipes.add(new Pipe(client, toServer, up));
      pipes.add(new Pipe(toServer, client, down));
    } catch (IOException e) {
      // The client has gone again.
    }
  }

  /** One direction of one connection. */
  private final class Pipe {
    private final SocketChannel from;
    private final SocketChannel to;
    private final Bandwidth line;
    private final SelectionKey key;
    private final Deque<Chunk> underWay = new ArrayDeque<>();
    private int bytesUnderWay;
    private boolean sourceEnded;
    private boolean ended;

    Pipe(SocketChannel from, SocketChannel to, Bandwidth line) throws IOException {
      this.from = from;
      this.to = to;
      this.line = line;
      this.key = from.register(selector, SelectionKey.OP_READ, this);
    }

    void readable(long nowNanos) {
      try {
        ByteBuffer bytes = ByteBuffer.allocate(isThin ? THIN_CHUNK_BYTES : CHUNK_BYTES);
        int count = from.read(bytes);
        if (count < 0) {
          sourceEnded = true;
          key.interestOps(0);
          return;
        }
        long passedNanos = line == null ? nowNanos : line.pass(count, nowNanos);
        underWay.add(new Chunk(bytes.flip(), passedNanos + delayNanos));
        bytesUnderWay += count;
        listen();
      } catch (IOException e) {
        breakOff();
      }
    }

    private void listen() {
      boolean room = bytesUnderWay < (isThin ? THIN_LINE_BYTES : LONG_LINE_BYTES);
      key.interestOps(room && !sourceEnded ? SelectionKey.OP_READ : 0);
    }

    /** Hands over what is due; returns when there will be more. */
    long forward(long nowNanos) {
      try {
        while (!underWay.isEmpty() && underWay.peek().dueNanos <= nowNanos) {
          ByteBuffer bytes = underWay.peek().bytes;
          bytesUnderWay -= to.write(bytes);
          if (bytes.hasRemaining()) {
            // The receiver is slow: look again soon.
            listen();
            return nowNanos + 1_000_000;
          }
          underWay.remove();
        }
        if (sourceEnded && underWay.isEmpty()) {
          to.shutdownOutput();
          ended = true;
        } else if (key.isValid()) {
          listen();
        }
      } catch (IOException e) {
        breakOff();
      }
      return underWay.isEmpty() ? Long.MAX_VALUE : underWay.peek().dueNanos;
    }

    private void breakOff() {
      ended = true;
      underWay.clear();
      for (SocketChannel channel : List.of(from, to)) {
        try {
          channel.close();
        } catch (IOException e) {
          // Broken either way.
        }
      }
    }
  }
}
