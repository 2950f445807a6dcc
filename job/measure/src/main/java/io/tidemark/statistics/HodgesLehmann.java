package io.tidemark.statistics;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.hipparchus.distribution.continuous.NormalDistribution;

/**
 * By how much x exceeds y: the median of all differences x − y (Hodges and Lehmann 1963). The
 * interval runs from the r-th smallest to the r-th largest difference, r being the largest with P(U
 * &lt; r) ≤ 2.5 % under Mann and Whitney's distribution, so it excludes 0 just when that test shows
 * a difference. Too few values for 95 %, such as 3 against 3, leave it open.
 */
public final class HodgesLehmann {
  private HodgesLehmann() {}

  public static Estimate of(double[] x, double[] y) {
    double[] differences = differences(x, y);
    double median = Quantiles.median(differences);
    int r = rank(x.length, y.length);
    return r == 0
        ? new Estimate(median, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY)
        : new Estimate(median, differences[r - 1], differences[differences.length - r]);
  }

  /** Sorted. */
  static double[] differences(double[] x, double[] y) {
    var differences = new double[x.length * y.length];
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < y.length; j++) {
        differences[i * y.length + j] = x[i] - y[j];
      }
    }
    Arrays.sort(differences);
    return differences;
  }

  static int rank(int m, int n) {
    if (m + n > MannWhitney.EXACT_UP_TO) {
      double deviation = Math.sqrt(m * n * (m + n + 1.0) / 12);
      double quantile = new NormalDistribution().inverseCumulativeProbability(Estimate.ALPHA / 2);
      return (int) Math.floor(m * n / 2.0 + quantile * deviation);
    }
    var sums = new RankSums(IntStream.rangeClosed(1, m + n).map(rank -> 2 * rank).toArray(), m);
    int smallest = m * (m + 1);
    int r = 0;
    while (sums.atMost(smallest + 2 * r) <= Estimate.ALPHA / 2) {
      r++;
    }
    return r;
  }
}
