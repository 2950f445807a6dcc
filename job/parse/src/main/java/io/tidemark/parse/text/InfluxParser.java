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

  /** Labels and values of all fields; returns where they end. */
  private int readFields(byte[] line, int from, int to)
      throws RejectedException, InvalidLabelsException {
    int position = from;
    while (true) {
      int equals = keyEnd(line, position, to);
      int valueEnd = valueEnd(line, equals + 1, to);
      if (line[equals + 1] != '"') {
        addField(series.labels(line, position, equals), parseValue(line, equals + 1, valueEnd));
      }
      if (valueEnd == to || line[valueEnd] == ' ') {
        return valueEnd;
      }
      position = valueEnd + 1;
    }
  }

  /** Where the equals sign after the field's name stands. */
  private static int keyEnd(byte[] line, int from, int to) throws RejectedException {
    int equals = Text.unescaped(line, from, to, '=');
    int pastName =
        Math.min(Text.unescaped(line, from, equals, ' '), Text.unescaped(line, from, equals, ','));
    if (equals == to || pastName < equals) {
      throw RejectedException.undecodable("a field without a value");
    }
    if (equals == from) {
      throw RejectedException.undecodable("a field without a name");
    }
    return equals;
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

  /** Where the value that begins at {@code from} ends: at a comma, a space or the line's end. */
  private static int valueEnd(byte[] line, int from, int to) throws RejectedException {
    if (from == to) {
      throw RejectedException.undecodable("a field without a value");
    }
    int end = from;
    if (line[from] == '"') {
      int quote = Text.unescaped(line, from + 1, to, '"');
      if (quote == to) {
        throw RejectedException.undecodable("a quote is not closed");
      }
      end = quote + 1;
      if (end < to && line[end] != ',' && line[end] != ' ') {
        throw RejectedException.undecodable("text after a closing quote");
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
      throw RejectedException.undecodable("a field without a value");
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

  private static int skipSpaces(byte[] line, int from, int to) {
    int i = from;
    while (i < to && line[i] == ' ') {
      i++;
    }
    return i;
  }
}
