package io.tidemark.sink.rocksdb;

import java.util.regex.Pattern;

/**
 * The settings of a table, which a writer sends with each request; a table that is there keeps its
 * options.
 *
 * @param options the options of its column family, in RocksDB's own words: {@code
 *     enable_blob_files=true;min_blob_size=1024}
 * @param valueBytes the bytes of a row's value; the server makes those beyond the shape's own
 * @param index whether each row is written to an index by time as well
 * @param sync whether an answer waits until the write-ahead log is on disk
 */
record TableSettings(
    String name, String options, KeyShape shape, int valueBytes, boolean index, boolean sync) {
  static final String NAME_HEADER = "X-Table";
  static final String OPTIONS_HEADER = "X-Table-Options";
  static final String SHAPE_HEADER = "X-Shape";
  static final String VALUE_BYTES_HEADER = "X-Value-Bytes";
  static final String INDEX_HEADER = "X-Index";
  static final String SYNC_HEADER = "X-Sync";

  static final int MAX_VALUE_BYTES = 1 << 20;
  static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_]{0,49}");

  /** Matches settings such as a=b;c=d; values of RocksDB's may hold braces and colons. */
  static final Pattern OPTIONS =
      Pattern.compile("|[a-z0-9_]+=[A-Za-z0-9_.:{}=]*(;[a-z0-9_]+=[A-Za-z0-9_.:{}=]*)*;?");

  TableSettings {
    if (!NAME.matcher(name).matches() || !OPTIONS.matcher(options).matches()) {
      throw new IllegalArgumentException("no table [name=%s, options=%s]".formatted(name, options));
    }
    if (valueBytes < shape.minValueBytes() || valueBytes > MAX_VALUE_BYTES) {
      throw new IllegalArgumentException(
          "no bytes of a value [valueBytes=%d, min=%d, max=%d]"
              .formatted(valueBytes, shape.minValueBytes(), MAX_VALUE_BYTES));
    }
  }

  String seriesTable() {
    return name + "_series";
  }

  String indexTable() {
    return name + "_index";
  }
}
