package io.tidemark.parse.text;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tidemark.parse.RejectedException;
import io.tidemark.series.InvalidLabelsException;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.io.IOException;
import java.util.Arrays;

/**
 * Parses JSON lines as databases with PromQL export and import them. Each line is an object with
 * {@code metric} (name to value, including {@code __name__}), {@code values} and {@code timestamps}
 * (Unix milliseconds), of which there are equally many. Other entries of the object are skipped.
 *
 * <ul>
 *   <li>A value may be {@code null} or one of {@code NaN}, {@code Inf}, {@code -Inf}, with or
 *       without quotes; with quotes also {@code Infinity}, but no other number.
 *   <li>A label without a name or a value is left out.
 *   <li>Anything in {@code metric} that is not text rejects the line, as does one of the three
 *       entries that is missing, empty or given twice.
 * </ul>
 */
public final class JsonLinesParser implements LineParser {
  /** Size of a line, which may contain all samples of a series. */
  public static final int MAX_LINE_BYTES = 8 << 20;

  private final TextLabels labels = new TextLabels();
  private double[] values = new double[64];
  private long[] timestamps = new long[64];
  private int valueCount;
  private int timestampCount;
  private boolean hasMetric;
  private boolean isEmpty;

  @Override
  public int maxLineBytes() {
    return MAX_LINE_BYTES;
  }

  @Override
  public void parseLine(byte[] line, int from, int to, long recordTimestampMillis, Output out)
      throws RejectedException, InvalidLabelsException {
    String json = Json.text(line, from, to);
    try {
      try {
        read(json);
      } catch (JsonParseException e) {
        read(Json.withQuotedWords(json));
      }
    } catch (IOException e) {
      throw Json.malformed(e);
    }
    if (isEmpty) {
      return;
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

  private void read(String line) throws IOException, RejectedException, InvalidLabelsException {
    hasMetric = false;
    valueCount = 0;
    timestampCount = 0;
    labels.clear();
    try (JsonParser json = Json.parser(line)) {
      JsonToken first = json.nextToken();
      isEmpty = first == null;
      if (isEmpty) {
        return;
      }
      if (first != JsonToken.START_OBJECT) {
        throw RejectedException.undecodable("no object");
      }
      while (json.nextToken() != JsonToken.END_OBJECT) {
        readEntry(json);
      }
      if (json.nextToken() != null) {
        throw RejectedException.undecodable("text after the object");
      }
    }
  }

  private void readEntry(JsonParser json)
      throws IOException, RejectedException, InvalidLabelsException {
    switch (json.currentName()) {
      case "metric" -> {
        requireFirst(!hasMetric);
        hasMetric = true;
        Json.expect(json, JsonToken.START_OBJECT, "an object");
        labels.addEntries(json);
      }
      case "values" -> {
        requireFirst(valueCount == 0);
        readValues(json);
      }
      case "timestamps" -> {
        requireFirst(timestampCount == 0);
        readTimestamps(json);
      }
      default -> {
        json.nextToken();
        json.skipChildren();
      }
    }
  }

  private static void requireFirst(boolean isFirst) throws RejectedException {
    if (!isFirst) {
      throw RejectedException.undecodable("an entry is given twice");
    }
  }

  private void readValues(JsonParser json) throws IOException, RejectedException {
    Json.expect(json, JsonToken.START_ARRAY, "an array");
    for (JsonToken token = json.nextToken();
        token != JsonToken.END_ARRAY;
        token = json.nextToken()) {
      if (valueCount == values.length) {
        values = Arrays.copyOf(values, 2 * valueCount);
      }
      values[valueCount++] =
          switch (token) {
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> Json.number(json);
            case VALUE_NULL -> Double.NaN;
            case VALUE_STRING -> word(json.getText());
            default -> throw RejectedException.undecodable("expected a value");
          };
    }
  }

  /** Returns the value of a word that databases with PromQL know. */
  private static double word(String text) throws RejectedException {
    return switch (text) {
      case "null", "Null", "nan", "NaN" -> Double.NaN;
      case "inf", "Inf", "infinity", "Infinity" -> Double.POSITIVE_INFINITY;
      case "-inf", "-Inf", "-infinity", "-Infinity" -> Double.NEGATIVE_INFINITY;
      default ->
          throw RejectedException.undecodable("expected a number [text=%.40s]".formatted(text));
    };
  }

  private void readTimestamps(JsonParser json) throws IOException, RejectedException {
    Json.expect(json, JsonToken.START_ARRAY, "an array");
    for (JsonToken token = json.nextToken();
        token != JsonToken.END_ARRAY;
        token = json.nextToken()) {
      if (token != JsonToken.VALUE_NUMBER_INT) {
        throw RejectedException.undecodable("expected a whole number");
      }
      if (timestampCount == timestamps.length) {
        timestamps = Arrays.copyOf(timestamps, 2 * timestampCount);
      }
      timestamps[timestampCount++] = json.getLongValue();
    }
  }
}
