package io.tidemark.parse.text;

import io.tidemark.parse.RejectedException;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.SampleParser;
import io.tidemark.series.InvalidLabelsException;

/**
 * Parses a text format whose records consist of lines. Each line is read completely or rejected
 * alone. A line feed always ends a line, even inside quotes. Spaces and a carriage return before it
 * are ignored, and empty lines are skipped.
 */
public interface LineParser extends SampleParser {
  int MAX_LINE_BYTES = 1 << 20;

  /**
   * Reads the line {@code [from, to)}, which is not empty, and emits its samples when all of it has
   * been read.
   */
  void parseLine(byte[] record, int from, int to, long recordTimestampMillis, Output out)
      throws RejectedException, InvalidLabelsException;

  /** Returns the largest size of a line; a larger one is rejected without being read. */
  default int maxLineBytes() {
    return MAX_LINE_BYTES;
  }

  @Override
  default void parse(byte[] record, long recordTimestampMillis, Output out) {
    for (int from = 0; from < record.length; ) {
      int lineEnd = Text.indexOf(record, from, record.length, '\n');
      int to = lineEnd > from && record[lineEnd - 1] == '\r' ? lineEnd - 1 : lineEnd;
      while (to > from && record[to - 1] == ' ') {
        to--;
      }
      if (to > from) {
        try {
          if (to - from > maxLineBytes()) {
            throw RejectedException.tooLarge("line", to - from, maxLineBytes());
          }
          parseLine(record, from, to, recordTimestampMillis, out);
        } catch (RejectedException e) {
          out.rejected(e.why, e.getMessage(), record, from, to - from);
        } catch (InvalidLabelsException e) {
          out.rejected(Rejection.INVALID_LABELS, e.getMessage(), record, from, to - from);
        }
      }
      from = lineEnd + 1;
    }
  }
}
