package io.tidemark.parse;

/**
 * The reasons why a parser refuses a record or a part of it; they are the values of the metric's
 * label {@code reason}.
 */
public enum Rejection {
  /** The bytes are not in the format, or are cut short. */
  UNDECODABLE("undecodable"),
  /** The record is too large, as it came or decompressed. */
  TOO_LARGE("too-large"),
  /**
   * A label is given twice, no label is left, the text is invalid UTF-8, or a control character
   * would end the text in line protocols.
   */
  INVALID_LABELS("invalid-labels"),
  /** Neither the sample nor its record has a timestamp. */
  NO_TIMESTAMP("no-timestamp"),
  /** The Kafka record has no value. */
  TOMBSTONE("tombstone"),
  /** The rest of a file can't be read, because the file is cut short, broken or was changed. */
  BROKEN_FILE("broken-file");

  private final String reason;

  Rejection(String reason) {
    this.reason = reason;
  }

  public String reason() {
    return reason;
  }
}
