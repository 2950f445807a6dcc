package io.tidemark.sink.rocksdb;

import io.tidemark.series.Amplification;
import io.tidemark.series.Copies;
import io.tidemark.sink.Capabilities;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.Concept;
import io.tidemark.sink.NullTarget;
import io.tidemark.sink.OptionKey;
import io.tidemark.sink.OwnedDatabase;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.http.Address;
import io.tidemark.sink.http.HttpWriteClient;
import io.tidemark.sink.http.NullServer;
import io.tidemark.sink.http.StatusTable;
import io.tidemark.sink.rows.RowFormat;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * RocksDB in a small server of Tidemark's own ({@link Server}), for {@code target.type: rocksdb}.
 */
public final class RocksDb implements Tsdb {
  private static final StatusTable STATUSES =
      StatusTable.HTTP.with(
          StatusTable.fatal(409, "", "give the target an extra label, which changes all keys"));

  @Override
  public String type() {
    return "rocksdb";
  }

  @Override
  public List<OptionKey<?>> options() {
    return RocksDbOptions.KEYS;
  }

  @Override
  public String protocol() {
    return "rows over HTTP";
  }

  @Override
  public String acknowledged() {
    return "in its log, synced with sync: true";
  }

  @Override
  public URI defaultUrl() {
    return URI.create("http://127.0.0.1:8091");
  }

  @Override
  public List<String> schemes() {
    return List.of("http");
  }

  @Override
  public Map<String, String> problems(SortedMap<String, String> options) {
    return RocksDbOptions.problems(options);
  }

  @Override
  public WireFormat format(TargetConfig target, Amplification amplification) {
    return new RowFormat(KeyRows.CODE, new Copies(amplification, target.extraLabels()));
  }

  @Override
  public WriteClient client(TargetConfig target, ClientOptions options) {
    return new HttpWriteClient(
        target,
        options,
        new HttpWriteClient.Protocol(
            url -> Address.of("target.urls", url, path -> path + "/write"),
            Map.of(KeyRows.CODE.encoding(), RocksDbOptions.headers(target)),
            STATUSES));
  }

  @Override
  public CapacityProbe probe(TargetConfig target) {
    return new PageProbe(target);
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(
        Map.of(
            Concept.INSERT_SLOTS,
            "insert slots are the server's -insert-slots: by default two for each core",
            Concept.COMPACTION_DEBT,
            "writers are held up where flushes and compaction don't follow: a faster disk, more of"
                + " -background-jobs, larger write_buffer_size or max_bytes_for_level_base in target.table-options, or values"
                + " apart from their keys (target.enable-blob-files)"),
        false);
  }

  /** Only Tidemark writes into its store, so whole tables may go. */
  @Override
  public String deletionByHand(TargetConfig target, String held) {
    String table = RocksDbOptions.table(target);
    return "end its server and delete its -folder, or drop the column families %1$s, %1$s_series and %1$s_index with all their runs: ldb --db=FOLDER drop_column_family NAME"
        .formatted(table);
  }

  @Override
  public Optional<OwnedDatabase.Starter> starter() {
    return Optional.of(OwnedRocksDb.STARTER);
  }

  @Override
  public Optional<NullTarget> startNullTarget() {
    return Optional.of(NullServer.startProcess());
  }
}
