package io.tidemark.statistics;

import java.util.OptionalInt;

/**
 * Finds drift by cumulative sums (Page 1954): C⁺ = max(0, x − (μ+K) + C⁺), C⁻ = max(0, (μ−K) − x +
 * C⁻), with an alarm if either exceeds H. K and H are in standard deviations, as {@link #K} and
 * {@link #H} (Montgomery, Introduction to Statistical Quality Control, 9.1: a shift of one standard
 * deviation is found after 8 to 10 values, a false alarm comes once in 168 or, at H = 5, in 465).
 *
 * @param highestUp the largest C⁺, in standard deviations
 * @param highestDown the largest C⁻, in standard deviations
 * @param alarm the index of the first value that gives alarm
 */
public record Cusum(double highestUp, double highestDown, OptionalInt alarm) {
  public static final double K = 0.5;
  public static final double H = 4;

  /**
   * A step is judged by about this many means. Steady steps then give a false alarm in less than 5
   * % also at an autocorrelation of 0.9 over 400 observations; with 20 means it would be in a
   * third.
   */
  public static final int BATCHES = 10;

  public static final int MIN_OBSERVATIONS = 2 * BATCHES;

  /** The mean of the range of two normal values, in standard deviations (d₂ for n = 2). */
  private static final double MEAN_RANGE_OF_TWO = 1.128;

  public boolean drifts() {
    return alarm.isPresent();
  }

  /**
   * Looks for drift within one step. Neighbouring observations correlate, so they are judged as
   * {@link #BATCHES} means, around their common mean. The standard deviation comes from the moving
   * range of these, which a drift hardly widens.
   *
   * @param observations the observations without the warm-up
   * @param irrelevant the standard deviation of the batch means, relative to their level, below
   *     which a drift is of no interest: steadier data are judged as if they were this uneven
   */
  public static Cusum ofStep(double[] observations, double irrelevant) {
    if (observations.length < MIN_OBSERVATIONS) {
      throw new IllegalArgumentException(
          "too few observations to see a drift: observations=%d, at least %d"
              .formatted(observations.length, MIN_OBSERVATIONS));
    }
    double[] means = BatchMeans.of(observations, observations.length / BATCHES);
    double mean = Moments.mean(means);
    double ranges = 0;
    for (int i = 1; i < means.length; i++) {
      ranges += Math.abs(means[i] - means[i - 1]);
    }
    double moving = ranges / (means.length - 1) / MEAN_RANGE_OF_TWO;
    return of(means, mean, Math.max(moving, irrelevant * Math.abs(mean)), K, H);
  }

  /**
   * Looks for drift from a known level. At a deviation of 0, any departure from it beyond rounding
   * gives alarm.
   */
  public static Cusum of(double[] values, double mean, double deviation, double k, double h) {
    double unit = Math.max(deviation, 1e-12 * Math.abs(mean) + Double.MIN_NORMAL);
    double up = 0;
    double down = 0;
    double highestUp = 0;
    double highestDown = 0;
    OptionalInt alarm = OptionalInt.empty();
    for (int i = 0; i < values.length; i++) {
      double standard = (values[i] - mean) / unit;
      up = Math.max(0, standard - k + up);
      down = Math.max(0, -standard - k + down);
      highestUp = Math.max(highestUp, up);
      highestDown = Math.max(highestDown, down);
      if (alarm.isEmpty() && (up > h || down > h)) {
        alarm = OptionalInt.of(i);
      }
    }
    return new Cusum(highestUp, highestDown, alarm);
  }
}
