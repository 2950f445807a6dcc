package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a database really gets of a search at once, warm-up and interventions included. */
@Tag("guards:job/ceiling")
class MaxInFlightIT {
  private static final int ALLOWED = 3;
  private static final long ANSWERS_AFTER_MILLIS = 20;

  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer server;

  @AfterEach
  void end() {
    server.stop(0);
    threads.shutdownNow();
  }

  @Test
  void neverMoreThanTheUserAllows() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::write);
    server.setExecutor(threads);
    server.start();
    var out = new StringWriter();
    var err = new StringWriter();
    Main.execute(
        new PrintWriter(out),
        new PrintWriter(err),
        new String[] {
          "ceiling",
          "--yes",
          "--prove",
          "--max-duration",
          "30s",
          "--max-in-flight",
          "" + ALLOWED,
          "--set",
          "target.urls=[http://127.0.0.1:%d]".formatted(server.getAddress().getPort())
        });

    assertThat(most).as(err::toString).hasValueLessThanOrEqualTo(ALLOWED).hasPositiveValue();
    assertThat(err.toString()).contains("--max-in-flight=" + ALLOWED);
  }

  private void write(HttpExchange exchange) throws IOException {
    try (exchange) {
      most.accumulateAndGet(open.incrementAndGet(), Math::max);
      exchange.getRequestBody().readAllBytes();
      Thread.sleep(ANSWERS_AFTER_MILLIS);
      // Before the answer, after which the next may come.
      open.decrementAndGet();
      boolean write = exchange.getRequestMethod().equals("POST");
      exchange.sendResponseHeaders(write ? 204 : 404, -1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
