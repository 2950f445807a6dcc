package io.tidemark.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/**
 * Where a history of results changes its distribution: E-divisive (Matteson and James 2014) with α
 * = 1. The split of any segment with the largest energy statistic mn/(m+n)·E is a change if at most
 * 5 % of permutations within the segments reach it; then the next is looked for.
 */
public final class EDivisive {
  private static final int MIN_SEGMENT = 2;
  private static final int PERMUTATIONS = 199;

  private EDivisive() {}

  /** Indexes of the first value after each change, rising. */
  public static List<Integer> changePoints(double[] values, RandomGenerator random) {
    var bounds = new TreeSet<>(List.of(0, values.length));
    while (true) {
      Split best = bestSplit(values, bounds);
      if (best.statistic <= 0 || !significant(best, values, bounds, random)) {
        bounds.removeAll(List.of(0, values.length));
        return List.copyOf(bounds);
      }
      bounds.add(best.at);
    }
  }

  private record Split(int at, double statistic) {}

  private static boolean significant(
      Split found, double[] values, TreeSet<Integer> bounds, RandomGenerator random) {
    int reached = 1;
    for (int i = 0; i < PERMUTATIONS; i++) {
      double[] shuffled = shuffledWithin(values, bounds, random);
      reached += bestSplit(shuffled, bounds).statistic >= found.statistic ? 1 : 0;
    }
    return reached <= Estimate.ALPHA * (PERMUTATIONS + 1);
  }

  private static Split bestSplit(double[] values, TreeSet<Integer> bounds) {
    var best = new Split(0, 0);
    for (int from : bounds.headSet(values.length)) {
      Split split = bestSplit(Arrays.copyOfRange(values, from, bounds.higher(from)));
      if (split.statistic > best.statistic) {
        best = new Split(from + split.at, split.statistic);
      }
    }
    return best;
  }

  /** Moves one value after the other from right to left, and with it its distances: O(n²). */
  private static Split bestSplit(double[] segment) {
    int n = segment.length;
    double left = 0;
    double across = 0;
    double right = 0;
    for (int i = 0; i < n; i++) {
      right += distances(segment[i], segment, i + 1, n);
    }
    var best = new Split(0, 0);
    for (int m = 1; m <= n - MIN_SEGMENT; m++) {
      double moved = segment[m - 1];
      double toLeft = distances(moved, segment, 0, m - 1);
      double toRight = distances(moved, segment, m, n);
      left += toLeft;
      right -= toRight;
      across += toRight - toLeft;
      double k = n - m;
      if (m >= MIN_SEGMENT) {
        double energy =
            2 * across / (m * k) - left / (m * (m - 1) / 2.0) - right / (k * (k - 1) / 2);
        double statistic = m * k / n * energy;
        best = statistic > best.statistic ? new Split(m, statistic) : best;
      }
    }
    return best;
  }

  private static double distances(double value, double[] others, int from, int until) {
    double sum = 0;
    for (int i = from; i < until; i++) {
      sum += Math.abs(value - others[i]);
    }
    return sum;
  }

  private static double[] shuffledWithin(
      double[] values, TreeSet<Integer> bounds, RandomGenerator random) {
    double[] shuffled = values.clone();
    for (int from : bounds.headSet(values.length)) {
      for (int last = bounds.higher(from) - 1; last > from; last--) {
        int other = from + random.nextInt(last - from + 1);
        double value = shuffled[last];
        shuffled[last] = shuffled[other];
        shuffled[other] = value;
      }
    }
    return shuffled;
  }
}
