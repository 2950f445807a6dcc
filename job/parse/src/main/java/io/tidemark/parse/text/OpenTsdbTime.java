package io.tidemark.parse.text;

import io.tidemark.parse.RejectedException;

/**
 * Reads timestamps of OpenTSDB's formats, which are seconds or milliseconds, depending on their
 * size.
 */
final class OpenTsdbTime {
  /**
   * The mask of {@code net.opentsdb.core.Const}: a timestamp with one of these bits is not in
   * seconds.
   */
  private static final long SECOND_MASK = 0x7FFF_FFFF_0000_0000L;

  private OpenTsdbTime() {}

  /**
   * @param timestamp timestamp, whose fraction is cut off; 0 if there is none
   */
  static long toMillis(double timestamp, long recordTimestampMillis) throws RejectedException {
    long whole = (long) timestamp;
    if (whole == 0) {
      return TextTimestamp.ofRecord(recordTimestampMillis);
    }
    return (whole & SECOND_MASK) == 0 ? TextTimestamp.secondsToMillis(whole) : whole;
  }
}
