package io.tidemark.statistics;

/** What a share of so many moments says of the share of all the time. */
public final class Proportion {
  /** Of a normal distribution, on both sides of a 95 % interval. */
  private static final double Z = 1.96;

  private Proportion() {}

  /**
   * The lower end of Wilson's 95 % interval (E. B. Wilson, "Probable inference, the law of
   * succession, and statistical inference", JASA 22, 1927), which holds for few readings and for
   * shares near 0 and 1.
   *
   * @param share 0 to 1
   * @param readings each at a moment of its own
   */
  public static double atLeast(double share, int readings) {
    if (readings < 1) {
      return 0;
    }
    double z2 = Z * Z / readings;
    double spread = Z * Math.sqrt((share * (1 - share) + z2 / 4) / readings);
    return Math.max(0, (share + z2 / 2 - spread) / (1 + z2));
  }

  /** The upper end. */
  public static double atMost(double share, int readings) {
    return 1 - atLeast(1 - share, readings);
  }
}
