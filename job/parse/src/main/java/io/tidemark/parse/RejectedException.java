package io.tidemark.parse;

/**
 * Ends the reading of one part of a record. It has no stack trace, because a topic may be full of
 * such parts.
 */
public final class RejectedException extends Exception {
  public final Rejection why;

  public RejectedException(Rejection why, String detail) {
    super(detail, null, false, false);
    this.why = why;
  }

  public static RejectedException undecodable(String detail) {
    return new RejectedException(Rejection.UNDECODABLE, detail);
  }

  public static RejectedException tooLarge(String what, long bytes, int maxBytes) {
    return new RejectedException(
        Rejection.TOO_LARGE,
        "%s too large [bytes=%d, maxBytes=%d]".formatted(what, bytes, maxBytes));
  }
}
