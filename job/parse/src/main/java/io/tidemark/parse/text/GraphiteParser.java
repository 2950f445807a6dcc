package io.tidemark.parse.text;

import io.tidemark.parse.RejectedException;
import io.tidemark.series.InvalidLabelsException;
import io.tidemark.series.Sample;

/**
 * Parses Graphite's plaintext protocol with tags: {@code name;tag=value;tag=value value seconds},
 * separated by spaces or tabs. Value and time are the last two words; the text before them may
 * contain blanks. The name, with its dots, is the metric's name. Tags become labels, except those
 * without a name or a value.
 *
 * <p>The timestamp is in seconds; its fraction is cut off. If it is missing (in a line of two
 * words), 0 or -1, the sample has the record's timestamp.
 */
public final class GraphiteParser implements LineParser {
  private final TextLabels labels = new TextLabels();

  @Override
  public void parseLine(byte[] line, int from, int to, long recordTimestampMillis, Output out)
      throws RejectedException, InvalidLabelsException {
    int series = Text.skipBlanks(line, from, to);
    int timestampEnd = Text.stripBlanks(line, series, to);
    if (timestampEnd == series) {
      return;
    }
    int timestamp = Text.lastWord(line, series, timestampEnd);
    int valueEnd = Text.stripBlanks(line, series, timestamp);
    int value = Text.lastWord(line, series, valueEnd);
    if (value == series) {
      // A line of one or two words has no time.
      value = timestamp;
      valueEnd = timestampEnd;
      timestamp = timestampEnd;
    }
    if (value == series) {
      throw RejectedException.undecodable("no value");
    }
    double number = DecimalText.parseDouble(line, value, valueEnd);
    long millis = timestampMillis(line, timestamp, timestampEnd, recordTimestampMillis);
    readSeries(line, series, Text.stripBlanks(line, series, value));
    out.sample(new Sample(labels.build(), millis, number));
  }

  private static long timestampMillis(byte[] line, int from, int to, long recordTimestampMillis)
      throws RejectedException {
    long seconds = from == to ? 0 : (long) TextTimestamp.parse(line, from, to);
    return seconds == 0 || seconds == -1
        ? TextTimestamp.ofRecord(recordTimestampMillis)
        : TextTimestamp.secondsToMillis(seconds);
  }

  private void readSeries(byte[] line, int from, int to)
      throws RejectedException, InvalidLabelsException {
    labels.clear();
    int nameEnd = Text.indexOf(line, from, to, ';');
    if (nameEnd == from) {
      throw RejectedException.undecodable("no name");
    }
    labels.addName(line, from, nameEnd);
    for (int tag = nameEnd + 1; tag < to; ) {
      int tagEnd = Text.indexOf(line, tag, to, ';');
      int equals = Text.indexOf(line, tag, tagEnd, '=');
      if (equals > tag && equals + 1 < tagEnd) {
        labels.add(line, tag, equals, equals + 1, tagEnd);
      }
      tag = tagEnd + 1;
    }
  }
}
