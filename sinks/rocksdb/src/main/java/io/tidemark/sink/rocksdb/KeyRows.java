package io.tidemark.sink.rocksdb;

import io.tidemark.sink.rows.LongRows;
import io.tidemark.sink.rows.PayloadColumn;
import io.tidemark.sink.rows.RowCode.RowVisitor;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Makes keys and values as the server stores them. In {@link KeyShape#ROWS}, series and time are
 * the key, both big-endian, so that the rows of a series lie together and in order. Pure.
 */
final class KeyRows {
  static final LongRows CODE = new LongRows("rows", ByteOrder.BIG_ENDIAN);
  private static final int KEY_BYTES = KeyShape.ROWS.keyBytes();
  private static final int CASE_INDEX_BYTES = 26;

  private static final byte[] NOTHING = {};
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private KeyRows() {}

  /** Makes the key of a row in the body, as its table stores it. */
  static void key(byte[] body, int at, KeyShape shape, byte[] key) {
    switch (shape) {
      case ROWS -> System.arraycopy(body, at, key, 0, KEY_BYTES);
      case CASE -> LONG.set(key, 0, hash(body, at));
    }
  }

  /**
   * Returns series and time, mixed so that each bit depends on all (the finalizer of splitmix64).
   */
  private static long hash(byte[] body, int at) {
    long mixed =
        CODE.series(body, at)
            + Long.rotateLeft(CODE.timestampMillis(body, at) * 0x9E3779B97F4A7C15L, 32);
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }

  /**
   * Returns the key of the index by time: time and series; in {@link KeyShape#CASE} the row's key
   * and two bytes follow.
   */
  static byte[] indexKey(byte[] body, int at, KeyShape shape) {
    boolean isCase = shape == KeyShape.CASE;
    var key = new byte[isCase ? CASE_INDEX_BYTES : KEY_BYTES];
    LONG.set(key, 0, CODE.timestampMillis(body, at));
    LONG.set(key, 8, CODE.series(body, at));
    if (isCase) {
      LONG.set(key, KEY_BYTES, hash(body, at));
    }
    return key;
  }

  /** Returns the value in the index: nothing, or four bytes of the row's key. */
  static byte[] indexValue(byte[] body, int at, KeyShape shape) {
    return shape == KeyShape.ROWS
        ? NOTHING
        : ByteBuffer.allocate(4).putInt((int) hash(body, at)).array();
  }

  /** Makes the value of a row in the body, and fills up what is behind the row's own bytes. */
  static void value(byte[] body, int at, KeyShape shape, byte[] value) {
    System.arraycopy(body, at + KEY_BYTES, value, 0, 8);
    if (shape == KeyShape.CASE) {
      System.arraycopy(body, at, value, 8, KEY_BYTES);
    }
    PayloadColumn.fill(
        CODE.series(body, at), CODE.timestampMillis(body, at), value, shape.minValueBytes());
  }

  /** Reads series, time and value of a stored row. */
  static void read(byte[] key, byte[] value, RowVisitor visitor) {
    byte[] of = key;
    int at = 0;
    if (KeyShape.ofKey(key) == KeyShape.CASE) {
      of = value;
      at = 8;
    }
    visitor.row(
        CODE.series(of, at),
        0,
        CODE.timestampMillis(of, at),
        Double.longBitsToDouble((long) LONG.get(value, 0)));
  }
}
