package io.tidemark.sink.victoriametrics;

import io.tidemark.sink.Concept;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.http.MetricsText;
import io.tidemark.sink.http.PageFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The pages of single nodes, and of a cluster's processes. */
public final class VictoriaMetricsPages implements PageFormat {
  @Override
  public String product() {
    return "VictoriaMetrics";
  }

  @Override
  public boolean isOf(byte[] page) {
    return MetricsText.has(page, "vm");
  }

  @Override
  public Optional<TsdbNode> read(byte[] page, String name, long readAtNanos) {
    MetricsPage read = MetricsPage.parse(page);
    return read.isEmpty() ? Optional.empty() : Optional.of(read.node(name, readAtNanos));
  }

  @Override
  public List<String> problems(List<TsdbNode> nodes) {
    return KnownProblems.of(nodes);
  }

  /**
   * Leaves out the flags: a process shows hundreds of series of them, of which only a few are read.
   */
  @Override
  public Set<String> metrics() {
    return MetricsPage.WANTED.stream()
        .filter(name -> !name.equals(MetricsPage.FLAG))
        .collect(Collectors.toSet());
  }

  @Override
  public Map<Reading, String> queries() {
    return Map.of(
        Reading.ROWS,
        "sum(rate(vm_rows_inserted_total[5m]))",
        Reading.CPU,
        "rate(process_cpu_seconds_total[5m]) / process_cpu_cores_available",
        Reading.CPU_WAITS,
        "rate(process_pressure_cpu_waiting_seconds_total[5m])",
        Reading.SLOTS,
        "avg_over_time(vm_concurrent_insert_current[5m]) / vm_concurrent_insert_capacity",
        Reading.NO_SLOT_FREE,
        "rate(vm_concurrent_insert_limit_reached_total[5m])",
        Reading.LINK,
        "rate(vm_rpc_send_duration_seconds_total[5m])",
        Reading.STORAGE,
        "rate(vm_filestream_write_duration_seconds_total[5m])"
            + " + rate(vm_filestream_fsync_duration_seconds_total[5m])",
        Reading.IO_STALLS,
        "rate(process_pressure_io_stalled_seconds_total[5m])",
        Reading.SLOW_ROWS,
        "rate(vm_slow_row_inserts_total[5m]) / rate(vm_rows_added_to_storage_total[5m])",
        Reading.QUERIES,
        "avg_over_time(vm_concurrent_select_current[5m])");
  }

  @Override
  public Map<Concept, String> remedies() {
    return Map.of(
        Concept.INSERT_SLOTS,
        "insert slots are -maxConcurrentInserts; by default they follow the cores: a server with"
            + " more cores has more of both",
        Concept.STORAGE_LINKS,
        "vminsert sends to each vmstorage one block at a time: more vmstorage nodes, or faster"
            + " disks for those there are",
        Concept.READ_ONLY_STATE,
        "it takes no writes while its disk has less than -storage.minFreeDiskSpaceBytes free",
        Concept.IGNORED_ROWS,
        "vm_rows_ignored_total counts what it dropped, by reason: e.g. timestamps outside of"
            + " -retentionPeriod, or too many labels (-maxLabelsPerTimeseries);"
            + " hourly_series_limit and daily_series_limit are -storage.maxHourlySeries and"
            + " -storage.maxDailySeries: raise them, or send fewer series");
  }
}
