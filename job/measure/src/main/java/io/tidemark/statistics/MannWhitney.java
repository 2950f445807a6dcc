package io.tidemark.statistics;

import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.hipparchus.distribution.continuous.NormalDistribution;

/**
 * Whether one of two samples tends to be larger (Mann and Whitney 1947), two-sided. Up to {@link
 * #EXACT_UP_TO} values in all, p comes from the permutation distribution of the very ranks, so that
 * it is exact with ties too; beyond, from the normal approximation, corrected for ties and
 * continuity.
 *
 * @param u pairs in which x exceeds y, ties counted by half: W in R
 */
public record MannWhitney(double u, double pValue, boolean exact) {
  public static final int EXACT_UP_TO = 50;

  public static MannWhitney of(double[] x, double[] y) {
    if (x.length + y.length > EXACT_UP_TO) {
      return asymptotic(x, y);
    }
    double[] pool = pool(x, y);
    int sum = IntStream.of(RankSums.doubledRanks(x, pool)).sum();
    var sums = new RankSums(RankSums.doubledRanks(pool, pool), x.length);
    double tail = Math.min(sums.atMost(sum), sums.atLeast(sum));
    return new MannWhitney(u(x, sum), Math.min(1, 2 * tail), true);
  }

  static MannWhitney asymptotic(double[] x, double[] y) {
    double[] pool = pool(x, y);
    double u = u(x, IntStream.of(RankSums.doubledRanks(x, pool)).sum());
    double pairs = (double) x.length * y.length;
    double n = pool.length;
    double variance = pairs / 12 * (n + 1 - ties(pool) / (n * (n - 1)));
    double distance = Math.max(0, Math.abs(u - pairs / 2) - 0.5);
    double p =
        variance <= 0
            ? 1
            : 2 * new NormalDistribution().cumulativeProbability(-distance / Math.sqrt(variance));
    return new MannWhitney(u, p, false);
  }

  private static double[] pool(double[] x, double[] y) {
    double[] pool = DoubleStream.concat(DoubleStream.of(x), DoubleStream.of(y)).toArray();
    if (x.length == 0 || y.length == 0 || DoubleStream.of(pool).anyMatch(Double::isNaN)) {
      throw new IllegalArgumentException(
          "nothing to compare: x=%d values, y=%d values, at least 1 each and no NaN"
              .formatted(x.length, y.length));
    }
    return pool;
  }

  private static double u(double[] x, int doubledSum) {
    return doubledSum / 2.0 - x.length * (x.length + 1) / 2.0;
  }

  /** Σ (t³ − t) over groups of t equal values: each of the t members adds t² − 1. */
  private static double ties(double[] pool) {
    double sum = 0;
    for (double value : pool) {
      double equal = DoubleStream.of(pool).filter(other -> other == value).count();
      sum += equal * equal - 1;
    }
    return sum;
  }
}
