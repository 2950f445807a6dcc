package io.tidemark.parse.text;

import io.tidemark.parse.LabelText;
import io.tidemark.parse.RejectedException;
import io.tidemark.parse.Rejection;
import io.tidemark.series.InvalidLabelsException;
import io.tidemark.series.Labels;
import io.tidemark.series.LabelsBuilder;
import io.tidemark.series.Sample;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * InfluxDB line protocol, one or more lines: {@code measurement,tag=value field=1,other=2i
 * timestamp}. Series are named as databases with PromQL name them: metric {@code measurement_field}
 * (or {@code field} alone after an empty measurement), tags as labels, tags without a value left
 * out.
 *
 * <ul>
 *   <li>Lines that begin with {@code #} are passed over.
 *   <li>Integers ({@code 1i}, {@code 1u}) become doubles, {@code t, T, true, True, TRUE} 1 and
 *       their counterparts 0. Text in quotes is no measurement: such a field is left out. (A
 *       database that takes the line itself may store 0, or the number in the quotes.)
 *   <li>Anything else that is no number rejects the line (such a database may store 0), and so does
 *       a tag given twice (it may keep the last).
 *   <li>A line longer than 1 MiB, or whose tags repeated for each field take more than 32 MiB, is
 *       rejected.
 *   <li>Timestamps are of the {@link TimestampUnit} given, and rounded down to milliseconds. A line
 *       without one gets the record's.
 * </ul>
 */
public final class InfluxParser implements LineParser {
  /** Of one line: its tags are repeated for each of its fields. */
  private static final int MAX_LABEL_BYTES = 32 << 20;

  private static final byte[] NAME = "__name__".getBytes(StandardCharsets.US_ASCII);

  private final TimestampUnit timestamps;
  private final LabelsBuilder builder = new LabelsBuilder();
  private final List<Labels> series = new ArrayList<>();
  private double[] values = new double[16];
  private long labelBytes;

  /** Unescaped text of the line: tags, then measurement, then one field's key after the other. */
  private byte[] text = new byte[1024];

  private int textEnd;

  /** Ends in {@link #text} of each tag's name and value; they follow one another from 0. */
  private int[] tagEnds = new int[2 * 16];

  private int tagCount;

  public InfluxParser(TimestampUnit timestamps) {
    this.timestamps = timestamps;
  }

  @Override
  public void parseLine(byte[] line, int from, int to, long recordTimestampMillis, Output out)
      throws RejectedException, InvalidLabelsException {
    if (line[from] == '#') {
      return;
    }
    series.clear();
    labelBytes = 0;
    textEnd = 0;
    int headEnd = unescaped(line, from, to, ' ');
    int fields = skipSpaces(line, headEnd, to);
    if (fields == to) {
      throw new RejectedException(Rejection.UNDECODABLE, "no fields");
    }
    readHead(line, from, headEnd);
    int fieldsEnd = readFields(line, fields, to);
    int timestamp = skipSpaces(line, fieldsEnd, to);
    long timestampMillis = timestampMillis(line, timestamp, to, recordTimestampMillis);
    for (int i = 0; i < series.size(); i++) {
      out.sample(new Sample(series.get(i), timestampMillis, values[i]));
    }
  }

  private long timestampMillis(byte[] line, int from, int to, long recordTimestampMillis)
      throws RejectedException {
    if (from < to) {
      long timestamp = DecimalText.parseLong(line, from, to);
      if (!timestamps.isNone(timestamp)) {
        try {
          return timestamps.toMillis(timestamp);
        } catch (ArithmeticException e) {
          throw TextTimestamp.beyond();
        }
      }
    }
    return TextTimestamp.ofRecord(recordTimestampMillis);
  }

  /** Measurement and tags into {@link #text}. */
  private void readHead(byte[] line, int from, int to) throws RejectedException {
    tagCount = 0;
    int measurementEnd = unescaped(line, from, to, ',');
    for (int tag = measurementEnd + 1; tag <= to; ) {
      int tagEnd = unescaped(line, tag, to, ',');
      int equals = unescaped(line, tag, tagEnd, '=');
      if (equals == tagEnd) {
        throw new RejectedException(
            Rejection.UNDECODABLE, "a tag without = [tag=%d]".formatted(tagCount + 1));
      }
      if (equals > tag && equals + 1 < tagEnd) {
        if (2 * tagCount == tagEnds.length) {
          tagEnds = Arrays.copyOf(tagEnds, 2 * tagEnds.length);
        }
        tagEnds[2 * tagCount] = unescapeLabel(line, tag, equals);
        tagEnds[2 * tagCount + 1] = unescapeLabel(line, equals + 1, tagEnd);
        tagCount++;
      }
      tag = tagEnd + 1;
    }
    if (measurementEnd > from) {
      unescapeLabel(line, from, measurementEnd);
      reserve(1);
      text[textEnd++] = '_';
    }
  }

  /** Labels and values of all fields; returns where they end. */
  private int readFields(byte[] line, int from, int to)
      throws RejectedException, InvalidLabelsException {
    int tagsEnd = tagCount == 0 ? 0 : tagEnds[2 * tagCount - 1];
    int keyStart = textEnd;
    int position = from;
    while (true) {
      int equals = keyEnd(line, position, to);
      int valueEnd = valueEnd(line, equals + 1, to);
      if (line[equals + 1] != '"') {
        textEnd = keyStart;
        unescapeLabel(line, position, equals);
        addField(labels(tagsEnd), parseValue(line, equals + 1, valueEnd));
      }
      if (valueEnd == to || line[valueEnd] == ' ') {
        return valueEnd;
      }
      position = valueEnd + 1;
    }
  }

  /** Where the equals sign after the field's name stands. */
  private static int keyEnd(byte[] line, int from, int to) throws RejectedException {
    int equals = unescaped(line, from, to, '=');
    int pastName = Math.min(unescaped(line, from, equals, ' '), unescaped(line, from, equals, ','));
    if (equals == to || pastName < equals) {
      throw new RejectedException(Rejection.UNDECODABLE, "a field without a value");
    }
    if (equals == from) {
      throw new RejectedException(Rejection.UNDECODABLE, "a field without a name");
    }
    return equals;
  }

  private void addField(Labels labels, double value) throws RejectedException {
    labelBytes += labels.encoded().length;
    if (labelBytes > MAX_LABEL_BYTES) {
      throw RejectedException.tooLarge("labels of all fields", labelBytes, MAX_LABEL_BYTES);
    }
    if (series.size() == values.length) {
      values = Arrays.copyOf(values, 2 * values.length);
    }
    values[series.size()] = value;
    series.add(labels);
  }

  private Labels labels(int tagsEnd) throws InvalidLabelsException {
    builder.clear();
    builder.add(NAME, 0, NAME.length, text, tagsEnd, textEnd - tagsEnd);
    int start = 0;
    for (int i = 0; i < 2 * tagCount; i += 2) {
      int nameEnd = tagEnds[i];
      builder.add(text, start, nameEnd - start, text, nameEnd, tagEnds[i + 1] - nameEnd);
      start = tagEnds[i + 1];
    }
    return builder.build();
  }

  /** Where the value that begins at {@code from} ends: at a comma, a space or the line's end. */
  private static int valueEnd(byte[] line, int from, int to) throws RejectedException {
    if (from == to) {
      throw new RejectedException(Rejection.UNDECODABLE, "a field without a value");
    }
    int end = from;
    if (line[from] == '"') {
      int quote = unescaped(line, from + 1, to, '"');
      if (quote == to) {
        throw new RejectedException(Rejection.UNDECODABLE, "a quote is not closed");
      }
      end = quote + 1;
      if (end < to && line[end] != ',' && line[end] != ' ') {
        throw new RejectedException(Rejection.UNDECODABLE, "text after a closing quote");
      }
      return end;
    }
    while (end < to && line[end] != ',' && line[end] != ' ') {
      end++;
    }
    return end;
  }

  private static double parseValue(byte[] line, int from, int to) throws RejectedException {
    if (from == to) {
      throw new RejectedException(Rejection.UNDECODABLE, "a field without a value");
    }
    return switch (line[to - 1]) {
      case 'i' -> DecimalText.parseLong(line, from, to - 1);
      case 'u' -> DecimalText.parseUnsigned(line, from, to - 1);
      case 't', 'T', 'e', 'E', 'f', 'F' -> parseBoolean(line, from, to);
      default -> DecimalText.parseDouble(line, from, to);
    };
  }

  private static double parseBoolean(byte[] line, int from, int to) throws RejectedException {
    if (to - from <= "false".length()) {
      switch (new String(line, from, to - from, StandardCharsets.ISO_8859_1)) {
        case "t", "T", "true", "True", "TRUE" -> {
          return 1;
        }
        case "f", "F", "false", "False", "FALSE" -> {
          return 0;
        }
        default -> {}
      }
    }
    return DecimalText.parseDouble(line, from, to);
  }

  /** Appends to {@link #text} with escapes undone; returns where it ends. */
  private int unescapeLabel(byte[] line, int from, int to) throws RejectedException {
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
          Rejection.INVALID_LABELS, "a name or tag is not UTF-8 or holds NUL or a line end");
    }
    return textEnd;
  }

  private static boolean isEscapable(byte c) {
    return c == ' ' || c == ',' || c == '=' || c == '\\';
  }

  /** The first {@code c} that no backslash stands before, or {@code to}. */
  private static int unescaped(byte[] line, int from, int to, char c) {
    for (int i = from; i < to; i++) {
      if (line[i] == c) {
        return i;
      }
      if (line[i] == '\\') {
        i++;
      }
    }
    return to;
  }

  private static int skipSpaces(byte[] line, int from, int to) {
    int i = from;
    while (i < to && line[i] == ' ') {
      i++;
    }
    return i;
  }

  private void reserve(int more) {
    if (textEnd + more > text.length) {
      text = Arrays.copyOf(text, Math.max(2 * text.length, textEnd + more));
    }
  }
}
