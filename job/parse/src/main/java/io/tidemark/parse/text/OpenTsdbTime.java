package io.tidemark.parse.text;

import io.tidemark.parse.RejectedException;

/** Timestamps of OpenTSDB's formats: seconds or milliseconds, by the number's size. */
final class OpenTsdbTime {
  /** Of {@code net.opentsdb.core.Const}: a bit among these is none of a timestamp in seconds. */
  private static final long SECOND_MASK = 0x7FFF_FFFF_0000_0000L;

  private OpenTsdbTime() {}

  /**
   * @param timestamp what stands behind its point is cut off; 0 is none
   */
  static long toMillis(double timestamp, long recordTimestampMillis) throws RejectedException {
    long whole = (long) timestamp;
    if (whole == 0) {
      return TextTimestamp.ofRecord(recordTimestampMillis);
    }
    return (whole & SECOND_MASK) == 0 ? TextTimestamp.secondsToMillis(whole) : whole;
  }
}
