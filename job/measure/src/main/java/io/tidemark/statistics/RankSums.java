package io.tidemark.statistics;

import java.util.stream.IntStream;

/**
 * The permutation distribution of a sample's rank sum, when its members are drawn at random from
 * given ranks. Ranks are doubled, so that the mean rank of ties is whole. Exact as long as the
 * number of draws fits a double's 53 bits: up to 50 ranks.
 */
final class RankSums {
  private final double[] drawsBySum;
  private final double draws;

  RankSums(int[] doubledRanks, int drawn) {
    int largest = IntStream.of(doubledRanks).sum();
    var draws = new double[drawn + 1][largest + 1];
    draws[0][0] = 1;
    for (int rank : doubledRanks) {
      for (int size = drawn; size > 0; size--) {
        for (int sum = largest; sum >= rank; sum--) {
          draws[size][sum] += draws[size - 1][sum - rank];
        }
      }
    }
    drawsBySum = draws[drawn];
    this.draws = count(0, largest + 1);
  }

  double atMost(int doubledSum) {
    return count(0, doubledSum + 1) / draws;
  }

  double atLeast(int doubledSum) {
    return count(doubledSum, drawsBySum.length) / draws;
  }

  private double count(int from, int until) {
    double sum = 0;
    for (int i = from; i < until; i++) {
      sum += drawsBySum[i];
    }
    return sum;
  }

  /** Mean ranks in the pool, doubled, of the members of {@code sample}. */
  static int[] doubledRanks(double[] sample, double[] pool) {
    var ranks = new int[sample.length];
    for (int i = 0; i < sample.length; i++) {
      int doubled = 1;
      for (double other : pool) {
        doubled += other < sample[i] ? 2 : other == sample[i] ? 1 : 0;
      }
      ranks[i] = doubled;
    }
    return ranks;
  }
}
