package io.tidemark.benchmarks.lab.part;

/**
 * A part that this machine lacks, or does not let us make: the set-up is reported by name as not
 * run.
 */
public final class PartMissing extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * @param message what is missing, and what to do
   */
  public PartMissing(String message) {
    super(message);
  }

  PartMissing(String message, Exception cause) {
    super(message + ": " + cause.getMessage(), cause);
  }
}
