package io.tidemark.parse.text;

import io.tidemark.parse.LabelText;
import io.tidemark.parse.RejectedException;
import io.tidemark.parse.Rejection;
import io.tidemark.series.InvalidLabelsException;
import io.tidemark.series.Labels;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The measurement and the tags at the beginning of a line, which form the labels of a series with
 * the name of each field. A tag without a name or a value is left out. Reused; not thread-safe.
 */
final class InfluxSeries {
  private static final byte[] NAME = "__name__".getBytes(StandardCharsets.US_ASCII);

  private final Labels.Builder builder = new Labels.Builder();

  /**
   * Unescaped text: the tags if any contains a backslash, then the measurement, then a field's
   * name.
   */
  private byte[] text = new byte[1024];

  private int textEnd;

  /** Start of the measurement in {@link #text}, and of the field's name behind its underscore. */
  private int nameStart;

  private int fieldStart;

  /**
   * The line, if {@link #tags} are positions in it; null if they are positions in {@link #text}.
   */
  private byte[] plain;

  /** Start and end of each tag's name, and then of its value. */
  private int[] tags = new int[4 * 16];

  private int tagCount;

  /**
   * @return end of measurement and tags: the position of a space, or {@code to}
   */
  int read(byte[] line, int from, int to) throws RejectedException {
    textEnd = 0;
    int end = readPlain(line, from, to);
    return end < 0 ? readEscaped(line, from, to) : end;
  }

  /**
   * Returns the labels of one field's series.
   *
   * @param from start of the field's name in the line
   */
  Labels labels(byte[] line, int from, int to) throws RejectedException, InvalidLabelsException {
    textEnd = fieldStart;
    unescape(line, from, to);
    byte[] source = plain == null ? text : plain;
    builder.clear();
    builder.add(NAME, 0, NAME.length, text, nameStart, textEnd - nameStart);
    for (int i = 0; i < 4 * tagCount; i += 4) {
      builder.add(
          source, tags[i], tags[i + 1] - tags[i], source, tags[i + 2], tags[i + 3] - tags[i + 2]);
    }
    return builder.build();
  }

  /**
   * Reads a line in one pass, which is possible for nearly all lines; returns -1 if anything is
   * escaped or wrong.
   */
  private int readPlain(byte[] line, int from, int to) {
    plain = line;
    tagCount = 0;
    int measurementEnd = -1;
    int start = from;
    int equals = -1;
    for (int i = from; ; i++) {
      byte c = i == to ? (byte) ' ' : line[i];
      if (c > '=') {
        if (c == '\\') {
          return -1;
        }
      } else if (c == '=') {
        equals = equals < start ? i : equals;
      } else if (c == ',' || c == ' ') {
        if (measurementEnd < 0) {
          measurementEnd = i;
        } else if (equals < start) {
          return -1;
        } else if (equals > start && equals + 1 < i) {
          addTag(start, equals, equals + 1, i);
        }
        if (c == ' ') {
          if (!LabelText.isValid(line, from, i - from)) {
            return -1;
          }
          reserve(measurementEnd - from);
          System.arraycopy(line, from, text, 0, measurementEnd - from);
          textEnd = measurementEnd - from;
          endMeasurement(0);
          return i;
        }
        start = i + 1;
      }
    }
  }

  private int readEscaped(byte[] line, int from, int to) throws RejectedException {
    plain = null;
    tagCount = 0;
    int end = Text.unescaped(line, from, to, ' ');
    int measurementEnd = Text.unescaped(line, from, end, ',');
    for (int tag = measurementEnd + 1; tag <= end; ) {
      int tagEnd = Text.unescaped(line, tag, end, ',');
      int equals = Text.unescaped(line, tag, tagEnd, '=');
      if (equals == tagEnd) {
        throw RejectedException.undecodable("a tag without = [tag=%d]".formatted(tagCount + 1));
      }
      if (equals > tag && equals + 1 < tagEnd) {
        int name = textEnd;
        int nameEnd = unescape(line, tag, equals);
        addTag(name, nameEnd, nameEnd, unescape(line, equals + 1, tagEnd));
      }
      tag = tagEnd + 1;
    }
    int measurement = textEnd;
    unescape(line, from, measurementEnd);
    endMeasurement(measurement);
    return end;
  }

  private void endMeasurement(int start) {
    nameStart = start;
    if (textEnd > start) {
      reserve(1);
      text[textEnd++] = '_';
    }
    fieldStart = textEnd;
  }

  private void addTag(int name, int nameEnd, int value, int valueEnd) {
    int at = 4 * tagCount++;
    if (at == tags.length) {
      tags = Arrays.copyOf(tags, 2 * tags.length);
    }
    tags[at] = name;
    tags[at + 1] = nameEnd;
    tags[at + 2] = value;
    tags[at + 3] = valueEnd;
  }

  /** Appends unescaped text to {@link #text} and returns its end. */
  private int unescape(byte[] line, int from, int to) throws RejectedException {
    reserve(to - from);
    int start = textEnd;
    for (int i = from; i < to; i++) {
      byte c = line[i];
      if (c == '\\' && i + 1 < to && isEscapable(line[i + 1])) {
        c = line[++i];
      }
      text[textEnd++] = c;
    }
    if (!LabelText.isValid(text, start, textEnd - start)) {
      throw new RejectedException(
          Rejection.INVALID_LABELS, "a name or tag is not UTF-8 or holds NUL");
    }
    return textEnd;
  }

  private static boolean isEscapable(byte c) {
    return c == ' ' || c == ',' || c == '=' || c == '\\';
  }

  private void reserve(int more) {
    if (textEnd + more > text.length) {
      text = Arrays.copyOf(text, Math.max(2 * text.length, textEnd + more));
    }
  }
}
