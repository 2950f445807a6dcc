package io.tidemark.statistics;

/** How fast a backlog grows: a load whose backlog does not is sustained (Theodolite, 2022). */
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
}
