package io.tidemark.sink.mysql;

import io.tidemark.series.Labels;
import io.tidemark.sink.sql.RowBody.RowVisitor;
import io.tidemark.sink.sql.RowCode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Rows as values of a prepared statement (MySQL's protocol, "Binary Protocol Value"): {@code
 * series_id}, {@code time}, {@code value}, eight bytes each, little-endian. Rows that follow each
 * other are the values of a statement with as many rows.
 */
final class BinaryRows implements RowCode {
  static final BinaryRows CODE = new BinaryRows();
  static final String ENCODING = "mysql-binary";
  static final int ROW_BYTES = 24;

  private static final byte[] NOTHING = {};
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private BinaryRows() {}

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

  /**
   * Fills the payload column of the row at {@code at}: what is written again is the same, and no
   * two rows' bytes compress each other. By xorshift64* (Vigna 2016), eight bytes a step.
   */
  static void fill(byte[] body, int at, byte[] column, int from, int length) {
    long state = (long) LONG.get(body, at) ^ Long.rotateLeft((long) LONG.get(body, at + 8), 32);
    state = state == 0 ? 1 : state;
    for (int i = 0; i < length; i += 8) {
      state ^= state >>> 12;
      state ^= state << 25;
      state ^= state >>> 27;
      long bits = state * 0x2545F4914F6CDD1DL;
      if (length - i >= 8) {
        LONG.set(column, from + i, bits);
      } else {
        for (int b = i; b < length; b++, bits >>>= 8) {
          column[from + b] = (byte) bits;
        }
      }
    }
  }
}
