package io.tidemark.sink.http;

import io.tidemark.sink.NullTarget;
import io.tidemark.sink.client.NullServerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;

/**
 * An HTTP server that reads requests and discards them, which shows a writer's ceiling without a
 * database. It answers 204 to a POST, and its counts to a GET. It has one thread, listens on
 * loopback only, and costs one copy out of the kernel. It runs in a process of its own, so that its
 * CPU time is not the job's: {@code main} prints the port, and ends when its standard input ends.
 */
public final class NullServer implements AutoCloseable {
  private static final byte[] ACCEPTED =
      "HTTP/1.1 204 No Content\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final ServerSocketChannel listener;
  private final Selector selector;
  private final Thread thread;
  private final ByteBuffer chunk = ByteBuffer.allocateDirect(1 << 20);
  private long requests;
  private long bodyBytes;

  /**
   * @param port the port to listen at; 0 for a free one
   */
  public NullServer(int port) throws IOException {
    selector = Selector.open();
    listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1024);
    listener.configureBlocking(false);
    listener.register(selector, SelectionKey.OP_ACCEPT);
    thread = new Thread(this::serve, "null-server");
    thread.setDaemon(true);
    thread.start();
  }

  public static void main(String[] args) throws IOException {
    try (var server = new NullServer(args.length > 0 ? Integer.parseInt(args[0]) : 0)) {
      System.out.println(server.port());
      while (System.in.read() >= 0) {
        // Only the end of the input matters, not what it says.
      }
    }
  }

  /** Starts a null server in a process of its own; returns when it listens. */
  public static NullTarget startProcess() {
    return NullServerProcess.start(NullServer.class, "http://127.0.0.1:%s");
  }

  public int port() {
    return ((InetSocketAddress) listener.socket().getLocalSocketAddress()).getPort();
  }

  @Override
  public void close() throws IOException {
    selector.close();
    listener.close();
  }

  private void serve() {
    try {
      while (selector.isOpen()) {
        selector.select();
        if (!selector.isOpen()) { // The server was closed meanwhile.
          return;
        }
        for (Iterator<SelectionKey> keys = selector.selectedKeys().iterator(); keys.hasNext(); ) {
          SelectionKey key = keys.next();
          keys.remove();
          if (key.isAcceptable()) {
            accept();
          } else {
            read((SocketChannel) key.channel(), (RequestFrame) key.attachment());
          }
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException("the null server's selector failed", e);
    }
  }

  private void accept() throws IOException {
    SocketChannel channel = listener.accept();
    if (channel != null) {
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.register(selector, SelectionKey.OP_READ, new RequestFrame());
    }
  }

  private void read(SocketChannel channel, RequestFrame request) throws IOException {
    try {
      chunk.clear();
      if (channel.read(chunk) < 0) {
        channel.close();
        return;
      }
      chunk.flip();
      while (chunk.hasRemaining()) {
        if (request.takeHeader(chunk) && request.skipBody(chunk)) {
          answer(channel, request);
        }
      }
    } catch (IOException e) {
      channel.close();
    }
  }

  private void answer(SocketChannel channel, RequestFrame request) throws IOException {
    byte[] answer = ACCEPTED;
    if (request.isGet()) {
      byte[] counts =
          "requests %d\nbody_bytes %d\n"
              .formatted(requests, bodyBytes)
              .getBytes(StandardCharsets.US_ASCII);
      answer =
          ("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: "
                  + counts.length
                  + "\r\n\r\n"
                  + new String(counts, StandardCharsets.US_ASCII))
              .getBytes(StandardCharsets.US_ASCII);
    } else {
      requests++;
      bodyBytes += request.bodyBytes();
    }
    request.reset();
    // The answer is far smaller than any socket buffer, so one write takes all of it.
    channel.write(ByteBuffer.wrap(answer));
  }
}
