package io.tidemark.series;

/**
 * Values of amplified copies in {@link ValueMode#INTERPOLATE}: on the line from a source sample to
 * the next one of its series. Pure, so that what is sent again after a failure is the same value.
 */
public final class Interpolation {
  private Interpolation() {}

  /**
   * Returns the value of the line from one source sample to the next, one interval after the first;
   * the next value itself if they lie an interval apart or less. If no line can be drawn, to or
   * from a stale marker or an infinity, this is the first value.
   *
   * @param gapMillis the time from one sample to the other, positive
   */
  public static double endValue(double value, double next, long gapMillis, long intervalMillis) {
    double change = next - value;
    if (!Double.isFinite(change)) {
      return value;
    }
    return gapMillis <= intervalMillis ? next : value + share(change, intervalMillis, gapMillis);
  }

  /**
   * Returns the value at a tick. At tick 0, and if nothing changes, it is the source value bit for
   * bit.
   *
   * @param endValue see {@link #endValue}
   */
  public static double value(double value, double endValue, Amplification as, int tick) {
    double change = endValue - value;
    boolean moves = tick > 0 && change != 0 && Double.isFinite(change);
    return moves ? value + share(change, as.offsetMillis(tick), as.intervalMillis()) : value;
  }

  /**
   * Returns a share of a change. If the change is beyond some 3e303, a double can't hold the
   * product, but can hold the share.
   */
  private static double share(double change, long part, long whole) {
    double product = change * part;
    return Double.isFinite(product) ? product / whole : change * ((double) part / whole);
  }
}
