package io.tidemark.statistics;

import java.util.Arrays;
import org.hipparchus.distribution.discrete.BinomialDistribution;

/** Quantiles of a sample, and how well its median is known. */
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

  /**
   * Median of independent values, with the interval of order statistics r and n+1−r, where r is the
   * largest rank with P(Bin(n, ½) &lt; r) ≤ 2.5 % (Conover 1999, 3.2): valid for any distribution.
   * Fewer than 6 values leave it open.
   */
  public static Estimate medianEstimate(double[] values) {
    double median = median(values);
    double[] sorted = sorted(values);
    var ranks = new BinomialDistribution(sorted.length, 0.5);
    int r = 0;
    while (ranks.cumulativeProbability(r) <= Estimate.ALPHA / 2) {
      r++;
    }
    return r == 0
        ? new Estimate(median, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY)
        : new Estimate(median, sorted[r - 1], sorted[sorted.length - r]);
  }

  /**
   * Level of a steady step whose consecutive observations may be correlated: the median of {@link
   * BatchMeans#uncorrelated batch means}.
   */
  public static Estimate plateau(double[] observations) {
    return medianEstimate(BatchMeans.uncorrelated(observations));
  }

  private static double[] sorted(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted;
  }
}
