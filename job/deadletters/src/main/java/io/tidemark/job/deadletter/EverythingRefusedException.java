package io.tidemark.job.deadletter;

/** To go on would only make more dead letters; the message has the reason, the count, one of it. */
public final class EverythingRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public EverythingRefusedException(String message) {
    super(message);
  }
}
