package io.tidemark.parse.text;

import io.tidemark.parse.RejectedException;
import io.tidemark.series.InvalidLabelsException;
import io.tidemark.series.Sample;

/**
 * Graphite's plaintext protocol, with tags: {@code name;tag=value;tag=value value seconds},
 * separated by spaces or tabs. The name is the metric as it stands, dots and all; tags are labels,
 * one without a name or a value is left out.
 *
 * <ul>
 *   <li>The timestamp is in seconds, and what stands behind its point is cut off. Without one, or
 *       with 0 or -1, the record's stands in.
 *   <li>A line that begins with a space has no name, and is rejected.
 * </ul>
 */
public final class GraphiteParser implements LineParser {
  private final TextLabels labels = new TextLabels();

  @Override
  public void parseLine(byte[] line, int from, int to, long recordTimestampMillis, Output out)
      throws RejectedException, InvalidLabelsException {
    int seriesEnd = Text.blank(line, from, to);
    int value = Text.skipBlanks(line, seriesEnd, to);
    if (value == to) {
      throw RejectedException.undecodable("no value");
    }
    int valueEnd = Text.blank(line, value, to);
    double number = DecimalText.parseDouble(line, value, valueEnd);
    int timestamp = Text.skipBlanks(line, valueEnd, to);
    long millis =
        timestampMillis(
            line, timestamp, Text.stripBlanks(line, timestamp, to), recordTimestampMillis);
    readSeries(line, from, seriesEnd);
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
