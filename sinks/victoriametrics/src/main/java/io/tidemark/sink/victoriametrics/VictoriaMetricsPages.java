package io.tidemark.sink.victoriametrics;

import io.tidemark.sink.Concept;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.http.MetricsText;
import io.tidemark.sink.http.PageFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
