package io.tidemark.watch;

import io.prometheus.metrics.exporter.httpserver.HTTPServer;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.tidemark.ceiling.Cause;
import io.tidemark.ceiling.result.Probabilities;
import io.tidemark.cluster.RunningJob;
import io.tidemark.job.config.ConfigException;
import io.tidemark.measure.Window;
import io.tidemark.measure.window.Database;
import io.tidemark.measure.window.Queried;
import io.tidemark.measure.window.Requests;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * The last judgement as Prometheus metrics, documented in docs/metrics.md, each with the job's id
 * and name for labels. What was not measured is absent: everything before the first window, and in
 * an invalid one everything but the cause, probabilities, and what makes it invalid of the
 * database.
 */
final class VerdictMetrics implements MultiCollector, AutoCloseable {
  private static final String PREFIX = "tidemark_ceiling_";

  private Labels job = Labels.EMPTY;
  private Judgement shown;
  private HTTPServer server;

  private VerdictMetrics() {}

  /**
   * @param address the address to listen on; empty for no server
   * @throws ConfigException if it can't be listened on
   */
  static VerdictMetrics serve(Optional<InetSocketAddress> address) {
    var page = new VerdictMetrics();
    address.ifPresent(page::listen);
    return page;
  }

  private void listen(InetSocketAddress address) {
    var registry = new PrometheusRegistry();
    registry.register(this);
    try {
      server =
          HTTPServer.builder()
              .inetAddress(address.getAddress())
              .port(address.getPort())
              .registry(registry)
              .buildAndStart();
    } catch (IOException e) {
      throw new ConfigException(
          "--listen=%s:%d can't be used (%s); choose another"
              .formatted(address.getHostString(), address.getPort(), e.getMessage()),
          e);
    }
  }

  /** Begins to show a job, of which nothing is known yet; null for none. */
  synchronized void begin(RunningJob running) {
    shown = null;
    job =
        running == null
            ? Labels.EMPTY
            : Labels.of("job_id", running.id(), "job_name", running.name());
  }

  synchronized void show(Judgement judgement) {
    shown = judgement;
  }

  @Override
  public synchronized MetricSnapshots collect() {
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
    Database database = window.database();
    if (database != null) {
      add(page, "read_only", "1: it takes no writes.", number(database.readOnly()));
      add(page, "ignored_rows", "Accepted and thrown away.", ignored(database));
    }
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
      if (database != null) {
        addLoad(page, database);
      }
    }
    return page.build();
  }

  /** Adds what a database of any kind may report of its load. */
  private void addLoad(MetricSnapshots.Builder page, Database database) {
    add(page, "cpu_cores", "Cores used, over all its processes.", database.cpuCoresUsed());
    add(page, "available_cores", "Cores that it may use.", database.cores());
    add(page, "cpu_ratio", "CPU used of that, in its fullest process.", database.cpuShare());
    add(page, "slots_taken", "Insert slots taken, mean.", database.slotsInUse());
    add(page, "slots", "Insert slots.", database.slots());
    add(page, "rows_per_second", "Whoever sent them.", database.rowsPerSecond());
    Queried queried = database.queried();
    if (queried != null) {
      add(page, "queries", "Queries at work, whoever asked, mean.", queried.concurrent());
      add(page, "queries_per_second", "Whoever asked.", queried.perSecond());
      add(page, "queries_cpu_cores", "Of what only answers queries.", queried.cpuCores());
    }
  }

  private void add(MetricSnapshots.Builder page, String name, String help, Double value) {
    if (value != null) {
      page.metricSnapshot(gauge("database_" + name, "The database. " + help, value));
    }
  }

  private static Double number(Boolean yes) {
    return yes == null ? null : yes ? 1.0 : 0.0;
  }

  private static Double ignored(Database database) {
    return database.rowsIgnored() == null
        ? null
        : (double) database.rowsIgnored().values().stream().mapToLong(Long::longValue).sum();
  }

  private GaugeSnapshot cause(Cause cause) {
    var gauge = named("cause", "1 for what stops the job, 0 for the others.");
    for (Cause each : Cause.values()) {
      gauge.dataPoint(cause(each.name(), each == cause ? 1 : 0));
    }
    return gauge.build();
  }

  private GaugeSnapshot probabilities(Probabilities told) {
    var gauge = named("cause_probability", "How probable each cause is; they need not sum to 1.");
    told.causes()
        .forEach((cause, probability) -> gauge.dataPoint(cause(cause.name(), probability)));
    gauge.dataPoint(cause("NONE_OF_THESE", told.noneOfThese()));
    return gauge.build();
  }

  private GaugeDataPointSnapshot cause(String name, double value) {
    return point(Labels.of("cause", name), value);
  }

  private GaugeSnapshot latency(Requests requests) {
    var gauge = named("latency_seconds", "Of single requests.");
    add(gauge, "0.5", requests.p50Millis());
    add(gauge, "0.9", requests.p90Millis());
    add(gauge, "0.99", requests.p99Millis());
    return gauge.build();
  }

  private void add(GaugeSnapshot.Builder gauge, String quantile, Double millis) {
    if (millis != null) {
      gauge.dataPoint(point(Labels.of("quantile", quantile), millis / 1e3));
    }
  }

  private GaugeSnapshot gauge(String name, String help, double value) {
    return named(name, help + " Over the last window.")
        .dataPoint(point(Labels.EMPTY, value))
        .build();
  }

  private static GaugeSnapshot.Builder named(String name, String help) {
    return GaugeSnapshot.builder().name(PREFIX + name).help(help);
  }

  private GaugeDataPointSnapshot point(Labels labels, double value) {
    return GaugeDataPointSnapshot.builder().labels(job.merge(labels)).value(value).build();
  }

  @Override
  public void close() {
    if (server != null) {
      server.stop();
    }
  }
}
