package io.tidemark.sink.rows;

import io.tidemark.series.Labels;

/**
 * Says how one database takes a row, byte for byte, so that rows go to it as they lie in a payload.
 * All rows have the same length. Pure, and thread-safe.
 */
public interface RowCode {
  /** Returns the encoding of a payload, in the database's own words. */
  String encoding();

  /** Returns the number of columns that name a series: one or two, of eight bytes each. */
  int width();

  /** Writes the columns that name a series to {@code to}, from {@code at} on. */
  void keys(Labels labels, long[] to, int at);

  int rowBytes();

  /** Returns the bytes before the rows, which are not to be changed. */
  byte[] head();

  /** Returns the bytes behind the rows, which are not to be changed. */
  byte[] tail();

  /**
   * @param from where the series' columns begin in {@code keys}
   */
  void write(byte[] body, int at, long[] keys, int from, long timestampMillis, double value);

  void read(byte[] body, int at, RowVisitor visitor);

  /** Gets a row: its series' columns, where the second is 0 if there is one, and its sample. */
  interface RowVisitor {
    void row(long first, long second, long timestampMillis, double value);
  }
}
