package io.tidemark.parse.text;

import io.tidemark.parse.RejectedException;
import io.tidemark.series.InvalidLabelsException;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * JSON lines as databases with PromQL export and import them: on each line an object with {@code
 * metric} (name to value, {@code __name__} among them), {@code values} and {@code timestamps} (Unix
 * milliseconds), as many of one as of the other. What else the object holds is passed over.
 *
 * <ul>
 *   <li>A value may be {@code null} or one of {@code NaN}, {@code Inf}, {@code -Inf}, {@code
 *       Infinity}, in quotes or without.
 *   <li>Anything in {@code metric} that is not text rejects the line, and so does one of the three
 *       that is missing, empty or given twice.
 * </ul>
 */
public final class JsonLinesParser implements LineParser {
  /** A line holds all samples of a series. */
  public static final int MAX_LINE_BYTES = 8 << 20;

  private static final byte[] METRIC = ascii("metric");
  private static final byte[] VALUES = ascii("values");
  private static final byte[] TIMESTAMPS = ascii("timestamps");
  private static final byte[] NULL = ascii("null");

  private final JsonCursor json = new JsonCursor();
  private final TextLabels labels = new TextLabels();
  private double[] values = new double[64];
  private long[] timestamps = new long[64];
  private int valueCount;
  private int timestampCount;
  private boolean hasMetric;

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public int maxLineBytes() {
    return MAX_LINE_BYTES;
  }

  @Override
  public void parseLine(byte[] line, int from, int to, long recordTimestampMillis, Output out)
      throws RejectedException, InvalidLabelsException {
    json.reset(line, from, to);
    if (json.atEnd()) {
      return;
    }
    hasMetric = false;
    valueCount = 0;
    timestampCount = 0;
    labels.clear();
    json.expect('{');
    for (boolean first = true; json.more(first, '}'); first = false) {
      json.name();
      readEntry();
    }
    if (!json.atEnd()) {
      throw json.malformed("text after the object");
    }
    if (!hasMetric || valueCount == 0 || valueCount != timestampCount) {
      throw RejectedException.undecodable(
          "not a metric with as many values as timestamps [metric=%b, values=%d, timestamps=%d]"
              .formatted(hasMetric, valueCount, timestampCount));
    }
    Labels series = labels.build();
    for (int i = 0; i < valueCount; i++) {
      out.sample(new Sample(series, timestamps[i], values[i]));
    }
  }

  private void readEntry() throws RejectedException, InvalidLabelsException {
    if (json.textIs(METRIC)) {
      requireFirst(!hasMetric);
      hasMetric = true;
      readMetric();
    } else if (json.textIs(VALUES)) {
      requireFirst(valueCount == 0);
      readValues();
    } else if (json.textIs(TIMESTAMPS)) {
      requireFirst(timestampCount == 0);
      readTimestamps();
    } else {
      json.skip();
    }
  }

  private void requireFirst(boolean isFirst) throws RejectedException {
    if (!isFirst) {
      throw json.malformed("an entry is given twice");
    }
  }

  private void readMetric() throws RejectedException, InvalidLabelsException {
    json.expect('{');
    for (boolean first = true; json.more(first, '}'); first = false) {
      json.name();
      byte[] name = json.text();
      int nameFrom = json.textFrom();
      int nameTo = json.textTo();
      json.string();
      labels.add(name, nameFrom, nameTo, json.text(), json.textFrom(), json.textTo());
    }
  }

  private void readValues() throws RejectedException {
    json.expect('[');
    for (boolean first = true; json.more(first, ']'); first = false) {
      if (valueCount == values.length) {
        values = Arrays.copyOf(values, 2 * valueCount);
      }
      values[valueCount++] = readValue();
    }
  }

  private double readValue() throws RejectedException {
    if (json.peek() == '"') {
      json.string();
      return DecimalText.parseDouble(json.text(), json.textFrom(), json.textTo());
    }
    return json.takesWord(NULL) ? Double.NaN : json.number();
  }

  private void readTimestamps() throws RejectedException {
    json.expect('[');
    for (boolean first = true; json.more(first, ']'); first = false) {
      if (timestampCount == timestamps.length) {
        timestamps = Arrays.copyOf(timestamps, 2 * timestampCount);
      }
      json.numberText();
      timestamps[timestampCount++] =
          DecimalText.parseLong(json.text(), json.textFrom(), json.textTo());
    }
  }
}
