package io.tidemark.sink.prometheus;

import static io.tidemark.sink.prometheus.QuantityMetrics.Quantity.CORES;
import static io.tidemark.sink.prometheus.QuantityMetrics.Quantity.CPU_SECONDS;
import static io.tidemark.sink.prometheus.QuantityMetrics.Quantity.DISK_BYTES;
import static io.tidemark.sink.prometheus.QuantityMetrics.Quantity.FSYNC_SECONDS;
import static io.tidemark.sink.prometheus.QuantityMetrics.Quantity.LOG_BYTES;
import static io.tidemark.sink.prometheus.QuantityMetrics.Quantity.NEW_SERIES;
import static io.tidemark.sink.prometheus.QuantityMetrics.Quantity.RESIDENT_BYTES;
import static io.tidemark.sink.prometheus.QuantityMetrics.Quantity.ROWS_IGNORED;
import static io.tidemark.sink.prometheus.QuantityMetrics.Quantity.ROWS_INSERTED;
import static io.tidemark.sink.prometheus.QuantityMetrics.Quantity.ROWS_STORED;
import static io.tidemark.sink.prometheus.QuantityMetrics.Quantity.SLOTS_IN_USE;
import static io.tidemark.sink.prometheus.QuantityMetrics.Quantity.START_SECONDS;

import io.tidemark.sink.Concept;
import io.tidemark.sink.http.PageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The flavours that no module of their own describes, as tables. */
final class Flavours {
  private static final Pattern ANY = Pattern.compile("");

  /** What Go's client library tells of any process. */
  private static final List<QuantityMetrics> PROCESS =
      List.of(
          QuantityMetrics.of(START_SECONDS, "process_start_time_seconds"),
          QuantityMetrics.of(CPU_SECONDS, "process_cpu_seconds_total"),
          QuantityMetrics.of(CORES, "go_sched_gomaxprocs_threads"),
          QuantityMetrics.of(RESIDENT_BYTES, "process_resident_memory_bytes"));

  /** Its block storage, which Thanos has, too. */
  private static final List<QuantityMetrics> TSDB =
      List.of(
          QuantityMetrics.of(ROWS_INSERTED, "prometheus_tsdb_head_samples_appended_total"),
          QuantityMetrics.of(ROWS_STORED, "prometheus_tsdb_head_samples_appended_total"),
          QuantityMetrics.of(NEW_SERIES, "prometheus_tsdb_head_series_created_total"),
          QuantityMetrics.of(
              DISK_BYTES,
              "prometheus_tsdb_wal_storage_size_bytes",
              "prometheus_tsdb_head_chunks_storage_size_bytes",
              "prometheus_tsdb_storage_blocks_bytes"),
          QuantityMetrics.of(FSYNC_SECONDS, "prometheus_tsdb_wal_fsync_duration_seconds_sum"),
          QuantityMetrics.of(LOG_BYTES, "prometheus_tsdb_wal_record_parts_bytes_written_total"));

  private static final String SLOTS_OF_ITS_OWN =
      "if it bounds the requests that it works on at once, its own documentation names the limit";

  static final Flavour PROMETHEUS =
      new Flavour(
          "Prometheus",
          "prometheus_tsdb_head_",
          ANY,
          "prometheus_build_info",
          join(
              PROCESS,
              TSDB,
              List.of(
                  QuantityMetrics.part(
                      ROWS_IGNORED,
                      "invalid_labels",
                      "prometheus_api_remote_write_invalid_labels_samples_total"))),
          Map.of(
              Concept.IGNORED_ROWS,
              "prometheus_api_remote_write_invalid_labels_samples_total counts what it dropped:"
                  + " series without a name, or with names of labels that this version does not"
                  + " take; its log says which"),
          "");

  static final Flavour THANOS =
      new Flavour(
          "Thanos",
          "thanos_receive_",
          ANY,
          "thanos_build_info",
          join(PROCESS, TSDB),
          Map.of(
              Concept.INSERT_SLOTS,
              "write.global.max_concurrency of its limits bounds the requests that it works on at"
                  + " once"),
          "");

