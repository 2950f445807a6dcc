package io.tidemark.series;

/**
 * Values of amplified copies in {@link ValueMode#INTERPOLATE}: on the line from a source sample to
 * the next one of its series. Pure, so that what is sent again after a failure is the same value.
 */
public final class Interpolation {
  private Interpolation() {}

  /**
   * Where the line from one source sample to the next stands one interval after the first: the next
   * value itself where they lie an interval apart or less. What no line can be drawn to, or from (a
   * stale marker, an infinity), leaves the value as it is.
   *
   * @param gapMillis from one to the other, positive
   */
  public static double endValue(double value, double next, long gapMillis, long intervalMillis) {
    double change = next - value;
    if (!Double.isFinite(change)) {
      return value;
    }
    return gapMillis <= intervalMillis ? next : value + share(change, intervalMillis, gapMillis);
  }

  /**
   * The value at a tick; at tick 0, and where nothing changes, the source value bit for bit.
   *
   * @param endValue see {@link #endValue}
   */
  public static double value(double value, double endValue, Amplification as, int tick) {
    double change = endValue - value;
    boolean moves = tick > 0 && change != 0 && Double.isFinite(change);
    return moves ? value + share(change, as.offsetMillis(tick), as.intervalMillis()) : value;
  }

  /**
   * Of a change beyond some 3e303 the product is more than a double holds, and the share is not.
   */
  private static double share(double change, long part, long whole) {
    double product = change * part;
    return Double.isFinite(product) ? product / whole : change * ((double) part / whole);
  }
}
