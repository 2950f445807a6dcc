package io.tidemark.statistics;

import java.util.Arrays;

/**
 * The effect of B over A, relative: 0.05 is 5 % more. Each value is of one run, and two runs that
 * followed each other are a pair, because what the host does over minutes hits both alike. The
 * effect comes from {@link SignedRank} of the pairs' differences of logarithms, so that twice as
 * much and half as much are alike. If A comes first in a pair as often as B, by chance, equal sides
 * claim a difference in at most α of the comparisons, however runs drift or follow each other.
 *
 * @param alpha the error rate of the interval and of what it shows
 */
public record RelativeEffect(double effect, double low, double high, double pValue, double alpha) {
  /** Five pairs can never reach 5 %: 2 of 32 signs are the most extreme. */
  public static final int MIN_PAIRS = 6;

  public boolean showsDifference() {
    return pValue <= alpha;
  }

  /** Tells whether an effect of that size, or a larger one, is ruled out. */
  public boolean isWithin(double size) {
    return high < size && low > 1 / (1 + size) - 1;
  }

  /**
   * Returns the effect; an interval that the runs leave open ends at −1 and infinity.
   *
   * @param a the value of A in each pair
   * @param b the value of B in the same pairs
   */
  public static RelativeEffect of(double[] a, double[] b, double alpha) {
    double[] differences = differences(a, b);
    Estimate shift = SignedRank.shift(differences, alpha);
    return new RelativeEffect(
        Math.expm1(shift.value()),
        Math.expm1(shift.low()),
        Math.expm1(shift.high()),
        SignedRank.of(differences).pValue(),
        alpha);
  }

  /** Returns ln B − ln A of each pair. */
  static double[] differences(double[] a, double[] b) {
    if (a.length != b.length || a.length == 0) {
      throw new IllegalArgumentException(
          "nothing to compare: a=%d, b=%d, must be as many, at least 1"
              .formatted(a.length, b.length));
    }
    double[] logA = Moments.logarithms(a, "runs");
    double[] logB = Moments.logarithms(b, "runs");
    var differences = new double[a.length];
    Arrays.setAll(differences, i -> logB[i] - logA[i]);
    return differences;
  }
}
