package io.tidemark.parse.text;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tidemark.parse.RejectedException;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.SampleParser;
import io.tidemark.series.InvalidLabelsException;
import io.tidemark.series.Sample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Parses the JSON of OpenTSDB's {@code /api/put}: an object with {@code metric}, {@code timestamp},
 * {@code value} and {@code tags}, or an array of them, over any number of lines; several may follow
 * one another. The metric's name stays as it is. Tags become labels, except those without a name or
 * a value.
 *
 * <ul>
 *   <li>The timestamp is in seconds or milliseconds, depending on its size ({@link OpenTsdbTime}).
 *       If it is missing or 0, the sample has the record's timestamp. Timestamp and value may be
 *       numbers in quotes.
 *   <li>A record that is not JSON is rejected as a whole, and nothing of it is emitted. An object
 *       that is no sample, such as one with a tag that is not text or with an entry given twice, is
 *       rejected alone.
 * </ul>
 *
 * A record is read in two passes, to check it and to emit it; nothing is collected in between.
 */
public final class OpenTsdbJsonParser implements SampleParser {
  /** Size of a file's line; a record of another source may be as large as the source allows. */
  public static final int MAX_LINE_BYTES = 8 << 20;

  private final TextLabels labels = new TextLabels();
  private double timestamp;
  private double value;
  private boolean hasMetric;
  private boolean hasTimestamp;
  private boolean hasValue;
  private boolean hasTags;

  @Override
  public void parse(byte[] record, long recordTimestampMillis, Output out) {
    try {
      read(walked(Json.text(record, 0, record.length)), recordTimestampMillis, out);
    } catch (IOException e) {
      RejectedException why = Json.malformed(e);
      out.rejected(why.why, why.getMessage(), record, 0, record.length);
    } catch (InvalidLabelsException e) {
      out.rejected(Rejection.INVALID_LABELS, e.getMessage(), record, 0, record.length);
    }
  }

  private static String walked(String text) throws IOException {
    try (JsonParser json = Json.parser(text)) {
      while (json.nextToken() != null) {}
    }
    return text;
  }

  private void read(String text, long recordTimestampMillis, Output out) throws IOException {
    try (JsonParser json = Json.parser(text)) {
      for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
        if (token != JsonToken.START_ARRAY) {
          parseObject(json, text, recordTimestampMillis, out);
          continue;
        }
        while (json.nextToken() != JsonToken.END_ARRAY) {
          parseObject(json, text, recordTimestampMillis, out);
        }
      }
    }
  }

  private void parseObject(JsonParser json, String text, long recordTimestampMillis, Output out)
      throws IOException {
    int from = (int) json.currentTokenLocation().getCharOffset();
    boolean isStruct = json.currentToken().isStructStart();
    int depth = json.getParsingContext().getNestingDepth() - (isStruct ? 1 : 0);
    Rejection why;
    String detail;
    try {
      readObject(json);
      long millis =
          hasTimestamp
              ? OpenTsdbTime.toMillis(timestamp, recordTimestampMillis)
              : TextTimestamp.ofRecord(recordTimestampMillis);
      out.sample(new Sample(labels.build(), millis, value));
      return;
    } catch (RejectedException e) {
      why = e.why;
      detail = e.getMessage();
    } catch (InvalidLabelsException e) {
      why = Rejection.INVALID_LABELS;
      detail = e.getMessage();
    }
    while (json.getParsingContext().getNestingDepth() > depth) {
      json.nextToken();
    }
    json.finishToken();
    int to = (int) json.currentLocation().getCharOffset();
    byte[] rejected = text.substring(from, to).getBytes(StandardCharsets.UTF_8);
    out.rejected(why, detail, rejected, 0, rejected.length);
  }

  private void readObject(JsonParser json)
      throws IOException, RejectedException, InvalidLabelsException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw RejectedException.undecodable("no object");
    }
    hasMetric = false;
    hasTimestamp = false;
    hasValue = false;
    hasTags = false;
    labels.clear();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      readEntry(json);
    }
    if (!hasMetric || !hasValue) {
      throw RejectedException.undecodable(hasMetric ? "no value" : "no metric");
    }
  }

  private void readEntry(JsonParser json)
      throws IOException, RejectedException, InvalidLabelsException {
    switch (json.currentName()) {
      case "metric" -> {
        hasMetric = first(hasMetric);
        Json.expect(json, JsonToken.VALUE_STRING, "a string");
        if (json.getText().isEmpty()) {
          throw RejectedException.undecodable("no metric");
        }
        labels.addName(json.getText());
      }
      case "timestamp" -> {
        hasTimestamp = first(hasTimestamp);
        timestamp = number(json);
        if (!(Math.abs(timestamp) < 0x1p63)) {
          throw TextTimestamp.beyond();
        }
      }
      case "value" -> {
        hasValue = first(hasValue);
        value = number(json);
      }
      case "tags" -> {
        hasTags = first(hasTags);
        Json.expect(json, JsonToken.START_OBJECT, "an object");
        labels.addEntries(json);
      }
      default -> {
        json.nextToken();
        json.skipChildren();
      }
    }
  }

  private static double number(JsonParser json) throws IOException, RejectedException {
    JsonToken token = json.nextToken();
    if (token == JsonToken.VALUE_STRING) {
      byte[] text = json.getText().getBytes(StandardCharsets.ISO_8859_1);
      return DecimalText.parseDouble(text, 0, text.length);
    }
    if (!token.isNumeric()) {
      throw RejectedException.undecodable("expected a number");
    }
    return Json.number(json);
  }

  private static boolean first(boolean already) throws RejectedException {
    if (already) {
      throw RejectedException.undecodable("an entry is given twice");
    }
    return true;
  }
}
