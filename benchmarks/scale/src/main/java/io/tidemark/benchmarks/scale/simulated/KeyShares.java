package io.tidemark.benchmarks.scale.simulated;

import io.tidemark.job.JobGraph;
import java.util.Random;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/**
 * How much of the load each amplifier gets. Flink hashes a series to one of {@value
 * JobGraph#MAX_PARALLELISM} key groups, and gives each subtask a range of these: at a parallelism
 * that does not divide them some have one group more.
 */
final class KeyShares {
  private static final int GROUPS = JobGraph.MAX_PARALLELISM;

  private KeyShares() {}

  /**
   * Deals out this many series with random hashes; 0 means infinitely many, which fill all groups
   * alike.
   *
   * @return a share for each subtask, which sum to 1
   */
  static double[] of(long series, int parallelism, Random random) {
    double[] shares = new double[parallelism];
    if (series == 0) {
      for (int group = 0; group < GROUPS; group++) {
        shares[subtask(group, parallelism)] += 1.0 / GROUPS;
      }
      return shares;
    }
    for (long i = 0; i < series; i++) {
      int group = KeyGroupRangeAssignment.assignToKeyGroup(random.nextLong(), GROUPS);
      shares[subtask(group, parallelism)]++;
    }
    for (int subtask = 0; subtask < parallelism; subtask++) {
      shares[subtask] /= series;
    }
    return shares;
  }

  private static int subtask(int group, int parallelism) {
    return KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(GROUPS, parallelism, group);
  }

  /** Returns the largest share over the mean, by which the busiest subtask bounds the job. */
  static double skew(double[] shares) {
    double most = 0;
    for (double share : shares) {
      most = Math.max(most, share);
    }
    return most * shares.length;
  }
}
