package io.tidemark.parse.text;

import io.tidemark.parse.RejectedException;
import io.tidemark.series.InvalidLabelsException;
import io.tidemark.series.Sample;
import java.nio.charset.StandardCharsets;

/**
 * Parses the {@code put} command of OpenTSDB's telnet protocol: {@code put name timestamp value
 * tag=value tag=value}, separated by spaces. The name is the metric's name. Tags become labels,
 * except those without a name or a value; a tag without an equals sign rejects the line.
 *
 * <p>The timestamp is in seconds or milliseconds, depending on its size ({@link OpenTsdbTime}). If
 * it is 0, the sample has the record's timestamp. Other commands are rejected.
 */
public final class OpenTsdbPutParser implements LineParser {
  private static final byte[] PUT = "put ".getBytes(StandardCharsets.US_ASCII);

  private final TextLabels labels = new TextLabels();

  @Override
  public void parseLine(byte[] line, int from, int to, long recordTimestampMillis, Output out)
      throws RejectedException, InvalidLabelsException {
    int name = pastPut(line, from, to);
    int nameEnd = Text.indexOf(line, name, to, ' ');
    int timestamp = skipSpaces(line, nameEnd, to);
    int timestampEnd = Text.indexOf(line, timestamp, to, ' ');
    int value = skipSpaces(line, timestampEnd, to);
    if (value == to) {
      throw RejectedException.undecodable("not name, timestamp and value");
    }
    int valueEnd = Text.indexOf(line, value, to, ' ');
    double number = DecimalText.parseDouble(line, value, valueEnd);
    long millis =
        OpenTsdbTime.toMillis(
            TextTimestamp.parse(line, timestamp, timestampEnd), recordTimestampMillis);
    labels.clear();
    labels.addName(line, name, nameEnd);
    readTags(line, valueEnd, to);
    out.sample(new Sample(labels.build(), millis, number));
  }

  private static int pastPut(byte[] line, int begin, int to) throws RejectedException {
    int from = skipSpaces(line, begin, to);
    for (int i = 0; i < PUT.length; i++) {
      if (from + i >= to || line[from + i] != PUT[i]) {
        throw RejectedException.undecodable("not the command put");
      }
    }
    return skipSpaces(line, from + PUT.length, to);
  }

  private void readTags(byte[] line, int from, int to)
      throws RejectedException, InvalidLabelsException {
    for (int tag = skipSpaces(line, from, to); tag < to; ) {
      int tagEnd = Text.indexOf(line, tag, to, ' ');
      int equals = Text.indexOf(line, tag, tagEnd, '=');
      if (equals == tagEnd) {
        throw RejectedException.undecodable("a tag without =");
      }
      if (equals > tag && equals + 1 < tagEnd) {
        labels.add(line, tag, equals, equals + 1, tagEnd);
      }
      tag = skipSpaces(line, tagEnd, to);
    }
  }

  private static int skipSpaces(byte[] line, int from, int to) {
    int i = from;
    while (i < to && line[i] == ' ') {
      i++;
    }
    return i;
  }
}
