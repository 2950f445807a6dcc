package io.tidemark.sink.rocksdb;

import io.tidemark.sink.OptionKey;
import io.tidemark.sink.OptionKey.Type;
import io.tidemark.sink.TargetConfig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** The settings that only RocksDB has; they describe the table that is written to. */
final class RocksDbOptions {
  private static final OptionKey TABLE =
      OptionKey.text("table", "samples", "a column family; it is made where it is missing");
  private static final OptionKey SHAPE =
      OptionKey.choice(
          "shape",
          List.of("rows", "case"),
          "rows: keys are series and time | case: keys of 8 bytes at random, value-bytes from 24");
  private static final OptionKey BLOBS =
      OptionKey.flag("enable-blob-files", false, "keep values apart from their keys");
  private static final OptionKey MIN_BLOB =
      size("min-blob-size", "0", "with enable-blob-files: smaller values stay with their keys");
  private static final OptionKey GARBAGE =
      OptionKey.flag("enable-blob-garbage-collection", false, "move values out of old blob files");
  private static final OptionKey LEVELS =
      new OptionKey(
          "num-levels", Type.INTEGER, List.of(), "7", "of the tree of a table that is made", false);
  private static final OptionKey COMPRESSION =
      OptionKey.choice(
          "compression", List.of("snappy", "none", "lz4", "zstd"), "of the files of a table");
  private static final OptionKey COMPACTIONS =
      OptionKey.flag(
          "auto-compactions", true, "merge files; false: never, and hold no writer up for it");
  private static final OptionKey TABLE_OPTIONS =
      OptionKey.text(
          "table-options",
          "",
          "more of a table that is made, in RocksDB's words: write_buffer_size=1048576;num_levels=4");
  private static final OptionKey VALUE_BYTES =
      size("value-bytes", "8", "of each row; the server makes what is beyond its own");
  private static final OptionKey INDEX =
      OptionKey.flag("index", false, "write an index by time as well, a record for each row");
  private static final OptionKey SYNC =
      OptionKey.flag("sync", false, "answer once the write-ahead log is on disk, not only written");

  static final List<OptionKey> KEYS =
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

  private static OptionKey size(String name, String fallback, String comment) {
    return new OptionKey(name, Type.SIZE, List.of(), fallback, comment, false);
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
    int least = KeyShape.of(SHAPE.in(options)).minValueBytes();
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
        SHAPE.in(options),
        TableSettings.VALUE_BYTES_HEADER,
        VALUE_BYTES.in(options),
        TableSettings.INDEX_HEADER,
        INDEX.in(options),
        TableSettings.SYNC_HEADER,
        SYNC.in(options));
  }

  /** Returns the table's options in RocksDB's own words, without those at their default. */
  static String tableOptions(SortedMap<String, String> options) {
    var words = new ArrayList<String>();
    for (OptionKey key : List.of(BLOBS, MIN_BLOB, GARBAGE, LEVELS)) {
      if (!key.in(options).equals(key.fallback())) {
        words.add(key.name().replace('-', '_') + "=" + key.in(options));
      }
    }
    if (!COMPRESSION.in(options).equals(COMPRESSION.fallback())) {
      words.add("compression=" + COMPRESSIONS.get(COMPRESSION.in(options)));
    }
    if (!Boolean.parseBoolean(COMPACTIONS.in(options))) {
      words.add("disable_auto_compactions=true");
    }
    if (!TABLE_OPTIONS.in(options).isEmpty()) {
      words.add(TABLE_OPTIONS.in(options));
    }
    return String.join(";", words);
  }
}
