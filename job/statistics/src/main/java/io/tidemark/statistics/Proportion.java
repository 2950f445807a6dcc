package io.tidemark.statistics;

import org.hipparchus.stat.interval.BinomialProportion;

/**
 * What the share of some moments tells of the share of all the time: the ends of Wilson's 95 %
 * interval (E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
 * JASA 22, 1927), which holds for few readings and for shares near 0 and 1.
 */
public final class Proportion {
  private Proportion() {}

  /**
   * Returns the lower end of the interval.
   *
   * @param share the share of the readings, 0 to 1
   * @param readings the number of readings, each at a moment of its own
   */
  public static double atLeast(double share, int readings) {
    return readings < 1
        ? 0
        : Math.max(
            0,
            BinomialProportion.getWilsonScoreInterval(readings, share, 1 - Estimate.ALPHA)
                .getLowerBound());
  }

  /** Returns the upper end of the interval. */
  public static double atMost(double share, int readings) {
    return 1 - atLeast(1 - share, readings);
  }
}
