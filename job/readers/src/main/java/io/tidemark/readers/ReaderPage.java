package io.tidemark.readers;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/**
 * The readers' metrics page for a Prometheus, documented in docs/metrics.md. Its quantiles are
 * those of the last seconds. Thread-safe.
 */
final class ReaderPage {
  /** Number of reports that ten seconds have. */
  private static final int REPORTS = 20;

  private static final List<Double> QUANTILES = List.of(0.5, 0.99);
  private static final double MICROS = 1e6;

  private final String job;
  private final Deque<Report> lately = new ArrayDeque<>();

  /**
   * @param jobName Flink's name of the job beside which they read
   */
  ReaderPage(String jobName) {
    this.job = "job_name=\"%s\"".formatted(jobName);
  }

  /**
   * Serves the page on 127.0.0.1 until the process ends.
   *
   * @throws IOException if it can't listen on the port
   */
  void serve(int port) throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    HttpServer server;
    try {
      server = HttpServer.create(address, 0);
    } catch (IOException e) {
      throw new IOException(
          "queries.metrics-port=%d can't be listened on (%s); choose another"
              .formatted(port, e.getMessage()),
          e);
    }
    server.createContext("/metrics", this::answer);
    server.start();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] page = text().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4");
      exchange.sendResponseHeaders(200, page.length);
      exchange.getResponseBody().write(page);
    }
  }

  synchronized void add(Report report) {
    lately.addLast(report);
    if (lately.size() > REPORTS) {
      lately.removeFirst();
    }
  }

  /** Returns the page; empty before the first report. */
  synchronized String text() {
    Report last = lately.peekLast();
    if (last == null) {
      return "";
    }
    var page = new StringBuilder();
    type(page, "tidemark_readers_queries_total", "counter");
    line(page, "tidemark_readers_queries_total", "outcome", "answered", last.reads().answered());
    line(page, "tidemark_readers_queries_total", "outcome", "failed", last.reads().failed());
    type(page, "tidemark_readers_bytes_total", "counter");
    line(page, "tidemark_readers_bytes_total", last.reads().bytes());
    type(page, "tidemark_readers_late_queries", "gauge");
    line(page, "tidemark_readers_late_queries", last.reads().late());
    quantiles(page, "tidemark_readers_latency_seconds", report -> report.reads().latencies());
    if (last.marks() != null) {
      quantiles(page, "tidemark_freshness_seconds", report -> report.marks().micros());
      type(page, "tidemark_freshness_lost_total", "counter");
      line(page, "tidemark_freshness_lost_total", last.marks().lost());
    }
    return page.toString();
  }

  private void quantiles(StringBuilder page, String name, Function<Report, Histogram> of) {
    Histogram micros = of.apply(lately.getFirst()).copy();
    lately.stream().skip(1).forEach(report -> micros.add(of.apply(report)));
    if (micros.getTotalCount() > 0) {
      type(page, name, "gauge");
      for (double quantile : QUANTILES) {
        double value = micros.getValueAtPercentile(100 * quantile) / MICROS;
        line(page, name, "quantile", Double.toString(quantile), value);
      }
    }
  }

  private static void type(StringBuilder page, String name, String type) {
    page.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  private void line(StringBuilder page, String name, double value) {
    page.append(String.format(Locale.ROOT, "%s{%s} %s\n", name, job, value));
  }

  private void line(StringBuilder page, String name, String label, String of, double value) {
    page.append(String.format(Locale.ROOT, "%s{%s,%s=\"%s\"} %s\n", name, job, label, of, value));
  }
}
