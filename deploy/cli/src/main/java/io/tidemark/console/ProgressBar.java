package io.tidemark.console;

import io.tidemark.measure.Amounts;
import java.time.Duration;

/** Shows people how much of a task is done. */
public final class ProgressBar {
  private static final int WIDTH = 20;

  /** The remaining time is not shown earlier, because it is mostly wrong in the first moments. */
  private static final Duration LEAST_ELAPSED = Duration.ofSeconds(2);

  private ProgressBar() {}

  /**
   * @param share the part that is done, from 0 to 1
   */
  public static String of(double share) {
    int full = (int) Math.max(0, Math.min(WIDTH, WIDTH * share));
    return "[" + "#".repeat(full) + ".".repeat(WIDTH - full) + "] ";
  }

  /**
   * Returns the remaining time, such as {@code , 1:05 left}, if the rest goes on at the speed so
   * far; "" as long as that is unknown.
   */
  public static String left(Duration elapsed, double share) {
    if (share <= 0 || share >= 1 || elapsed.compareTo(LEAST_ELAPSED) < 0) {
      return "";
    }
    long millis = Math.round(elapsed.toMillis() * (1 - share) / share);
    return ", " + Amounts.clock(Duration.ofMillis(millis)) + " left";
  }
}
