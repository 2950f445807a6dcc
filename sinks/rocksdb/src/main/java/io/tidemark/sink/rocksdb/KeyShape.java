package io.tidemark.sink.rocksdb;

import java.util.Locale;

/** The key of a row. */
enum KeyShape {
  /** The key is the series and the time, so the samples of a series lie together and in order. */
  ROWS(16, 8),

  /**
   * The key is a hash of both, so rows come at random; the value holds series and time. The index
   * of such a table has keys of 26 bytes and values of four.
   */
  CASE(8, 24);

  private final int keyBytes;
  private final int minValueBytes;

  KeyShape(int keyBytes, int minValueBytes) {
    this.keyBytes = keyBytes;
    this.minValueBytes = minValueBytes;
  }

  int keyBytes() {
    return keyBytes;
  }

  /** Returns how many bytes a value needs so that the row can be read back. */
  int minValueBytes() {
    return minValueBytes;
  }

  /**
   * @throws IllegalArgumentException if there is no such shape
   */
  static KeyShape of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  /** Returns the shape of a stored row. */
  static KeyShape ofKey(byte[] key) {
    return key.length == CASE.keyBytes ? CASE : ROWS;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
