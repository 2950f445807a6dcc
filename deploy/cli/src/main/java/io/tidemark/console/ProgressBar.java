package io.tidemark.console;

import io.tidemark.measure.Amounts;
import java.time.Duration;

/** How much is done, for people. */
public final class ProgressBar {
  private static final int WIDTH = 20;

  /** What the first moments promise is mostly wrong. */
  private static final Duration LEAST_ELAPSED = Duration.ofSeconds(2);

  private ProgressBar() {}

  /**
   * @param share from 0 to 1
   */
  public static String of(double share) {
    int full = (int) Math.max(0, Math.min(WIDTH, WIDTH * share));
    return "[" + "#".repeat(full) + ".".repeat(WIDTH - full) + "] ";
  }

  /** {@code , 1:05 left} if it goes on as it went so far; "" while that can't be said. */
  public static String left(Duration elapsed, double share) {
    if (share <= 0 || share >= 1 || elapsed.compareTo(LEAST_ELAPSED) < 0) {
      return "";
    }
    long millis = Math.round(elapsed.toMillis() * (1 - share) / share);
    return ", " + Amounts.clock(Duration.ofMillis(millis)) + " left";
  }
}
