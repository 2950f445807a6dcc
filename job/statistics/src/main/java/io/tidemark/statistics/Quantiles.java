package io.tidemark.statistics;

import java.util.Arrays;

/** Quantiles of a sample. */
public final class Quantiles {
  private Quantiles() {}

  /**
   * Linear between order statistics, 0 at the smallest and 1 at the largest: type 7 of Hyndman and
   * Fan (1996), the default of R and NumPy.
   */
  public static double of(double[] values, double quantile) {
    if (values.length == 0 || !(quantile >= 0 && quantile <= 1)) {
      throw new IllegalArgumentException(
          "no such quantile: quantile=%s, must be 0 to 1; values=%d, at least 1"
              .formatted(quantile, values.length));
    }
    double[] sorted = sorted(values);
    double position = quantile * (sorted.length - 1);
    int below = (int) position;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
  }

  public static double median(double[] values) {
    return of(values, 0.5);
  }

  private static double[] sorted(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted;
  }
}
