package io.tidemark.job.deadletter;

/**
 * The names of accumulators that count what became of dead letters. The counts are exact across
 * restarts.
 */
public final class KeptLetters {
  public static final String KEPT = "deadLettersKept";
  public static final String BYTES = "deadLetterBytes";

  /** Letters that were not stored because {@code dead-letter.max-bytes} was reached. */
  public static final String OVER_BYTES = "deadLettersOverBytes";

  /**
   * Letters that were not stored because {@code dead-letter.max-free-share} was reached, or the
   * disk was full.
   */
  public static final String OVER_SPACE = "deadLettersOverSpace";

  private KeptLetters() {}
}
