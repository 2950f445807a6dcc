package io.tidemark.sink.rocksdb;

import io.tidemark.sink.OptionKey;
import io.tidemark.sink.OptionKey.Type;
import io.tidemark.sink.TargetConfig;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** Settings of RocksDB's own: the table that is written to. */
final class Options {
  private static final OptionKey TABLE =
      OptionKey.text("table", "samples", "a column family; it is made where it is missing");
  private static final OptionKey TABLE_OPTIONS =
      OptionKey.text(
          "table-options",
          "",
          "of a table that is made, in RocksDB's words: enable_blob_files=true;min_blob_size=1024");
  private static final OptionKey VALUE_BYTES =
      new OptionKey(
          "value-bytes",
          Type.SIZE,
          List.of(),
          "8",
          "of each row; the server makes what is beyond 8",
          false);
  private static final OptionKey INDEX =
      bool("index", "write an index by time as well, a record for each row");
  private static final OptionKey SYNC =
      bool("sync", "answer once the write-ahead log is on disk, not only written");

  static final List<OptionKey> KEYS = List.of(TABLE, TABLE_OPTIONS, VALUE_BYTES, INDEX, SYNC);

  private Options() {}

  private static OptionKey bool(String name, String comment) {
    return new OptionKey(name, Type.BOOLEAN, List.of(), "false", comment, false);
  }

  static Map<String, String> problems(SortedMap<String, String> options) {
    var problems = new LinkedHashMap<String, String>();
    if (!TableSettings.NAME.matcher(TABLE.in(options)).matches()) {
      problems.put(TABLE.name(), "must be at most 50 of a-z, 0-9 and _, no digit first");
    }
    if (!TableSettings.OPTIONS.matcher(TABLE_OPTIONS.in(options)).matches()) {
      problems.put(TABLE_OPTIONS.name(), "must be settings such as a=b;c=d");
    }
    long bytes = Long.parseLong(VALUE_BYTES.in(options));
    if (bytes < TableSettings.MIN_VALUE_BYTES || bytes > TableSettings.MAX_VALUE_BYTES) {
      problems.put(
          VALUE_BYTES.name(),
          "must be between %d and 1MiB".formatted(TableSettings.MIN_VALUE_BYTES));
    }
    return problems;
  }

  /** Of a request to write. */
  static Map<String, String> headers(TargetConfig target) {
    SortedMap<String, String> options = target.options();
    return Map.of(
        "Content-Type",
        "application/octet-stream",
        TableSettings.NAME_HEADER,
        TABLE.in(options),
        TableSettings.OPTIONS_HEADER,
        TABLE_OPTIONS.in(options),
        TableSettings.VALUE_BYTES_HEADER,
        VALUE_BYTES.in(options),
        TableSettings.INDEX_HEADER,
        INDEX.in(options),
        TableSettings.SYNC_HEADER,
        SYNC.in(options));
  }
}
