package io.tidemark.statistics;

import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.hipparchus.distribution.continuous.TDistribution;

/**
 * The smallest relative effect that a number of pairs of runs with a given spread shows in 80 of
 * 100 comparisons (Cohen's usual power). A shift δ of normal differences is shown when the lower
 * end of {@link SignedRank}'s interval, moved by δ, is above 0; so δ is the 80 % quantile of how
 * far below 0 that end lies when both sides are the same, drawn from simulated pairs. The same
 * numbers always give the same answer. Thread-safe.
 */
public final class DetectableEffect {
  public static final double POWER = 0.8;
  private static final int DRAWS = 4_000;
  private static final long SEED = 20_261_121;

  /** The efficiency of the signed-rank test against Student's, on normal data: 3/π. */
  private static final double EFFICIENCY = 3 / Math.PI;

  private static final int MOST_PAIRS = 100_000;

  /** The shifts by design, in standard deviations. */
  private static final Map<Design, Double> SHIFTS = new ConcurrentHashMap<>();

  private record Design(int pairs, double alpha) {}

  private DetectableEffect() {}

  /** Returns the effect for the spread that the pairs show around their own mean. */
  public static double of(double[] a, double[] b, double alpha) {
    return of(spread(a, b), a.length, alpha);
  }

  /** Returns the standard deviation of a pair's difference of logarithms. */
  public static double spread(double[] a, double[] b) {
    return Math.sqrt(Moments.variance(RelativeEffect.differences(a, b)));
  }

  /**
   * Returns the effect; infinite if the pairs are too few to ever show a difference.
   *
   * @param spread the standard deviation of a pair's difference of logarithms
   */
  public static double of(double spread, int pairs, double alpha) {
    return Math.expm1(
        spread * SHIFTS.computeIfAbsent(new Design(pairs, alpha), DetectableEffect::shift));
  }

  private static double shift(Design design) {
    int r = SignedRank.rank(design.pairs, design.alpha);
    if (r == 0) {
      return Double.POSITIVE_INFINITY;
    }
    var random = new SplittableRandom(SEED);
    var shifts = new double[DRAWS];
    for (int i = 0; i < DRAWS; i++) {
      var differences = new double[design.pairs];
      Arrays.setAll(differences, pair -> random.nextGaussian());
      shifts[i] = -SignedRank.means(differences)[r - 1];
    }
    return Quantiles.of(shifts, POWER);
  }

  /**
   * Returns how many pairs show that effect: the least even n with (t + z)·spread/√(n·3/π) ≤ ln(1 +
   * effect), t of Student's distribution at α and z at the power.
   */
  public static int pairsFor(double effect, double spread, double alpha) {
    double z = new NormalDistribution().inverseCumulativeProbability(POWER);
    for (int n = RelativeEffect.MIN_PAIRS; n < MOST_PAIRS; n += 2) {
      double t = new TDistribution(n - 1).inverseCumulativeProbability(1 - alpha / 2);
      if ((t + z) * spread / Math.sqrt(n * EFFICIENCY) <= Math.log1p(effect)) {
        return n;
      }
    }
    return MOST_PAIRS;
  }
}
