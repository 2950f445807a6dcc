package io.tidemark.job.write;

/** A batch that can't be delivered; the message says why and what to change. */
final class DeliveryException extends RuntimeException {
  private final boolean fatal;

  /**
   * @param fatal whether a restart would fail the same way
   */
  DeliveryException(String message, boolean fatal) {
    super(message);
    this.fatal = fatal;
  }

  boolean fatal() {
    return fatal;
  }
}
