package io.tidemark.parse.text;

/** The unit in which a text format's timestamps count the time since 1970. */
public enum TimestampUnit {
  /**
   * Seconds, milliseconds, microseconds or nanoseconds, depending on the size, as databases that
   * read such lines decide it: below 10¹¹ seconds (until the year 5138), below 10¹⁴ milliseconds
   * (from March 1973), below 10¹⁷ microseconds, otherwise nanoseconds. 0 means no timestamp.
   */
  AUTO(0, 0),
  S(1000, 1),
  MS(1, 1),
  US(1, 1_000),
  NS(1, 1_000_000);

  private static final long LEAST_MILLIS = 100_000_000_000L;
  private static final long LEAST_MICROS = 100_000_000_000_000L;
  private static final long LEAST_NANOS = 100_000_000_000_000_000L;

  private final long times;
  private final long over;

  TimestampUnit(long times, long over) {
    this.times = times;
    this.over = over;
  }

  /** Tells whether the timestamp means that there is none. */
  boolean isNone(long timestamp) {
    return this == AUTO && timestamp == 0;
  }

  /**
   * Returns milliseconds, rounded down.
   *
   * @throws ArithmeticException if a long can't hold them
   */
  long toMillis(long timestamp) {
    return this == AUTO
        ? bySize(timestamp).toMillis(timestamp)
        : Math.floorDiv(Math.multiplyExact(timestamp, times), over);
  }

  private static TimestampUnit bySize(long timestamp) {
    if (timestamp >= LEAST_NANOS) {
      return NS;
    }
    if (timestamp >= LEAST_MICROS) {
      return US;
    }
    return timestamp >= LEAST_MILLIS ? MS : S;
  }
}
