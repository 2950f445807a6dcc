package io.tidemark.sink.rocksdb;

import java.util.Locale;

/** What a row's key is. */
enum KeyShape {
  /** Series and time, so that a series lies together and in its order. */
  ROWS(16, 8),

  /**
   * A hash of both, so that rows come at random; series and time are in the value. Its index has
   * keys of 26 bytes and values of four.
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

  /** What reading it back takes. */
  int minValueBytes() {
    return minValueBytes;
  }

  /**
   * @throws IllegalArgumentException if there is no such shape
   */
  static KeyShape of(String name) {
    return valueOf(name.toUpperCase(Locale.ROOT));
  }

  /** Of a stored row. */
  static KeyShape ofKey(byte[] key) {
    return key.length == CASE.keyBytes ? CASE : ROWS;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
