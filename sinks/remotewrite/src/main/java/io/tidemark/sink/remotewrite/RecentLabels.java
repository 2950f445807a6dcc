package io.tidemark.sink.remotewrite;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Knows where in a payload labels were written lately: a table without collision lists, in which a
 * look-up takes one hash and one comparison. A label that it forgets costs bytes, nothing else. It
 * holds numbers of samples and not their labels, because storing a reference costs the garbage
 * collector's barrier.
 */
final class RecentLabels {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;
  private static final int SLOT_BITS = 9;

  private static final int NONE = -1;

  private final SourceSamples samples;
  private final int[] sampleIn = new int[1 << SLOT_BITS];
  private final int[] starts = new int[1 << SLOT_BITS];
  private final int[] writtenAt = new int[1 << SLOT_BITS];

  RecentLabels(SourceSamples samples) {
    this.samples = samples;
  }

  void clear() {
    Arrays.fill(sampleIn, NONE);
  }

  /**
   * Notes that the label field {@code [start, end)} of a sample's labels lies at {@code at} in the
   * payload; returns where it lay the last time, or -1.
   */
  int replace(int sample, int start, int end, int at) {
    byte[] series = samples.templates[sample].labels;
    // A label field has eight bytes at least, and differs from others mostly in its last ones.
    long tail = (long) LONG.get(series, end - 8);
    int slot = (int) (((tail + end - start) * GOLDEN_RATIO) >>> (64 - SLOT_BITS));
    int found = -1;
    if (sampleIn[slot] != NONE) {
      byte[] other = samples.templates[sampleIn[slot]].labels;
      int otherStart = starts[slot];
      int otherEnd = otherStart + end - start;
      if (otherEnd <= other.length
          && Arrays.equals(series, start, end, other, otherStart, otherEnd)) {
        found = writtenAt[slot];
      }
    }
    sampleIn[slot] = sample;
    starts[slot] = start;
    writtenAt[slot] = at;
    return found;
  }
}
