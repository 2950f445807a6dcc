package io.tidemark.sink.rows;

import io.tidemark.series.Labels;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A row code whose rows are a series' hash, a time and a value, eight bytes each and nothing around
 * them.
 */
public record LongRows(String encoding, ByteOrder order) implements RowCode {
  public static final int ROW_BYTES = 24;

  private static final byte[] NOTHING = {};
  private static final VarHandle BIG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LITTLE =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

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
    put(body, at, keys[from]);
    put(body, at + 8, timestampMillis);
    put(body, at + 16, Double.doubleToRawLongBits(value));
  }

  @Override
  public void read(byte[] body, int at, RowVisitor visitor) {
    visitor.row(series(body, at), 0, timestampMillis(body, at), value(body, at));
  }

  /** Returns the series' hash in the row at {@code at}. */
  public long series(byte[] body, int at) {
    return get(body, at);
  }

  public long timestampMillis(byte[] body, int at) {
    return get(body, at + 8);
  }

  public double value(byte[] body, int at) {
    return Double.longBitsToDouble(get(body, at + 16));
  }

  private long get(byte[] body, int at) {
    return order == ByteOrder.BIG_ENDIAN ? (long) BIG.get(body, at) : (long) LITTLE.get(body, at);
  }

  private void put(byte[] body, int at, long value) {
    if (order == ByteOrder.BIG_ENDIAN) {
      BIG.set(body, at, value);
    } else {
      LITTLE.set(body, at, value);
    }
  }
}
