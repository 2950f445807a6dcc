package io.tidemark.parse;

/**
 * Ends the reading of one part of a record. Without a stack trace: a topic may be full of these.
 */
final class RejectedException extends Exception {
  final Rejection why;

  RejectedException(Rejection why, String detail) {
    super(detail, null, false, false);
    this.why = why;
  }
}
