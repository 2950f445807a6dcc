package io.tidemark.sink.rocksdb;

import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.TsdbSignals;
import io.tidemark.sink.http.Address;
import io.tidemark.sink.http.MetricsText;
import io.tidemark.sink.http.PageReader;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Reads the server's page. Thread-safe. */
final class PageProbe implements CapacityProbe {
  private static final OptionalDouble ABSENT = OptionalDouble.empty();
  private static final Set<String> WANTED =
      Set.of(
          ServerPage.VERSION,
          ServerPage.START,
          ServerPage.CPU,
          ServerPage.CORES,
          ServerPage.THROTTLED,
          ServerPage.RESIDENT,
          ServerPage.SLOTS,
          ServerPage.IN_USE,
          ServerPage.LIMIT_REACHED,
          ServerPage.LIMIT_TIMEOUTS,
          ServerPage.ROWS,
          ServerPage.LOG_SYNCS,
          ServerPage.DELAYED,
          ServerPage.PENDING,
          ServerPage.LEVEL0,
          ServerPage.DISK,
          ServerPage.LOG);

  private final Address page;
  private final PageReader reader;

  PageProbe(TargetConfig target) {
    URI url = (target.metricsUrls().isEmpty() ? target.urls() : target.metricsUrls()).get(0);
    page = Address.of("target.urls", url, path -> path + "/metrics");
    reader = new PageReader(target);
  }

  @Override
  public TsdbSignals read() throws IOException {
    byte[] body = reader.read(List.of(page)).get(0);
    Map<String, Double> values = new HashMap<>();
    var version = new String[1];
    MetricsText.parse(
        body,
        WANTED,
        (name, labels, value) -> {
          values.put(name, value);
          version[0] = labels.getOrDefault("version", version[0]);
        });
    if (version[0] == null) {
      throw new IOException("no page of a RocksDB server at %s".formatted(page.name()));
    }
    return new TsdbSignals(List.of(node(values, version[0])), warnings(values));
  }

  private static List<String> warnings(Map<String, Double> values) {
    return values.getOrDefault(ServerPage.DELAYED, 0.0) > 0
        ? List.of(
            "rocksdb: it holds writers up, for flushes and compaction don't follow [pending compaction=%.0f MiB, files at level 0=%.0f]"
                .formatted(
                    values.getOrDefault(ServerPage.PENDING, 0.0) / (1 << 20),
                    values.getOrDefault(ServerPage.LEVEL0, 0.0)))
        : List.of();
  }

  private TsdbNode node(Map<String, Double> values, String version) {
    OptionalDouble inUse = of(values, ServerPage.IN_USE);
    boolean delayed = values.getOrDefault(ServerPage.DELAYED, 0.0) > 0;
    return TsdbNode.named(page.name(), TsdbNode.Role.SINGLE)
        .version(Optional.of(version))
        .startSeconds(of(values, ServerPage.START))
        .cpu(new TsdbNode.Cpu(of(values, ServerPage.CPU), of(values, ServerPage.CORES)))
        .pressure(new TsdbNode.Pressure(of(values, ServerPage.THROTTLED), ABSENT))
        .residentBytes(of(values, ServerPage.RESIDENT))
        .slots(
            new TsdbNode.Slots(
                inUse,
                of(values, ServerPage.SLOTS),
                of(values, ServerPage.LIMIT_REACHED),
                of(values, ServerPage.LIMIT_TIMEOUTS),
                Optional.of(true)))
        .rows(new TsdbNode.Rows(of(values, ServerPage.ROWS), Map.of(), ABSENT, ABSENT))
        .storage(
            new TsdbNode.Storage(
                ABSENT,
                of(values, ServerPage.DISK),
                ABSENT,
                of(values, ServerPage.LOG_SYNCS),
                of(values, ServerPage.LOG)))
        // A request in a slot while writers are held up waits for files to be written.
        .sessions(
            new TsdbNode.Sessions(
                inUse, ABSENT, ABSENT, delayed ? inUse : OptionalDouble.of(0), List.of()))
        .build();
  }

  private static OptionalDouble of(Map<String, Double> values, String name) {
    Double value = values.get(name);
    return value == null ? ABSENT : OptionalDouble.of(value);
  }

  @Override
  public void close() {
    reader.close();
  }
}
