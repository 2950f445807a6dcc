package io.tidemark.benchmarks.scale;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A server on loopback that throws requests away and answers each a fixed time after it came. It
 * stands for a database of a known latency in which requests do not wait for each other.
 */
final class LateServer implements AutoCloseable {
  private static final int THREADS = 4;

  private final Duration latency;
  private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(THREADS);
  private final HttpServer server;

  LateServer(Duration latency) {
    this.latency = latency;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException("no server on loopback", e);
    }
    server.createContext("/", this::take);
    server.setExecutor(threads);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void take(HttpExchange exchange) throws IOException {
    long came = System.nanoTime();
    try (InputStream body = exchange.getRequestBody()) {
      body.transferTo(OutputStream.nullOutputStream());
    }
    long left =
        exchange.getRequestMethod().equals("POST")
            ? latency.toNanos() - (System.nanoTime() - came)
            : 0;
    threads.schedule(() -> answer(exchange), left, TimeUnit.NANOSECONDS);
  }

  private static void answer(HttpExchange exchange) {
    try (exchange) {
      exchange.sendResponseHeaders(204, -1);
    } catch (IOException gone) {
      // The client has ended and wants no answer.
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
