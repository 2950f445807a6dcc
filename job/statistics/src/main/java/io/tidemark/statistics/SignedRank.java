package io.tidemark.statistics;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * Tests whether the differences of pairs lie around 0 (Wilcoxon 1945), two-sided. p is exact, with
 * ties too: it comes from all 2ⁿ signs of the very ranks. Differences of 0 are left out.
 *
 * @param v the sum of the ranks of positive differences, V in R
 */
public record SignedRank(double v, double pValue) {
  public static SignedRank of(double[] differences) {
    if (DoubleStream.of(differences).anyMatch(Double::isNaN)) {
      throw new IllegalArgumentException("a difference is not a number");
    }
    double[] some = DoubleStream.of(differences).filter(each -> each != 0).toArray();
    int[] doubled = doubledRanks(some);
    int positive = 0;
    int all = 0;
    for (int i = 0; i < some.length; i++) {
      positive += some[i] > 0 ? doubled[i] : 0;
      all += doubled[i];
    }
    double[] atMost = atMost(doubled);
    return new SignedRank(
        positive / 2.0, Math.min(1, 2 * atMost[Math.min(positive, all - positive)]));
  }

  /**
   * Returns the median of the means of any two differences, one with itself included (Hodges and
   * Lehmann 1963). The interval runs from the r-th smallest to the r-th largest of these means, r
   * being the largest with P(V &lt; r) ≤ α/2, so it excludes 0 just when the test shows a
   * difference. If there are too few pairs for that, it is open.
   */
  public static Estimate shift(double[] differences, double alpha) {
    double[] means = means(differences);
    double median = Quantiles.median(means);
    int r = rank(differences.length, alpha);
    return r == 0
        ? new Estimate(median, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY)
        : new Estimate(median, means[r - 1], means[means.length - r]);
  }

  /** Returns the means of any two differences, sorted. */
  static double[] means(double[] differences) {
    int n = differences.length;
    var means = new double[n * (n + 1) / 2];
    int next = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i; j < n; j++) {
        means[next++] = (differences[i] + differences[j]) / 2;
      }
    }
    Arrays.sort(means);
    return means;
  }

  static int rank(int n, double alpha) {
    var doubled = new int[n];
    Arrays.setAll(doubled, i -> 2 * (i + 1));
    double[] atMost = atMost(doubled);
    int r = 0;
    while (2 * r < atMost.length && atMost[2 * r] <= alpha / 2) {
      r++;
    }
    return r;
  }

  /** Returns the ranks of the absolute values, doubled, so that the mean rank of ties is whole. */
  private static int[] doubledRanks(double[] differences) {
    var ranks = new int[differences.length];
    for (int i = 0; i < ranks.length; i++) {
      double size = Math.abs(differences[i]);
      int doubled = 1;
      for (double other : differences) {
        doubled += Math.abs(other) < size ? 2 : Math.abs(other) == size ? 1 : 0;
      }
      ranks[i] = doubled;
    }
    return ranks;
  }

  /** Returns the probability of each sum of positive ranks or less, if each sign is as likely. */
  private static double[] atMost(int[] doubledRanks) {
    int largest = Arrays.stream(doubledRanks).sum();
    var share = new double[largest + 1];
    share[0] = 1;
    for (int rank : doubledRanks) {
      for (int sum = largest; sum >= 0; sum--) {
        share[sum] = (share[sum] + (sum >= rank ? share[sum - rank] : 0)) / 2;
      }
    }
    for (int sum = 1; sum <= largest; sum++) {
      share[sum] += share[sum - 1];
    }
    return share;
  }
}
