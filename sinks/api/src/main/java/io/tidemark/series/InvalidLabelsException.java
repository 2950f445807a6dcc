package io.tidemark.series;

/** Labels that name no series. Without a stack trace: a bad topic can hold millions of these. */
public final class InvalidLabelsException extends Exception {
  public InvalidLabelsException(String message) {
    super(message, null, false, false);
  }
}
