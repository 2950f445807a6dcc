package io.tidemark.series;

/** What value an amplified copy gets; always derived from the source alone. */
public enum ValueMode {
  /** The source sample's own value, bit for bit. */
  REPEAT,
  /**
   * The source value moved by at most 1 %, by a hash of series, timestamp and copy ({@link
   * Jitter}).
   */
  JITTER,
  /**
   * On the line to the next source sample of the series ({@link Interpolation}), for which each is
   * held back.
   */
  INTERPOLATE
}
