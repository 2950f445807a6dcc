package io.tidemark.parse.text;

import io.tidemark.parse.RejectedException;
import io.tidemark.series.InvalidLabelsException;
import io.tidemark.series.Sample;
import java.util.Arrays;

/**
 * Parses Prometheus' text exposition format and OpenMetrics: {@code name{label="value",…} value
 * timestamp}. Series keep their name and labels, except labels without a value.
 *
 * <ul>
 *   <li>Lines that begin with {@code #} ({@code HELP}, {@code TYPE}, {@code UNIT}, {@code EOF}) and
 *       exemplars after a sample are skipped.
 *   <li>A timestamp from -2³¹ to 2³¹ is in seconds, as in OpenMetrics, and any other one in
 *       milliseconds, as in Prometheus. If it is missing or 0, the sample has the record's.
 *   <li>Names may be quoted, as Prometheus 3 writes those that need it: {@code {"a.name","a
 *       label"="value"} 1}.
 *   <li>Text after the name that is no number rejects the line, as does a label given twice.
 * </ul>
 */
public final class PrometheusParser implements LineParser {
  private final TextLabels labels = new TextLabels();

  /** Unescaped bytes of those quoted texts of the line that contain escapes. */
  private byte[] unescaped = new byte[1024];

  private int unescapedEnd;
  private boolean named;

  /** The array that contains the quoted text read last: the line or {@link #unescaped}. */
  private byte[] text;

  private int textFrom;
  private int textTo;

  @Override
  public void parseLine(byte[] line, int from, int to, long recordTimestampMillis, Output out)
      throws RejectedException, InvalidLabelsException {
    int name = Text.skipBlanks(line, from, to);
    if (name == to || line[name] == '#') {
      return;
    }
    int nameEnd = name;
    while (nameEnd < to && line[nameEnd] != '{' && !Text.isBlank(line[nameEnd])) {
      nameEnd++;
    }
    labels.clear();
    unescapedEnd = 0;
    named = nameEnd > name;
    if (named) {
      labels.addName(line, name, nameEnd);
    }
    int position = Text.skipBlanks(line, nameEnd, to);
    if (position < to && line[position] == '{') {
      position = Text.skipBlanks(line, readLabels(line, position + 1, to), to);
    }
    if (!named) {
      throw RejectedException.undecodable("no name");
    }
    int end = Text.indexOf(line, position, to, '#');
    int valueEnd = Text.blank(line, position, end);
    if (valueEnd == position) {
      throw RejectedException.undecodable("no value");
    }
    double value = DecimalText.parseDouble(line, position, valueEnd);
    int timestamp = Text.skipBlanks(line, valueEnd, end);
    long millis =
        timestampMillis(
            line, timestamp, Text.stripBlanks(line, timestamp, end), recordTimestampMillis);
    out.sample(new Sample(labels.build(), millis, value));
  }

  private static long timestampMillis(byte[] line, int from, int to, long recordTimestampMillis)
      throws RejectedException {
    double timestamp = from == to ? 0 : TextTimestamp.parse(line, from, to);
    boolean seconds = timestamp >= -0x1p31 && timestamp < 0x1p31;
    long millis = (long) (seconds ? 1000 * timestamp : timestamp);
    return millis == 0 ? TextTimestamp.ofRecord(recordTimestampMillis) : millis;
  }

  /** Returns the position after the closing brace. */
  private int readLabels(byte[] line, int from, int to)
      throws RejectedException, InvalidLabelsException {
    int position = Text.skipBlanks(line, from, to);
    while (position < to && line[position] != '}') {
      position = Text.skipBlanks(line, readLabel(line, position, to), to);
      if (position < to && line[position] == ',') {
        position = Text.skipBlanks(line, position + 1, to);
      } else if (position < to && line[position] != '}') {
        throw RejectedException.undecodable("no comma between two labels");
      }
    }
    if (position >= to) {
      throw RejectedException.undecodable("the braces are not closed");
    }
    return position + 1;
  }

  private int readLabel(byte[] line, int from, int to)
      throws RejectedException, InvalidLabelsException {
    byte[] name = line;
    int nameFrom = from;
    int nameTo;
    int equals;
    if (line[from] == '"') {
      int position = Text.skipBlanks(line, readQuoted(line, from, to), to);
      if (position == to || line[position] != '=') {
        takeQuotedName();
        return position;
      }
      name = text;
      nameFrom = textFrom;
      nameTo = textTo;
      equals = position;
    } else {
      equals = from;
      while (equals < to && line[equals] != '=' && line[equals] != ',' && line[equals] != '"') {
        equals++;
      }
      nameTo = Text.stripBlanks(line, from, equals);
    }
    int quote = Text.skipBlanks(line, equals + 1, to);
    if (quote >= to || line[equals] != '=' || line[quote] != '"') {
      throw RejectedException.undecodable("a label without a value in quotes");
    }
    int end = readQuoted(line, quote, to);
    if (nameTo > nameFrom) {
      labels.add(name, nameFrom, nameTo, text, textFrom, textTo);
    }
    return end;
  }

  private void takeQuotedName() throws RejectedException, InvalidLabelsException {
    if (named) {
      throw RejectedException.undecodable("a second name in quotes");
    }
    named = true;
    labels.addName(text, textFrom, textTo);
  }

  /** Reads a quoted text into {@link #text}; returns the position after the closing quote. */
  private int readQuoted(byte[] line, int quote, int to) throws RejectedException {
    int end = quote + 1;
    while (end < to && line[end] != '"' && line[end] != '\\') {
      end++;
    }
    text = line;
    textFrom = quote + 1;
    textTo = end;
    if (end < to && line[end] == '\\') {
      return readEscaped(line, quote + 1, to);
    }
    if (end == to) {
      throw openQuote();
    }
    return end + 1;
  }

  /** Reads a quoted text with escapes; a backslash that escapes nothing stands for itself. */
  private int readEscaped(byte[] line, int from, int to) throws RejectedException {
    if (unescapedEnd + to - from > unescaped.length) {
      unescaped =
          Arrays.copyOf(unescaped, Math.max(2 * unescaped.length, unescapedEnd + to - from));
    }
    text = unescaped;
    textFrom = unescapedEnd;
    int i = from;
    for (; i < to && line[i] != '"'; i++) {
      byte c = line[i];
      if (c == '\\' && i + 1 < to && isEscapable(line[i + 1])) {
        c = line[++i] == 'n' ? (byte) '\n' : line[i];
      }
      unescaped[unescapedEnd++] = c;
    }
    textTo = unescapedEnd;
    if (i >= to) {
      throw openQuote();
    }
    return i + 1;
  }

  private static boolean isEscapable(byte c) {
    return c == '\\' || c == '"' || c == 'n';
  }

  private static RejectedException openQuote() {
    return RejectedException.undecodable("a quote is not closed");
  }
}
