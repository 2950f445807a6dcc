package io.tidemark.sink.rows;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Fills a column that makes rows wide. Its bytes depend on series and time only, so a row that is
 * written again is the same; and no two rows' bytes compress each other. They come from xorshift64*
 * (Vigna 2016), eight bytes a step. Pure.
 */
public final class PayloadColumn {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private PayloadColumn() {}

  public static void fill(long seriesId, long timestampMillis, byte[] column) {
    fill(seriesId, timestampMillis, column, 0);
  }

  /** Fills the column from {@code from} on; what stands before stays. */
  public static void fill(long seriesId, long timestampMillis, byte[] column, int from) {
    long state = seriesId ^ Long.rotateLeft(timestampMillis, 32);
    state = state == 0 ? 1 : state;
    for (int i = from; i < column.length; i += 8) {
      state ^= state >>> 12;
      state ^= state << 25;
      state ^= state >>> 27;
      long bits = state * 0x2545F4914F6CDD1DL;
      if (column.length - i >= 8) {
        LONG.set(column, i, bits);
      } else {
        for (int b = i; b < column.length; b++, bits >>>= 8) {
          column[b] = (byte) bits;
        }
      }
    }
  }
}
