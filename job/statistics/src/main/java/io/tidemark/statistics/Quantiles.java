package io.tidemark.statistics;

import org.hipparchus.stat.descriptive.rank.Percentile;
import org.hipparchus.stat.descriptive.rank.Percentile.EstimationType;

/** Quantiles of a sample. */
public final class Quantiles {
  private Quantiles() {}

  /**
   * Returns a quantile, linear between order statistics, 0 at the smallest and 1 at the largest:
   * type 7 of Hyndman and Fan (1996), the default of R and NumPy.
   */
  public static double of(double[] values, double quantile) {
    if (values.length == 0 || !(quantile >= 0 && quantile <= 1)) {
      throw new IllegalArgumentException(
          "no such quantile: quantile=%s, must be 0 to 1; values=%d, at least 1"
              .formatted(quantile, values.length));
    }
    // The library takes only percentiles above 0.
    return new Percentile()
        .withEstimationType(EstimationType.R_7)
        .evaluate(values, Math.max(Double.MIN_NORMAL, 100 * quantile));
  }

  public static double median(double[] values) {
    return of(values, 0.5);
  }
}
