package io.tidemark.statistics;

import org.hipparchus.stat.interval.BinomialProportion;

/**
 * What a share of so many moments says of the share of all the time: the ends of Wilson's 95 %
 * interval (E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
 * JASA 22, 1927), which holds for few readings and for shares near 0 and 1.
 */
public final class Proportion {
  private Proportion() {}

  /**
   * @param share 0 to 1
   * @param readings each at a moment of its own
   */
  public static double atLeast(double share, int readings) {
    return readings < 1
        ? 0
        : Math.max(
            0,
            BinomialProportion.getWilsonScoreInterval(readings, share, 1 - Estimate.ALPHA)
                .getLowerBound());
  }

  /** As above. */
  public static double atMost(double share, int readings) {
    return 1 - atLeast(1 - share, readings);
  }
}
