package io.tidemark.parse.text;

import io.tidemark.parse.RejectedException;
import io.tidemark.series.InvalidLabelsException;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Parses one or more lines of the InfluxDB line protocol: {@code measurement,tag=value
 * field=1,other=2i timestamp}. Series get the names that databases with PromQL give them: the
 * metric {@code measurement_field} (or {@code field} alone after an empty measurement), with the
 * tags as labels, except those without a value.
 *
 * <ul>
 *   <li>Lines that begin with {@code #} are skipped.
 *   <li>Integers ({@code 1i}, {@code 1u}) become doubles, {@code t, T, true, True, TRUE} 1 and
 *       their counterparts 0. Text in quotes becomes the number that it contains, or else 0, as in
 *       databases that read such lines themselves.
 *   <li>Any other field that is no number rejects the line (such a database may store 0), and so
 *       does a tag given twice (it may keep the last).
 *   <li>A line longer than 1 MiB, or whose tags repeated for each field take more than 32 MiB, is
 *       rejected.
 *   <li>Timestamps are in the given {@link TimestampUnit}, and rounded down to milliseconds. A line
 *       without one has the record's.
 * </ul>
 */
public final class InfluxParser implements LineParser {
  /** Largest size of the labels of one line, whose tags are repeated for each of its fields. */
  private static final int MAX_LABEL_BYTES = 32 << 20;

  private final TimestampUnit timestamps;
  private final InfluxSeries series = new InfluxSeries();
  private final List<Labels> labels = new ArrayList<>();
  private double[] values = new double[16];
  private long labelBytes;

  public InfluxParser(TimestampUnit timestamps) {
    this.timestamps = timestamps;
  }

  @Override
  public void parseLine(byte[] line, int from, int to, long recordTimestampMillis, Output out)
      throws RejectedException, InvalidLabelsException {
    if (line[from] == '#') {
      return;
    }
    labels.clear();
    labelBytes = 0;
    int fields = skipSpaces(line, series.read(line, from, to), to);
    if (fields == to) {
      throw RejectedException.undecodable("no fields");
    }
    int fieldsEnd = readFields(line, fields, to);
    int timestamp = skipSpaces(line, fieldsEnd, to);
    long timestampMillis = timestampMillis(line, timestamp, to, recordTimestampMillis);
    for (int i = 0; i < labels.size(); i++) {
      out.sample(new Sample(labels.get(i), timestampMillis, values[i]));
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

  /** Reads labels and values of all fields; returns the position of their end. */
  private int readFields(byte[] line, int from, int to)
      throws RejectedException, InvalidLabelsException {
    int position = from;
    while (true) {
      int end = fieldEnd(line, position, to);
      int equals = Text.unescaped(line, position, end, '=');
      if (equals == end || equals + 1 == end) {
        throw RejectedException.undecodable("a field without a value");
      }
      if (equals == position) {
        throw RejectedException.undecodable("a field without a name");
      }
      addField(series.labels(line, position, equals), parseValue(line, equals + 1, end));
      if (end == to || line[end] == ' ') {
        return end;
      }
      position = end + 1;
    }
  }

  /**
   * Returns the position of the first comma or space that is neither quoted nor escaped, or the
   * line's end.
   */
  private static int fieldEnd(byte[] line, int from, int to) {
    boolean quoted = false;
    for (int i = from; i < to; i++) {
      byte c = line[i];
      if (c == '\\') {
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && (c == ',' || c == ' ')) {
        return i;
      }
    }
    return to;
  }

  private void addField(Labels field, double value) throws RejectedException {
    labelBytes += field.encoded().length;
    if (labelBytes > MAX_LABEL_BYTES) {
      throw RejectedException.tooLarge("labels of all fields", labelBytes, MAX_LABEL_BYTES);
    }
    if (labels.size() == values.length) {
      values = Arrays.copyOf(values, 2 * values.length);
    }
    values[labels.size()] = value;
    labels.add(field);
  }

  private static double parseValue(byte[] line, int from, int to) throws RejectedException {
    return switch (line[to - 1]) {
      case '"' -> parseText(line, from, to);
      case 'i' -> DecimalText.parseLong(line, from, to - 1);
      case 'u' -> DecimalText.parseUnsigned(line, from, to - 1);
      case 't', 'T', 'e', 'E', 'f', 'F' -> parseBoolean(line, from, to);
      default -> DecimalText.parseDouble(line, from, to);
    };
  }

  /**
   * Returns the number inside the quotes, because some senders write numbers as strings. Any other
   * text counts as 0.
   */
  private static double parseText(byte[] line, int from, int to) throws RejectedException {
    if (line[from] != '"' || to - from < 2) {
      throw RejectedException.undecodable("text before a quote");
    }
    try {
      return DecimalText.parseDouble(line, from + 1, to - 1);
    } catch (RejectedException noNumber) {
      return 0;
    }
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

  private static int skipSpaces(byte[] line, int from, int to) {
    int i = from;
    while (i < to && line[i] == ' ') {
      i++;
    }
    return i;
  }
}
