package io.tidemark.sink;

/**
 * The timestamps that a kind of database keeps, in Unix milliseconds. A sample before or between
 * them is refused before it is amplified.
 *
 * @param earliest the first timestamp
 * @param step the number of which all timestamps are multiples
 */
public record KeptTimestamps(long earliest, long step) {
  /** All positive timestamps. */
  public static final KeptTimestamps ALL = new KeptTimestamps(1, 1);

  public KeptTimestamps {
    if (earliest < 1 || step < 1) {
      throw new IllegalArgumentException("earliest=%d step=%d".formatted(earliest, step));
    }
  }
}
