package io.tidemark.sink.rows;

import io.tidemark.series.Labels;

/**
 * How one database takes a row, byte for byte: so that rows go to it as they lie in a payload. All
 * rows are as long. Pure, and thread-safe.
 */
public interface RowCode {
  /** Of a payload, in the database's own words. */
  String encoding();

  /** Columns that name a series: one or two, of eight bytes each. */
  int width();

  /** Of the series' columns, from {@code at} on. */
  void keys(Labels labels, long[] to, int at);

  int rowBytes();

  /** What stands before the rows; not to be changed. */
  byte[] head();

  /** What stands behind them; not to be changed. */
  byte[] tail();

  /**
   * @param from where the series' keys begin
   */
  void write(byte[] body, int at, long[] keys, int from, long timestampMillis, double value);

  void read(byte[] body, int at, RowVisitor visitor);

  /** Gets a row: its series' columns, of which there may be one, and its sample. */
  interface RowVisitor {
    void row(long first, long second, long timestampMillis, double value);
  }
}
