package io.tidemark.watch;

import io.prometheus.metrics.exporter.httpserver.HTTPServer;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.CeilingResult.Probabilities;
import io.tidemark.job.config.ConfigException;
import io.tidemark.measure.Window;
import java.io.IOException;
import java.net.InetAddress;

/**
 * The last judgement as Prometheus metrics, documented in docs/metrics.md. What was not measured is
 * absent: before the first window all, in an invalid one all but the cause.
 */
final class VerdictMetrics implements MultiCollector, AutoCloseable {
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
      var registry = new PrometheusRegistry();
      registry.register(page);
      try {
        page.server =
            HTTPServer.builder()
                .inetAddress(InetAddress.getLoopbackAddress())
                .port(port)
                .registry(registry)
                .buildAndStart();
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
  public MetricSnapshots collect() {
    Judgement judgement = shown;
    var page = MetricSnapshots.builder();
    if (judgement == null) {
      return page.build();
    }
    page.metricSnapshot(cause(judgement.cause()));
    if (judgement.probabilities().told()) {
      page.metricSnapshot(probabilities(judgement.probabilities()));
    }
    Window window = judgement.window();
    if (window.valid()) {
      page.metricSnapshot(
          gauge(
              "samples_per_second",
              "Samples per second that the database acknowledged.",
              window.throughput().samplesPerSecond()));
      page.metricSnapshot(gauge("in_flight", "Batches in flight, mean.", window.inFlight().mean()));
      page.metricSnapshot(
          gauge(
              "in_flight_bound",
              "Batches that may be in flight, over the whole job.",
              window.inFlight().bound()));
      page.metricSnapshot(
          gauge(
              "permit_wait_ratio",
              "Share of the writers' time with a batch in hand and every permit taken.",
              window.inFlight().permitWaitShare()));
      page.metricSnapshot(latency(window.requests()));
    }
    return page.build();
  }

  private static GaugeSnapshot cause(Cause cause) {
    var gauge = named("cause", "1 for what stops the job, 0 for the others.");
    for (Cause each : Cause.values()) {
      gauge.dataPoint(cause(each.name(), each == cause ? 1 : 0));
    }
    return gauge.build();
  }

  private static GaugeSnapshot probabilities(Probabilities told) {
    var gauge = named("cause_probability", "How probable each cause is; they need not sum to 1.");
    told.causes()
        .forEach((cause, probability) -> gauge.dataPoint(cause(cause.name(), probability)));
    gauge.dataPoint(cause("NONE_OF_THESE", told.noneOfThese()));
    return gauge.build();
  }

  private static GaugeDataPointSnapshot cause(String name, double value) {
    return point(Labels.of("cause", name), value);
  }

  private static GaugeSnapshot latency(Window.Requests requests) {
    var gauge = named("latency_seconds", "Of single requests.");
    add(gauge, "0.5", requests.p50Millis());
    add(gauge, "0.9", requests.p90Millis());
    add(gauge, "0.99", requests.p99Millis());
    return gauge.build();
  }

  private static void add(GaugeSnapshot.Builder gauge, String quantile, Double millis) {
    if (millis != null) {
      gauge.dataPoint(point(Labels.of("quantile", quantile), millis / 1e3));
    }
  }

  private static GaugeSnapshot gauge(String name, String help, double value) {
    return named(name, help + " Over the last window.")
        .dataPoint(point(Labels.EMPTY, value))
        .build();
  }

  private static GaugeSnapshot.Builder named(String name, String help) {
    return GaugeSnapshot.builder().name(PREFIX + name).help(help);
  }

  private static GaugeDataPointSnapshot point(Labels labels, double value) {
    return GaugeDataPointSnapshot.builder().labels(labels).value(value).build();
  }

  @Override
  public void close() {
    if (server != null) {
      server.stop();
    }
  }
}
