package io.tidemark.watch;

import io.prometheus.client.Collector;
import io.prometheus.client.CollectorRegistry;
import io.prometheus.client.GaugeMetricFamily;
import io.prometheus.client.exporter.HTTPServer;
import io.tidemark.ceiling.Cause;
import io.tidemark.job.config.ConfigException;
import io.tidemark.measure.Window;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * The last judgement as Prometheus metrics, documented in docs/metrics.md. What was not measured is
 * absent: before the first window all, in an invalid one all but the cause.
 */
final class VerdictMetrics extends Collector implements AutoCloseable {
  private static final String PREFIX = "tidemark_ceiling_";

  private volatile Judgement shown;
  private HTTPServer server;

  /**
   * @param port on 127.0.0.1, 0 for no server
   * @throws ConfigException if it is in use
   */
  static VerdictMetrics serve(int port) {
    var page = new VerdictMetrics();
    if (port > 0) {
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      var registry = new CollectorRegistry();
      registry.register(page);
      try {
        page.server = new HTTPServer(address, registry, true);
      } catch (IOException e) {
        throw new ConfigException(
            "--prometheus-port=%d can't be used on 127.0.0.1 (%s); choose another"
                .formatted(port, e.getMessage()),
            e);
      }
    }
    return page;
  }

  void show(Judgement judgement) {
    shown = judgement;
  }

  @Override
  public List<MetricFamilySamples> collect() {
    Judgement judgement = shown;
    if (judgement == null) {
      return List.of();
    }
    var page = new ArrayList<MetricFamilySamples>();
    page.add(cause(judgement.cause()));
    Window window = judgement.window();
    if (window.valid()) {
      page.add(
          gauge(
              "samples_per_second",
              "Samples per second that the database acknowledged.",
              window.throughput().samplesPerSecond()));
      page.add(gauge("in_flight", "Batches in flight, mean.", window.inFlight().mean()));
      page.add(
          gauge(
              "in_flight_bound",
              "Batches that may be in flight, over the whole job.",
              window.inFlight().bound()));
      page.add(
          gauge(
              "permit_wait_ratio",
              "Share of the writers' time with a batch in hand and every permit taken.",
              window.inFlight().permitWaitShare()));
      page.add(latency(window.requests()));
    }
    return page;
  }

  private static MetricFamilySamples cause(Cause cause) {
    var family =
        new GaugeMetricFamily(
            PREFIX + "cause", "1 for what stops the job, 0 for the others.", List.of("cause"));
    for (Cause each : Cause.values()) {
      family.addMetric(List.of(each.name()), each == cause ? 1 : 0);
    }
    return family;
  }

  private static MetricFamilySamples latency(Window.Requests requests) {
    var family =
        new GaugeMetricFamily(
            PREFIX + "latency_seconds", "Of single requests.", List.of("quantile"));
    add(family, "0.5", requests.p50Millis());
    add(family, "0.9", requests.p90Millis());
    add(family, "0.99", requests.p99Millis());
    return family;
  }

  private static void add(GaugeMetricFamily family, String quantile, Double millis) {
    if (millis != null) {
      family.addMetric(List.of(quantile), millis / 1e3);
    }
  }

  private static MetricFamilySamples gauge(String name, String help, double value) {
    return new GaugeMetricFamily(PREFIX + name, help + " Over the last window.", value);
  }

  @Override
  public void close() {
    if (server != null) {
      server.stop();
    }
  }
}
