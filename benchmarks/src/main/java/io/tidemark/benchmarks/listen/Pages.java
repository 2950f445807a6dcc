package io.tidemark.benchmarks.listen;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tidemark.series.Labels;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/**
 * Serves the same metrics page for many targets, with one of two sets of values. The pages are made
 * once, so that serving takes hardly any CPU time. Thread-safe.
 */
public final class Pages implements AutoCloseable {
  private static final int THREADS = 2;

  private final List<byte[]> pages;
  private final HttpServer http;
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

  /**
   * Begins to serve.
   *
   * @param series series of the page, each with its metric's name
   */
  public Pages(List<Labels> series) {
    pages = IntStream.range(0, 2).mapToObj(seed -> page(series, new Random(seed))).toList();
    try {
      http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    http.setExecutor(threads);
    http.createContext("/metrics", this::serve);
    http.start();
  }

  private static byte[] page(List<Labels> series, Random random) {
    var page = new StringBuilder();
    for (Labels each : series) {
      Map<String, String> labels = each.toMap();
      page.append(labels.get("__name__"));
      String before = "{";
      for (var label : labels.entrySet()) {
        if (!label.getKey().equals("__name__")) {
          page.append(before).append(label.getKey()).append("=\"").append(label.getValue());
          before = "\",";
        }
      }
      page.append("\"} ").append(random.nextInt(10_000) / 100.0).append('\n');
    }
    return page.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] page = pages.get((int) (System.nanoTime() / 1_000_000_000 % pages.size()));
      exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4");
      exchange.sendResponseHeaders(200, page.length);
      exchange.getResponseBody().write(page);
    }
  }

  /** Returns an agent's configuration for this many targets, each with a label of its own. */
  public String scrapeConfig(int targets, int intervalSeconds) {
    var config =
        new StringBuilder(
            "global: {scrape_interval: %ds}\nscrape_configs:\n- job_name: pages\n  static_configs:\n"
                .formatted(intervalSeconds));
    for (int i = 0; i < targets; i++) {
      config.append(
          "  - {targets: [\"127.0.0.1:%d\"], labels: {shard: \"%d\"}}\n"
              .formatted(http.getAddress().getPort(), i));
    }
    return config.toString();
  }

  public void stop() {
    http.stop(0);
    threads.shutdown();
  }

  @Override
  public void close() {
    stop();
  }
}
