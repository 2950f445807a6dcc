package io.tidemark.benchmarks.lab.part;

/**
 * Thrown if this machine lacks a part, or does not allow to make it. The report then lists the
 * set-up as not run.
 */
public final class PartMissing extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * @param message what is missing, and what to do about it
   */
  public PartMissing(String message) {
    super(message);
  }

  PartMissing(String message, Exception cause) {
    super(message + ": " + cause.getMessage(), cause);
  }
}
