package io.tidemark.job.deadletter;

/**
 * Ends a run that would only produce more dead letters. The message contains the main reason, its
 * count, and one of the letters.
 */
public final class EverythingRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public EverythingRefusedException(String message) {
    super(message);
  }
}
