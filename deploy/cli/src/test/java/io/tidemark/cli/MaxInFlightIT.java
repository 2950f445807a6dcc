package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tidemark.ceiling.result.CeilingResult;
import io.tidemark.cluster.EmbeddedFlink;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.process.Patience;
import io.tidemark.search.Ceiling;
import io.tidemark.search.CeilingPlan;
import io.tidemark.search.SearchObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
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
  private static final double JOB_CEILING = 1e7;
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
    String urls = "target.urls=[http://127.0.0.1:%d]".formatted(server.getAddress().getPort());
    var plan =
        new CeilingPlan(
            ConfigLoader.load(Optional.empty(), List.of(urls, "parallelism=2", "amplify.m=12")),
            Optional.empty(),
            CeilingPlan.By.IN_FLIGHT,
            Patience.ofSeconds(30),
            ALLOWED,
            Optional.empty(),
            Instant.now(),
            true);
    CeilingResult result;
    try (EmbeddedFlink flink = EmbeddedFlink.start(4, 0)) {
      // The job alone writes to a server of ours.
      result = Ceiling.find(plan, flink, JOB_CEILING, SearchObserver.SILENT).result();
    }

    assertThat(most).as(result::sentence).hasValue(ALLOWED);
    assertThat(result.warnings()).anyMatch(line -> line.contains("--max-in-flight=" + ALLOWED));
  }

  private void write(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!exchange.getRequestMethod().equals("POST")) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      most.accumulateAndGet(open.incrementAndGet(), Math::max);
      exchange.getRequestBody().readAllBytes();
      Thread.sleep(ANSWERS_AFTER_MILLIS);
      // Before the answer, after which the next may come.
      open.decrementAndGet();
      exchange.sendResponseHeaders(204, -1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
