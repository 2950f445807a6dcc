package io.tidemark.parse;

/** Why a parser refuses a record or a part of it; the values of the metric's {@code reason}. */
public enum Rejection {
  /** Not in the format at all, or cut short. */
  UNDECODABLE("undecodable"),
  /** Over the bound on a record's size, as it came or unpacked. */
  TOO_LARGE("too-large"),
  /**
   * A label given twice, no label, invalid UTF-8, a control character that text protocols end at.
   */
  INVALID_LABELS("invalid-labels"),
  /** Neither the sample nor its record has a timestamp. */
  NO_TIMESTAMP("no-timestamp"),
  /** A Kafka record without a value. */
  TOMBSTONE("tombstone"),
  /** No record: a file has no more of them, for it is cut short, broken or was changed. */
  BROKEN_FILE("broken-file");

  private final String reason;

  Rejection(String reason) {
    this.reason = reason;
  }

  public String reason() {
    return reason;
  }
}
