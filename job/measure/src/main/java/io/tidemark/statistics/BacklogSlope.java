package io.tidemark.statistics;

/**
 * Whether a load is sustained (Theodolite, Henning and Hasselbring 2022): the median over
 * repetitions of the backlog's slope, after the warm-up, is below a threshold.
 */
public final class BacklogSlope {
  private BacklogSlope() {}

  /** Of the least-squares line, in backlog per second. */
  public static double of(double[] seconds, double[] backlog) {
    double squares = Moments.squares(seconds);
    if (seconds.length != backlog.length || squares == 0) {
      throw new IllegalArgumentException(
          "no slope without two times: seconds=%d, backlog=%d, equally many and at least 2 different"
              .formatted(seconds.length, backlog.length));
    }
    double meanSeconds = Moments.mean(seconds);
    double meanBacklog = Moments.mean(backlog);
    double products = 0;
    for (int i = 0; i < seconds.length; i++) {
      products += (seconds[i] - meanSeconds) * (backlog[i] - meanBacklog);
    }
    return products / squares;
  }

  public static boolean sustained(double[] slopesPerSecond, double thresholdPerSecond) {
    return Quantiles.median(slopesPerSecond) < thresholdPerSecond;
  }
}
