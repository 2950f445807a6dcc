package io.tidemark.ceiling;

/**
 * One measured fact beside the threshold that it is judged by.
 *
 * @param signal e.g. "database CPU"
 * @param value e.g. "1.83 of 2 cores (92 %)"; "missing" if it was not measured
 * @param threshold e.g. "at least 90 %"
 * @param holds null if it was not measured
 */
public record Finding(String signal, String value, String threshold, Boolean holds) {
  @Override
  public String toString() {
    return "%s: %s (%s)".formatted(signal, value, threshold);
  }
}
