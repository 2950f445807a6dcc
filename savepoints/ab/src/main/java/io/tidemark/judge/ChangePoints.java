package io.tidemark.judge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Finds where the distribution of a series of results changes, by E-divisive (Matteson and James,
 * "A Nonparametric Approach for Multiple Change Point Analysis of Multivariate Data", JASA 109,
 * 2014) for one variable with α = 1. Each step takes the division of a segment with the largest
 * scaled energy distance between its two sides, and keeps it if at most 1 % of {@value
 * #PERMUTATIONS} permutations within the segments have a larger one. The same series always gives
 * the same result. Pure.
 */
final class ChangePoints {
  static final int PERMUTATIONS = 999;
  private static final double ALPHA = 0.01;
  private static final long SEED = 20_261_128;

  /** The number of values that are used, the newest ones: a permutation's work grows with n². */
  static final int MOST_VALUES = 200;

  private record Division(int at, double distance) {}

  private ChangePoints() {}

  /**
   * @param values at most {@value #MOST_VALUES} values
   * @return indexes of the first value after each change, ascending
   */
  static List<Integer> in(double[] values) {
    if (values.length > MOST_VALUES) {
      throw new IllegalArgumentException("values=" + values.length);
    }
    var random = new SplittableRandom(SEED);
    var ends = new ArrayList<>(List.of(0, values.length));
    while (true) {
      Division best = best(values, ends);
      if (best.at < 0 || !isSignificant(values, ends, best.distance, random)) {
        return List.copyOf(ends.subList(1, ends.size() - 1));
      }
      ends.add(best.at);
      ends.sort(null);
    }
  }

  private static boolean isSignificant(
      double[] values, List<Integer> ends, double distance, SplittableRandom random) {
    int asLarge = 1;
    for (int i = 0; i < PERMUTATIONS; i++) {
      double[] shuffled = values.clone();
      for (int segment = 1; segment < ends.size(); segment++) {
        shuffle(shuffled, ends.get(segment - 1), ends.get(segment), random);
      }
      asLarge += best(shuffled, ends).distance >= distance ? 1 : 0;
      if (asLarge > ALPHA * (PERMUTATIONS + 1)) {
        return false;
      }
    }
    return true;
  }

  private static void shuffle(double[] values, int from, int to, SplittableRandom random) {
    for (int i = to - 1; i > from; i--) {
      int other = from + random.nextInt(i - from + 1);
      double value = values[i];
      values[i] = values[other];
      values[other] = value;
    }
  }

  private static Division best(double[] values, List<Integer> ends) {
    var best = new Division(-1, 0);
    for (int segment = 1; segment < ends.size(); segment++) {
      int from = ends.get(segment - 1);
      Division here = best(Arrays.copyOfRange(values, from, ends.get(segment)));
      best = here.distance > best.distance ? new Division(from + here.at, here.distance) : best;
    }
    return best;
  }

  /**
   * Returns the best division of [0, at) from [at, end), over all ends (equation 7 of the paper).
   */
  private static Division best(double[] values) {
    double[][] sums = sums(values);
    var best = new Division(-1, 0);
    for (int at = 1; at < values.length; at++) {
      for (int end = at + 1; end <= values.length; end++) {
        double distance = distance(sums, at, end);
        best = distance > best.distance ? new Division(at, distance) : best;
      }
    }
    return best;
  }

  /**
   * Returns mn/(m+n) times the energy distance of [0, n) and [n, n+m) (equations 5 and 6 of the
   * paper).
   */
  private static double distance(double[][] sums, int n, int end) {
    int m = end - n;
    double between = sums[n][end] - sums[n][n];
    double first = sums[n][n] / 2;
    double second = (sums[end][end] - 2 * sums[n][end] + sums[n][n]) / 2;
    return 2.0 / (m + n) * between
        - (n > 1 ? 2.0 * m / (m + n) / (n - 1) * first : 0)
        - (m > 1 ? 2.0 * n / (m + n) / (m - 1) * second : 0);
  }

  /** Returns the sums of |x − y| over the first i and the first j values. */
  private static double[][] sums(double[] values) {
    var sums = new double[values.length + 1][values.length + 1];
    for (int i = 1; i <= values.length; i++) {
      double row = 0;
      for (int j = 1; j <= values.length; j++) {
        row += Math.abs(values[i - 1] - values[j - 1]);
        sums[i][j] = sums[i - 1][j] + row;
      }
    }
    return sums;
  }
}
