package io.tidemark.series;

/**
 * The order in which a payload holds the M×N samples of its source samples. A database's cost per
 * sample depends on it (by a factor of three in VictoriaMetrics), so every result names it.
 */
public enum Layout {
  /**
   * The samples of all the payload's series at one tick come before those at the next, as scrapes
   * arrive.
   */
  TIME,
  /** The M samples of one series lie side by side, each in a time series of its own. */
  SERIES,
  /** The M samples of one series lie in one time series. */
  GROUPED
}
