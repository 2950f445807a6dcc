package io.tidemark.statistics;

import java.util.Arrays;

/**
 * Finds where the warm-up of a step ends, by MSER-5 (White, Cobb and Spratt 2000). With Z the means
 * of batches of five observations, d* is the d ≤ k/2 with the smallest Σ_{j>d}(Z_j − Z̄_d)² /
 * (k−d)², the first of equals. A last batch of fewer than five is left out.
 *
 * @param warmupBatches d*
 * @param statistic the sum for d*, in the square of the observations' unit
 * @param steady whether the end of the warm-up was seen; false if the minimum is at k/2, so the
 *     step must be extended
 */
public record Mser5(int warmupBatches, double statistic, boolean steady) {
  public static final int BATCH = 5;
  public static final int MIN_BATCHES = 2;

  /** Differences smaller than this share of the level are rounding: a constant is steady. */
  private static final double ROUNDING = 1e-12;

  public int warmupObservations() {
    return BATCH * warmupBatches;
  }

  public static Mser5 of(double[] observations) {
    double[] means = BatchMeans.of(observations, BATCH);
    int k = means.length;
    if (k < MIN_BATCHES) {
      throw new IllegalArgumentException(
          "too few observations to find the warm-up: observations=%d, at least %d"
              .formatted(observations.length, MIN_BATCHES * BATCH));
    }
    double level = Moments.mean(means);
    double rounding = ROUNDING * ROUNDING * level * level;
    int best = 0;
    double smallest = statistic(means, 0);
    for (int d = 1; d <= k / 2; d++) {
      double statistic = statistic(means, d);
      if (statistic < smallest - rounding) {
        best = d;
        smallest = statistic;
      }
    }
    return new Mser5(best, smallest, best < k / 2);
  }

  private static double statistic(double[] means, int dropped) {
    double[] kept = Arrays.copyOfRange(means, dropped, means.length);
    return Moments.squares(kept) / ((double) kept.length * kept.length);
  }
}
