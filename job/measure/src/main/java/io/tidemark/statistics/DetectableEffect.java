package io.tidemark.statistics;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * The smallest relative effect that so many runs of such spread show in 80 of 100 comparisons
 * (Cohen's usual power). A shift δ of normal logarithms is shown when the lower end of Hodges and
 * Lehmann's interval, moved by δ, is above 0; so δ is the 80 % quantile of how far below 0 that end
 * lies when both sides are the same, drawn from simulated runs.
 */
public final class DetectableEffect {
  public static final double POWER = 0.8;
  private static final int DRAWS = 10_000;

  private DetectableEffect() {}

  /** With the spread that both sides' runs show around their own means. */
  public static double of(double[] a, double[] b, RandomGenerator random) {
    double squares =
        Moments.squares(Moments.logarithms(a, "runs"))
            + Moments.squares(Moments.logarithms(b, "runs"));
    return of(Math.sqrt(squares / (a.length + b.length - 2)), a.length, b.length, random);
  }

  /**
   * Infinite when the runs are too few to ever show a difference.
   *
   * @param spread standard deviation of the logarithm of a run's result, about its relative
   *     standard deviation
   */
  public static double of(double spread, int runsA, int runsB, RandomGenerator random) {
    int r = HodgesLehmann.rank(runsA, runsB);
    if (r == 0) {
      return Double.POSITIVE_INFINITY;
    }
    var shifts = new double[DRAWS];
    for (int i = 0; i < DRAWS; i++) {
      double[] differences =
          HodgesLehmann.differences(normal(runsB, random), normal(runsA, random));
      shifts[i] = -differences[r - 1];
    }
    return Math.expm1(spread * Quantiles.of(shifts, POWER));
  }

  private static double[] normal(int n, RandomGenerator random) {
    var values = new double[n];
    Arrays.setAll(values, i -> random.nextGaussian());
    return values;
  }
}
