package io.tidemark.statistics;

import org.HdrHistogram.AbstractHistogram;

/**
 * Latencies of an open loop count from the intended start. Where only service times were recorded,
 * each that exceeds the expected interval hides the requests that should have started meanwhile;
 * HdrHistogram adds these back.
 */
public final class CoordinatedOmission {
  private CoordinatedOmission() {}

  /**
   * A corrected copy.
   *
   * @param expectedInterval between two intended starts, in the histogram's unit
   */
  public static AbstractHistogram corrected(AbstractHistogram recorded, long expectedInterval) {
    if (expectedInterval <= 0) {
      throw new IllegalArgumentException(
          "no intended starts to count from: expectedInterval=%d, must be positive"
              .formatted(expectedInterval));
    }
    return recorded.copyCorrectedForCoordinatedOmission(expectedInterval);
  }
}
