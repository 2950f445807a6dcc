package io.tidemark.job.deadletter;

/** Names of accumulators: what became of dead letters. Exact over restarts. */
public final class KeptLetters {
  public static final String KEPT = "deadLettersKept";
  public static final String BYTES = "deadLetterBytes";

  /** Not kept: {@code dead-letter.max-bytes} was reached. */
  public static final String OVER_BYTES = "deadLettersOverBytes";

  /** Not kept: {@code dead-letter.max-free-share} was reached, or the disk is full. */
  public static final String OVER_SPACE = "deadLettersOverSpace";

  private KeptLetters() {}
}
