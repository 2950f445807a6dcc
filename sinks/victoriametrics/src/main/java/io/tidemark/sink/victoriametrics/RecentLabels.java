package io.tidemark.sink.victoriametrics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Where in a payload labels were written lately: a table without collision lists, one hash and one
 * comparison a look-up. What it forgets costs bytes, nothing else.
 */
final class RecentLabels {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;
  private static final int SLOT_BITS = 9;

  private final byte[][] labels = new byte[1 << SLOT_BITS][];
  private final int[] starts = new int[1 << SLOT_BITS];
  private final int[] writtenAt = new int[1 << SLOT_BITS];

  void clear() {
    Arrays.fill(labels, null);
  }

  /**
   * Notes that the label field {@code series[start, end)} lies at {@code at} in the payload;
   * returns where it lay the last time, or -1.
   */
  int replace(byte[] series, int start, int end, int at) {
    // A label field has eight bytes at least, and differs from others mostly in its last ones.
    long tail = (long) LONG.get(series, end - 8);
    int slot = (int) (((tail + end - start) * GOLDEN_RATIO) >>> (64 - SLOT_BITS));
    byte[] other = labels[slot];
    int otherStart = starts[slot];
    int found = -1;
    if (other != null
        && otherStart + end - start <= other.length
        && Arrays.equals(series, start, end, other, otherStart, otherStart + end - start)) {
      found = writtenAt[slot];
    }
    labels[slot] = series;
    starts[slot] = start;
    writtenAt[slot] = at;
    return found;
  }
}