  /** Cortex and Mimir share names; the versions of Mimir began with 2. */
  private static final List<QuantityMetrics> CORTEX_SIGNALS =
      join(
          PROCESS,
          List.of(
              QuantityMetrics.of(ROWS_INSERTED, "cortex_distributor_received_samples_total"),
              QuantityMetrics.of(ROWS_INSERTED, "cortex_ingester_ingested_samples_total"),
              QuantityMetrics.of(ROWS_STORED, "cortex_ingester_ingested_samples_total"),
              QuantityMetrics.of(NEW_SERIES, "cortex_ingester_memory_series_created_total"),
              QuantityMetrics.of(SLOTS_IN_USE, "cortex_distributor_inflight_push_requests"),
              QuantityMetrics.of(DISK_BYTES, "cortex_ingester_tsdb_storage_blocks_bytes"),
              QuantityMetrics.of(
                  FSYNC_SECONDS, "cortex_ingester_tsdb_wal_fsync_duration_seconds_sum"),
              QuantityMetrics.setting("cortex_distributor_instance_limits", "limit"),
              QuantityMetrics.setting("cortex_ingester_instance_limits", "limit")));

  private static final Map<Concept, String> CORTEX_REMEDIES =
      Map.of(
          Concept.INSERT_SLOTS,
          "instance limits (max_inflight_push_requests, max_ingestion_rate) of distributors and"
              + " ingesters turn requests away, and so do a tenant's limits (ingestion_rate,"
              + " max_global_series_per_user)");

  static final Flavour MIMIR =
      new Flavour(
          "Mimir",
          "cortex_",
          Pattern.compile("v?([2-9]|[1-9]\\d)"),
          "cortex_build_info",
          CORTEX_SIGNALS,
          CORTEX_REMEDIES,
          "");

  static final Flavour CORTEX =
      new Flavour(
          "Cortex", "cortex_", ANY, "cortex_build_info", CORTEX_SIGNALS, CORTEX_REMEDIES, "");

  static final Flavour OTEL_COLLECTOR =
      new Flavour(
          "otel-collector",
          "otelcol_",
          ANY,
          "target_info",
          List.of(
              QuantityMetrics.of(CPU_SECONDS, "otelcol_process_cpu_seconds_total"),
              QuantityMetrics.of(CPU_SECONDS, "otelcol_process_cpu_seconds"),
              QuantityMetrics.of(RESIDENT_BYTES, "otelcol_process_memory_rss_bytes"),
              QuantityMetrics.of(RESIDENT_BYTES, "otelcol_process_memory_rss"),
              QuantityMetrics.of(ROWS_INSERTED, "otelcol_receiver_accepted_metric_points_total"),
              QuantityMetrics.of(ROWS_INSERTED, "otelcol_receiver_accepted_metric_points"),
              QuantityMetrics.setting("otelcol_exporter_queue_capacity", "")),
          Map.of(Concept.INSERT_SLOTS, SLOTS_OF_ITS_OWN),
          "%s is an OpenTelemetry collector: what it acknowledges may be in its queue only; this is the ceiling of the collector, not of what is behind it");

  /** Whatever has a page. */
  static final Flavour UNKNOWN =
      new Flavour(
          "unknown",
          "",
          ANY,
          "target_info",
          PROCESS,
          Map.of(Concept.INSERT_SLOTS, SLOTS_OF_ITS_OWN),
          "");

  /** Each before those whose marks may be on its page as well. */
  static final List<Flavour> ALL =
      List.of(OTEL_COLLECTOR, THANOS, MIMIR, CORTEX, PROMETHEUS, UNKNOWN);

  /** Of what Go's client library, and Prometheus' own storage, tell. */
  static final Map<PageFormat.Reading, String> QUERIES =
      Map.of(
          PageFormat.Reading.ROWS,
          "sum(rate(prometheus_tsdb_head_samples_appended_total[5m]))",
          PageFormat.Reading.CPU,
          "rate(process_cpu_seconds_total[5m]) / go_sched_gomaxprocs_threads",
          PageFormat.Reading.STORAGE,
          "rate(prometheus_tsdb_wal_fsync_duration_seconds_sum[5m])");

  private Flavours() {}

  @SafeVarargs
  private static List<QuantityMetrics> join(List<QuantityMetrics>... parts) {
    var all = new ArrayList<QuantityMetrics>();
    for (List<QuantityMetrics> part : parts) {
      all.addAll(part);
    }
    return List.copyOf(all);
  }
}
