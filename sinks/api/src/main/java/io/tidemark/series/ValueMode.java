package io.tidemark.series;

/** The value of an amplified copy, which is always derived from the source alone. */
public enum ValueMode {
  /** The source sample's own value, bit for bit. */
  REPEAT,
  /**
   * The source value moved by at most 1 %, by a hash of series, timestamp and copy ({@link
   * Jitter}).
   */
  JITTER,
  /**
   * The value on the line to the next source sample of the series ({@link Interpolation}), for
   * which each sample is held back.
   */
  INTERPOLATE
}
