package io.tidemark.parse.text;

/** What a text format's timestamps count since 1970. */
public enum TimestampUnit {
  /**
   * Seconds, milliseconds, microseconds or nanoseconds, by size, as databases do that take such
   * lines themselves: below 10¹¹ seconds (to the year 5138), below 10¹⁴ milliseconds (from March
   * 1973), below 10¹⁷ microseconds, else nanoseconds. 0 is none.
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

  /** Whether the timestamp stands for none. */
  boolean isNone(long timestamp) {
    return this == AUTO && timestamp == 0;
  }

  /**
   * Rounded down.
   *
   * @throws ArithmeticException if a long does not hold it
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
