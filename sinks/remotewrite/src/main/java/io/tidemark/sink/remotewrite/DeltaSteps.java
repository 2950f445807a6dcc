package io.tidemark.sink.remotewrite;

import java.util.Arrays;

/**
 * The steps in which {@link LabelDelta} wrote a series' labels after those of the series before it.
 * They are kept to write the labels again without comparing them, because series come in about the
 * same order each time. A step has 16 bits each for where in the labels it begins, its length, and
 * where in the former series' labels the copied bytes stand; its sign tells whether it is a whole
 * label, which may have been written lately. They take 40 bytes a series, and 8 for each step
 * beyond the second.
 */
final class DeltaSteps {
  /** Longer labels have no steps, because positions and lengths have 16 bits. */
  static final int MAX_LABEL_BYTES = (1 << 16) - 1;

  /** The labels of the series before, which nobody changes. */
  final byte[] previous;

  final int count;
  private final long first;
  private final long second;

  /** The steps beyond the second; null if there are none. */
  private final long[] others;

  private DeltaSteps(byte[] previous, long[] steps, int count) {
    this.previous = previous;
    this.count = count;
    first = steps[0];
    second = steps[1];
    others = count > 2 ? Arrays.copyOfRange(steps, 2, count) : null;
  }

  long step(int i) {
    return i == 0 ? first : i == 1 ? second : others[i - 2];
  }

  static boolean isLabel(long step) {
    return step < 0;
  }

  static int start(long step) {
    return (int) step & 0xFFFF;
  }

  static int length(long step) {
    return (int) (step >>> 16) & 0xFFFF;
  }

  static int previousStart(long step) {
    return (int) (step >>> 32) & 0xFFFF;
  }

  /** Collects the steps of one series after the other. */
  static final class Notes {
    private long[] steps = new long[16];
    private int count;

    void clear() {
      count = 0;
    }

    void shared(int start, int length, int previousStart) {
      add((long) previousStart << 32 | (long) length << 16 | start);
    }

    void label(int start, int end) {
      add(Long.MIN_VALUE | (long) (end - start) << 16 | start);
    }

    private void add(long step) {
      if (count == steps.length) {
        steps = Arrays.copyOf(steps, 2 * count);
      }
      steps[count++] = step;
    }

    DeltaSteps after(byte[] previous) {
      return new DeltaSteps(previous, steps, count);
    }
  }
}
