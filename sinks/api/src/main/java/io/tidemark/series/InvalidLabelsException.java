package io.tidemark.series;

/**
 * Thrown for labels that name no series. It has no stack trace, because a bad topic can hold
 * millions of such labels.
 */
public final class InvalidLabelsException extends Exception {
  public InvalidLabelsException(String message) {
    super(message, null, false, false);
  }
}
