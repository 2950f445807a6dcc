package io.tidemark.job.amplify;

import io.tidemark.series.Amplification;
import io.tidemark.series.Slice;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * How large a batch may grow, and how to cut the M×N copies of a source sample that exceed it by
 * themselves.
 *
 * @param samples the most amplified samples in a batch
 * @param bytes the most bytes of a batch before compression
 */
record BatchLimits(int samples, long bytes) implements Serializable {
  /** Returns how many amplified samples of {@code sampleBytes} fit into a batch; at least 1. */
  long fitting(int sampleBytes) {
    return Math.max(1, Math.min(samples, bytes / Math.max(1, sampleBytes)));
  }

  /** Tells whether the copies are at most {@link #fitting}, without a division for each sample. */
  boolean fit(long copies, int sampleBytes) {
    return copies == 1 || copies <= samples && copies * sampleBytes <= bytes;
  }

  /**
   * Cuts all copies into pieces of at most {@code most}: between instances, and within an instance
   * only if its M ticks by themselves are too many.
   */
  static List<Slice> cut(Amplification amplification, long most) {
    int m = amplification.m();
    int n = amplification.n();
    int ticks = (int) Math.min(m, most);
    int instances = (int) Math.min(n, Math.max(1, most / m));
    var slices = new ArrayList<Slice>();
    for (int instance = 0; instance < n; instance += instances) {
      for (int tick = 0; tick < m; tick += ticks) {
        slices.add(
            new Slice(
                instance, Math.min(n, instance + instances), tick, Math.min(m, tick + ticks)));
      }
    }
    return slices;
  }
}
