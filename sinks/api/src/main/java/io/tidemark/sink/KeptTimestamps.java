package io.tidemark.sink;

/**
 * The timestamps that a kind of database keeps, in Unix milliseconds. What lies before or between
 * them is refused before it is amplified.
 *
 * @param earliest the first of all
 * @param step the others are multiples of this
 */
public record KeptTimestamps(long earliest, long step) {
  /** All that are positive. */
  public static final KeptTimestamps ALL = new KeptTimestamps(1, 1);

  public KeptTimestamps {
    if (earliest < 1 || step < 1) {
      throw new IllegalArgumentException("earliest=%d step=%d".formatted(earliest, step));
    }
  }
}
