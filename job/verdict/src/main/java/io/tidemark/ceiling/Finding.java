package io.tidemark.ceiling;

import static io.tidemark.measure.Amounts.finePercent;

/**
 * One measured fact beside the threshold that it is judged by.
 *
 * @param signal what was measured, e.g. "database CPU"
 * @param value the measured value, e.g. "1.83 of 2 cores (92 %)"
 * @param threshold the threshold, e.g. "at least 90 %"
 * @param holds whether the value meets the threshold; null if it was not measured
 */
public record Finding(String signal, String value, String threshold, Boolean holds) {

  static Finding over(String signal, double share, double threshold) {
    return new Finding(
        signal,
        finePercent(share),
        "more than %s".formatted(finePercent(threshold)),
        share > threshold);
  }

  /**
   * Returns a fact that was not measured.
   *
   * @param remedy how to get it measured
   */
  static Finding missing(String signal, String threshold, String remedy) {
    return new Finding(signal, "missing; " + remedy, threshold, null);
  }

  /** Returns the answer to the opposite question about the same fact. */
  Finding opposite(String oppositeThreshold) {
    return new Finding(signal, value, oppositeThreshold, holds == null ? null : !holds);
  }

  boolean isMissing() {
    return holds == null;
  }

  boolean isTrue() {
    return Boolean.TRUE.equals(holds);
  }

  boolean isFalse() {
    return Boolean.FALSE.equals(holds);
  }

  @Override
  public String toString() {
    return "%s: %s (%s)".formatted(signal, value, threshold);
  }
}
