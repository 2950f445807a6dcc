package io.tidemark.ceiling;

import java.util.Locale;

/**
 * One measured fact beside the threshold that it is judged by.
 *
 * @param signal e.g. "database CPU"
 * @param value e.g. "1.83 of 2 cores (92 %)"; "missing" if it was not measured
 * @param threshold e.g. "at least 90 %"
 * @param holds null if it was not measured
 */
public record Finding(String signal, String value, String threshold, Boolean holds) {
  public Finding {
    value = value == null ? "missing" : value;
  }

  /** A fact that may not have been measured. */
  static Finding over(String signal, Double share, double threshold) {
    return new Finding(
        signal,
        share == null ? null : percent(share),
        "more than %s".formatted(percent(threshold)),
        share == null ? null : share > threshold);
  }

  /** The opposite question about the same fact. */
  Finding opposite(String oppositeThreshold) {
    return new Finding(signal, value, oppositeThreshold, holds == null ? null : !holds);
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, share < 0.1 ? "%.1f %%" : "%.0f %%", 100 * share);
  }

  static String number(double value) {
    return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.1f", value)
        .replaceFirst("\\.?0+$", "");
  }

  @Override
  public String toString() {
    return "%s: %s (%s)".formatted(signal, value, threshold);
  }
}
