package io.tidemark.sink.rocksdb;

import io.tidemark.series.Labels;
import io.tidemark.sink.sql.RowBody.RowVisitor;
import io.tidemark.sink.sql.RowCode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
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

  /** Where the row's series and its time change places: the key of the index by time. */
  static void indexKey(byte[] body, int at, byte[] key) {
    LONG.set(key, 0, (long) LONG.get(body, at + 8));
    LONG.set(key, 8, (long) LONG.get(body, at));
  }

  /**
   * Fills a value behind its first eight bytes: what is written again is the same, and no two rows'
   * bytes compress each other. By xorshift64* (Vigna 2016), eight bytes a step; the last few are
   * left as they are.
   */
  static void fill(byte[] body, int at, byte[] value) {
    System.arraycopy(body, at + KEY_BYTES, value, 0, 8);
    long state = (long) LONG.get(body, at) ^ Long.rotateLeft((long) LONG.get(body, at + 8), 32);
    state = state == 0 ? 1 : state;
    for (int i = 8; i + 8 <= value.length; i += 8) {
      state ^= state >>> 12;
      state ^= state << 25;
      state ^= state >>> 27;
      LONG.set(value, i, state * 0x2545F4914F6CDD1DL);
    }
  }
}
