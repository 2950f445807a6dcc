package io.tidemark.benchmarks.lab.score;

import io.tidemark.statistics.Proportion;

/** A value and its 95 % interval. */
public record Interval(double value, double low, double high) {
  /** Returns a share with its Wilson interval; from 0 to 1 if there are no cases. */
  public static Interval ofShare(long part, long all) {
    if (all == 0) {
      return new Interval(Double.NaN, 0, 1);
    }
    double share = (double) part / all;
    return new Interval(
        share, Proportion.atLeast(share, (int) all), Proportion.atMost(share, (int) all));
  }

  /** Returns this value with an interval that includes the other one. */
  public Interval covering(Interval other) {
    return new Interval(value, Math.min(low, other.low), Math.max(high, other.high));
  }
}
