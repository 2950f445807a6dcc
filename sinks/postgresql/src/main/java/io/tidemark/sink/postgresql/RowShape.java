package io.tidemark.sink.postgresql;

import io.tidemark.series.LabelCursor;
import io.tidemark.series.Labels;
import io.tidemark.series.SeriesHash;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * How a sample becomes a row: {@code bigint} columns that name its series, a {@code timestamptz}
 * and a {@code double precision}. The names are hashes of the labels, so rows are made without
 * asking the database. Another table holds the labels by their hash.
 */
enum RowShape {
  /** One column has the hash of all labels. */
  NARROW("series_id"),
  /** Two columns have the hash of all labels but the metric's name, and the hash of that name. */
  CASE("partition", "name");

  private static final byte[] METRIC = "__name__".getBytes(StandardCharsets.US_ASCII);

  /** These columns name the series. */
  final List<String> keys;

  RowShape(String... keys) {
    this.keys = List.of(keys);
  }

  /** Puts the values of the series' key columns into {@code to}, from {@code at} on. */
  void keys(Labels labels, long[] to, int at) {
    if (this == NARROW) {
      to[at] = labels.hash();
      return;
    }
    byte[] encoded = labels.encoded();
    to[at] = labels.hash();
    to[at + 1] = 0;
    for (LabelCursor label = labels.cursor(); label.next(); ) {
      if (isMetric(encoded, label)) {
        byte[] rest = new byte[encoded.length - (label.end() - label.start())];
        System.arraycopy(encoded, 0, rest, 0, label.start());
        System.arraycopy(encoded, label.end(), rest, label.start(), encoded.length - label.end());
        to[at] = SeriesHash.of(rest, 0, rest.length);
        to[at + 1] = SeriesHash.of(encoded, label.valueOffset(), label.valueLength());
      }
    }
  }

  private static boolean isMetric(byte[] encoded, LabelCursor label) {
    return java.util.Arrays.equals(
        encoded,
        label.nameOffset(),
        label.nameOffset() + label.nameLength(),
        METRIC,
        0,
        METRIC.length);
  }
}
