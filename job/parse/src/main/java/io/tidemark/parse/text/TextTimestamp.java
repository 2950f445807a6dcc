package io.tidemark.parse.text;

import io.tidemark.parse.RejectedException;
import io.tidemark.parse.Rejection;

/** Reads timestamps of text formats: a decimal number, or none. */
final class TextTimestamp {
  private TextTimestamp() {}

  /** Reads a finite number. */
  static double parse(byte[] text, int from, int to) throws RejectedException {
    double timestamp = DecimalText.parseDouble(text, from, to);
    if (Math.abs(timestamp) < 0x1p63) {
      return timestamp;
    }
    throw beyond();
  }

  static long secondsToMillis(long seconds) throws RejectedException {
    try {
      return Math.multiplyExact(seconds, 1000L);
    } catch (ArithmeticException e) {
      throw beyond();
    }
  }

  /**
   * Returns the timestamp for a sample without one.
   *
   * @param recordTimestampMillis timestamp of the record; -1 if it has none
   */
  static long ofRecord(long recordTimestampMillis) throws RejectedException {
    if (recordTimestampMillis == -1) {
      throw new RejectedException(
          Rejection.NO_TIMESTAMP, "neither the sample nor its record has a timestamp");
    }
    return recordTimestampMillis;
  }

  static RejectedException beyond() {
    return new RejectedException(Rejection.UNDECODABLE, "a timestamp beyond all years");
  }
}
