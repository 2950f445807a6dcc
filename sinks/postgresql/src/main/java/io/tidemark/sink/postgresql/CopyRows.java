package io.tidemark.sink.postgresql;

import io.tidemark.series.Labels;
import io.tidemark.sink.rows.RowCode;
import io.tidemark.sink.rows.RowCode.RowVisitor;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Rows as {@code COPY … (FORMAT binary)} takes them (PostgreSQL's documentation of COPY, "Binary
 * Format"): a count of columns, and a length before each value.
 */
record CopyRows(RowShape shape) implements RowCode {
  static final String ENCODING = "copy-binary";

  /** Signature, flags, and no extension. */
  static final byte[] HEAD = headOfCopy();

  private static final byte[] TAIL = {-1, -1};

  /** PostgreSQL counts microseconds from 2000-01-01T00:00:00Z. */
  private static final long EPOCH_MILLIS = 946_684_800_000L;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

  private static byte[] headOfCopy() {
    byte[] head = new byte[19];
    byte[] signature = "PGCOPY\n\u00ff\r\n\0".getBytes(StandardCharsets.ISO_8859_1);
    System.arraycopy(signature, 0, head, 0, signature.length);
    return head;
  }

  @Override
  public String encoding() {
    return ENCODING;
  }

  @Override
  public int width() {
    return shape.keys.size();
  }

  @Override
  public void keys(Labels labels, long[] to, int at) {
    shape.keys(labels, to, at);
  }

  @Override
  public int rowBytes() {
    return 2 + (width() + 2) * (4 + 8);
  }

  @Override
  public byte[] head() {
    return HEAD;
  }

  @Override
  public byte[] tail() {
    return TAIL;
  }

  @Override
  public void write(
      byte[] body, int at, long[] keys, int from, long timestampMillis, double value) {
    int width = width();
    SHORT.set(body, at, (short) (width + 2));
    int position = at + 2;
    for (int column = 0; column < width; column++, position += 12) {
      put(body, position, keys[from + column]);
    }
    put(body, position, (timestampMillis - EPOCH_MILLIS) * 1_000);
    put(body, position + 12, Double.doubleToRawLongBits(value));
  }

  /** With its length before it. */
  private static void put(byte[] body, int at, long value) {
    INT.set(body, at, 8);
    LONG.set(body, at + 4, value);
  }

  @Override
  public void read(byte[] body, int at, RowVisitor visitor) {
    int position = at + 2 + 4;
    long first = (long) LONG.get(body, position);
    long second = width() == 2 ? (long) LONG.get(body, position + 12) : 0;
    position += 12 * width();
    long micros = (long) LONG.get(body, position);
    double value = Double.longBitsToDouble((long) LONG.get(body, position + 12));
    visitor.row(first, second, micros / 1_000 + EPOCH_MILLIS, value);
  }
}
