package io.tidemark.simulated.time;

import java.time.Duration;
import java.util.Random;

/**
 * The speed of a real host's cores: the rate of a fixed loop over its median, of a virtual machine
 * with two cores and neighbours, in consecutive quarters of a second. Parts of the record follow
 * each other by chance, so that values close in time stay alike.
 */
public final class HostSpeeds {
  public static final Duration EACH = Duration.ofMillis(250);

  private static final int BLOCK = 8;

  private static final double[] RECORDED = {
    1.05, 1.15, 1.04, 0.96, 0.90, 1.09, 1.05, 1.10, 1.08, 1.02, 0.99, 1.07,
    1.00, 0.99, 1.05, 1.03, 1.00, 1.04, 0.99, 1.01, 1.08, 0.73, 0.72, 0.90,
    1.00, 1.06, 0.79, 0.78, 1.05, 1.07, 1.09, 1.06, 0.79, 0.78, 0.57, 0.73,
    0.94, 0.98, 1.02, 1.08, 1.15, 1.11, 1.08, 1.07, 0.94, 0.90, 1.04, 1.04,
    0.96, 0.89, 0.96, 0.89, 0.97, 0.91, 0.88, 1.06, 1.10, 1.07, 1.02, 1.07,
    1.04, 1.09, 1.08, 1.07, 1.09, 0.90, 1.04, 0.79, 0.94, 0.68, 1.04, 0.99,
    0.91, 0.83, 0.94, 0.95, 0.98, 0.96, 1.08, 0.88, 0.93, 0.94, 0.84, 1.02,
    0.97, 0.97, 0.94, 0.95
  };

  private final Random random;
  private int next;
  private int left;

  public HostSpeeds(Random random) {
    this.random = random;
  }

  public double next() {
    if (left == 0) {
      next = random.nextInt(RECORDED.length);
      left = BLOCK;
    }
    left--;
    return RECORDED[next++ % RECORDED.length];
  }
}
