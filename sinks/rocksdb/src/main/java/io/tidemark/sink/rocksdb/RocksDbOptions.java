package io.tidemark.sink.rocksdb;

import io.tidemark.sink.OptionKey;
import io.tidemark.sink.TargetConfig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** The settings that only RocksDB has; they describe the table that is written to. */
final class RocksDbOptions {
  private static final OptionKey<String> TABLE =
      OptionKey.text("table", "samples", "a column family; it is made where it is missing");
  private static final OptionKey<KeyShape> SHAPE =
      OptionKey.choice(
          "shape",
          KeyShape.class,
          "rows: keys are series and time | case: keys of 8 bytes at random, value-bytes from 24");
  private static final OptionKey<Boolean> BLOBS =
      OptionKey.flag("enable-blob-files", false, "keep values apart from their keys");
  private static final OptionKey<Long> MIN_BLOB =
      OptionKey.size(
          "min-blob-size", 0, "with enable-blob-files: smaller values stay with their keys");
  private static final OptionKey<Boolean> GARBAGE =
      OptionKey.flag("enable-blob-garbage-collection", false, "move values out of old blob files");
  private static final OptionKey<Long> LEVELS =
      OptionKey.integer("num-levels", 7, "levels of a created table's tree");
  private static final OptionKey<String> COMPRESSION =
      OptionKey.choice(
          "compression",
          List.of("snappy", "none", "lz4", "zstd"),
          "compression of a table's files");
  private static final OptionKey<Boolean> COMPACTIONS =
      OptionKey.flag(
          "auto-compactions", true, "merge files; false: never, nor stall writers for it");
  private static final OptionKey<String> TABLE_OPTIONS =
      OptionKey.text(
          "table-options",
          "",
          "more options of a created table, in RocksDB's words: write_buffer_size=1048576;num_levels=4");
  private static final OptionKey<Long> VALUE_BYTES =
      OptionKey.size("value-bytes", 8, "of each row; the server makes what is beyond its own");
  private static final OptionKey<Boolean> INDEX =
      OptionKey.flag("index", false, "write an index by time as well, a record for each row");
  private static final OptionKey<Boolean> SYNC =
      OptionKey.flag("sync", false, "answer once the write-ahead log is on disk, not only written");

  static final List<OptionKey<?>> KEYS =
      List.of(
          TABLE,
          SHAPE,
          VALUE_BYTES,
          INDEX,
          SYNC,
          BLOBS,
          MIN_BLOB,
          GARBAGE,
          LEVELS,
          COMPRESSION,
          COMPACTIONS,
          TABLE_OPTIONS);

  private static final Map<String, String> COMPRESSIONS =
      Map.of(
          "snappy", "kSnappyCompression",
          "none", "kNoCompression",
          "lz4", "kLZ4Compression",
          "zstd", "kZSTD");

  private RocksDbOptions() {}

  static Map<String, String> problems(SortedMap<String, String> options) {
    var problems = new LinkedHashMap<String, String>();
    if (!TableSettings.NAME.matcher(TABLE.in(options)).matches()) {
      problems.put(TABLE.name(), "must be at most 50 of a-z, 0-9 and _, no digit first");
    }
    if (!TableSettings.OPTIONS.matcher(TABLE_OPTIONS.in(options)).matches()) {
      problems.put(TABLE_OPTIONS.name(), "must be settings such as a=b;c=d");
    }
    long bytes = VALUE_BYTES.in(options);
    int least = SHAPE.in(options).minValueBytes();
    if (bytes < least || bytes > TableSettings.MAX_VALUE_BYTES) {
      problems.put(VALUE_BYTES.name(), "must be between %d and 1MiB".formatted(least));
    }
    return problems;
  }

  static String table(TargetConfig target) {
    return TABLE.in(target.options());
  }

  /** Returns the headers of a write request. */
  static Map<String, String> headers(TargetConfig target) {
    SortedMap<String, String> options = target.options();
    return Map.of(
        "Content-Type",
        "application/octet-stream",
        TableSettings.NAME_HEADER,
        TABLE.in(options),
        TableSettings.OPTIONS_HEADER,
        tableOptions(options),
        TableSettings.SHAPE_HEADER,
        SHAPE.text(options),
        TableSettings.VALUE_BYTES_HEADER,
        VALUE_BYTES.text(options),
        TableSettings.INDEX_HEADER,
        INDEX.text(options),
        TableSettings.SYNC_HEADER,
        SYNC.text(options));
  }

  /** Returns the table's options in RocksDB's own words, without those at their default. */
  static String tableOptions(SortedMap<String, String> options) {
    var words = new ArrayList<String>();
    for (OptionKey<?> key : List.of(BLOBS, MIN_BLOB, GARBAGE, LEVELS)) {
      if (!key.isDefault(options)) {
        words.add(key.name().replace('-', '_') + "=" + key.text(options));
      }
    }
    if (!COMPRESSION.isDefault(options)) {
      words.add("compression=" + COMPRESSIONS.get(COMPRESSION.in(options)));
    }
    if (!COMPACTIONS.in(options)) {
      words.add("disable_auto_compactions=true");
    }
    if (!TABLE_OPTIONS.in(options).isEmpty()) {
      words.add(TABLE_OPTIONS.in(options));
    }
    return String.join(";", words);
  }
}
