package io.tidemark.benchmarks.scale.simulated;

import java.util.Arrays;

/**
 * What a checkpoint holds, by subtask.
 *
 * @param offsets source samples that were read
 * @param amplifierHolds source samples on their way to the amplifier; none of an aligned checkpoint
 * @param writerHolds written samples that were not acknowledged
 * @param acked written samples that were counted as acknowledged
 */
record Snapshot(long[] offsets, long[] amplifierHolds, long[] writerHolds, long[] acked) {
  static Snapshot empty(int parallelism, int writers) {
    return new Snapshot(
        new long[parallelism], new long[parallelism], new long[writers], new long[writers]);
  }

  long read() {
    return Arrays.stream(offsets).sum();
  }

  long acknowledged() {
    return Arrays.stream(acked).sum();
  }
}
