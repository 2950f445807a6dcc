package io.tidemark.statistics;

/**
 * How much a quantity follows one that was changed on purpose: Δln(y) / Δln(factor). 1 is in
 * proportion, 0 not at all. The interval is Welch's (1947) of the two means of ln y.
 */
public final class Elasticity {
  private Elasticity() {}

  /**
   * @param before y of each window before the change; windows long enough to be independent
   * @param after y of each window after it
   * @param factor by how much the cause was multiplied
   */
  public static Estimate of(double[] before, double[] after, double factor) {
    if (before.length < 2 || after.length < 2) {
      throw new IllegalArgumentException(
          "too few windows for an elasticity: before=%d, after=%d, at least 2 each"
              .formatted(before.length, after.length));
    }
    if (!(factor > 0) || factor == 1 || Double.isInfinite(factor)) {
      throw new IllegalArgumentException(
          "no elasticity without a change: factor=%s, must be positive and not 1"
              .formatted(factor));
    }
    double[] from = Moments.logarithms(before, "windows");
    double[] to = Moments.logarithms(after, "windows");
    double fromVariance = Moments.variance(from) / from.length;
    double toVariance = Moments.variance(to) / to.length;
    double variance = fromVariance + toVariance;
    double degreesOfFreedom =
        variance
            * variance
            / (fromVariance * fromVariance / (from.length - 1)
                + toVariance * toVariance / (to.length - 1));
    return Estimate.student(
        (Moments.mean(to) - Moments.mean(from)) / Math.log(factor),
        Math.sqrt(variance) / Math.abs(Math.log(factor)),
        degreesOfFreedom);
  }
}
