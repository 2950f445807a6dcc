package io.tidemark.sink.rocksdb;

import io.tidemark.series.Labels;
import io.tidemark.sink.sql.RowBody.RowVisitor;
import io.tidemark.sink.sql.RowCode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A row as the server stores it: series and time are the key, both big-endian, so that a series
 * lies together and in its order; the value's eight bytes follow. Pure.
 */
final class KeyRows implements RowCode {
  static final KeyRows CODE = new KeyRows();
  static final String ENCODING = "rows";
  static final int KEY_BYTES = 16;
  static final int ROW_BYTES = 24;
  private static final int CASE_INDEX_BYTES = 26;

  private static final byte[] NOTHING = {};
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private KeyRows() {}

  @Override
  public String encoding() {
    return ENCODING;
  }

  @Override
  public int width() {
    return 1;
  }

  @Override
  public void keys(Labels labels, long[] to, int at) {
    to[at] = labels.hash();
  }

  @Override
  public int rowBytes() {
    return ROW_BYTES;
  }

  @Override
  public byte[] head() {
    return NOTHING;
  }

  @Override
  public byte[] tail() {
    return NOTHING;
  }

  @Override
  public void write(
      byte[] body, int at, long[] keys, int from, long timestampMillis, double value) {
    LONG.set(body, at, keys[from]);
    LONG.set(body, at + 8, timestampMillis);
    LONG.set(body, at + 16, Double.doubleToRawLongBits(value));
  }

  @Override
  public void read(byte[] body, int at, RowVisitor visitor) {
    visitor.row(
        (long) LONG.get(body, at),
        0,
        (long) LONG.get(body, at + 8),
        Double.longBitsToDouble((long) LONG.get(body, at + 16)));
  }

  /** Of a row in the body, as its table stores it. */
  static void key(byte[] body, int at, Shape shape, byte[] key) {
    switch (shape) {
      case ROWS -> System.arraycopy(body, at, key, 0, KEY_BYTES);
      case CASE -> LONG.set(key, 0, hash(body, at));
    }
  }

  /** Series and time, mixed so that each bit depends on all (the finalizer of splitmix64). */
  private static long hash(byte[] body, int at) {
    long mixed = series(body, at) + Long.rotateLeft(time(body, at) * 0x9E3779B97F4A7C15L, 32);
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }

  private static long series(byte[] body, int at) {
    return (long) LONG.get(body, at);
  }

  private static long time(byte[] body, int at) {
    return (long) LONG.get(body, at + 8);
  }

  /** Time and series: the key of the index by time. In the case's shape two more, and the row's. */
  static byte[] indexKey(byte[] body, int at, Shape shape) {
    boolean isCase = shape == Shape.CASE;
    var key = new byte[isCase ? CASE_INDEX_BYTES : KEY_BYTES];
    LONG.set(key, 0, time(body, at));
    LONG.set(key, 8, series(body, at));
    if (isCase) {
      LONG.set(key, KEY_BYTES, hash(body, at));
    }
    return key;
  }

  /** Of the index: nothing, or four bytes of the row's key. */
  static byte[] indexValue(byte[] body, int at, Shape shape) {
    return shape == Shape.ROWS
        ? NOTHING
        : ByteBuffer.allocate(4).putInt((int) hash(body, at)).array();
  }

  /**
   * Fills a value behind what is the row's: what is written again is the same, and no two rows'
   * bytes compress each other. By xorshift64* (Vigna 2016), eight bytes a step; the last few are
   * left as they are.
   */
  static void value(byte[] body, int at, Shape shape, byte[] value) {
    System.arraycopy(body, at + KEY_BYTES, value, 0, 8);
    if (shape == Shape.CASE) {
      System.arraycopy(body, at, value, 8, KEY_BYTES);
    }
    long state = series(body, at) ^ Long.rotateLeft(time(body, at), 32);
    state = state == 0 ? 1 : state;
    for (int i = shape.minValueBytes(); i + 8 <= value.length; i += 8) {
      state ^= state >>> 12;
      state ^= state << 25;
      state ^= state >>> 27;
      LONG.set(value, i, state * 0x2545F4914F6CDD1DL);
    }
  }

  /** What a stored row is of. */
  static void read(byte[] key, byte[] value, RowVisitor visitor) {
    byte[] of = key;
    int at = 0;
    if (Shape.ofKey(key) == Shape.CASE) {
      of = value;
      at = 8;
    }
    visitor.row(
        series(of, at), 0, time(of, at), Double.longBitsToDouble((long) LONG.get(value, 0)));
  }
}
