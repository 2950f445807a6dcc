package io.tidemark.series;

/**
 * The order in which a payload holds the M×N samples of its source samples. A database's cost per
 * sample depends on it (by a factor of three in VictoriaMetrics), so every result names it.
 */
public enum Layout {
  /** One tick of all the payload's series, then the next, as scrapes arrive. */
  TIME,
  /** The M samples of one series side by side, each in a time series of its own. */
  SERIES,
  /** The M samples of one series in one time series. */
  GROUPED
}
