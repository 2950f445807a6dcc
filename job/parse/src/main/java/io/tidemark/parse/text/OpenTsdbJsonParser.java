package io.tidemark.parse.text;

import io.tidemark.parse.RejectedException;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.SampleParser;
import io.tidemark.series.InvalidLabelsException;
import io.tidemark.series.Sample;
import java.nio.charset.StandardCharsets;

/**
 * What OpenTSDB takes at {@code /api/put}: an object with {@code metric}, {@code timestamp}, {@code
 * value} and {@code tags}, or an array of them, over as many lines as it likes; several may follow
 * one another. The metric's name stays as it is, tags are labels, one without a name or a value is
 * left out.
 *
 * <ul>
 *   <li>The timestamp is in seconds or milliseconds, by its size ({@link OpenTsdbTime}); without
 *       one, or with 0, the record's stands in. It and the value may be numbers in quotes.
 *   <li>A record that is not JSON is rejected whole, and nothing of it is emitted; in JSON, an
 *       object that is no sample is rejected alone. A tag that is not text, or an entry given
 *       twice, makes it none.
 * </ul>
 *
 * A record is walked twice, to check it and to emit it, and nothing is gathered in between.
 */
public final class OpenTsdbJsonParser implements SampleParser {
  /** Of a file's line; a record of another source may be as long as the source allows. */
  public static final int MAX_LINE_BYTES = 8 << 20;

  private static final byte[] METRIC = "metric".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] TIMESTAMP = "timestamp".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] VALUE = "value".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] TAGS = "tags".getBytes(StandardCharsets.US_ASCII);

  private final JsonCursor json = new JsonCursor();
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
      json.reset(record, 0, record.length);
      while (!json.atEnd()) {
        json.skip();
      }
      json.reset(record, 0, record.length);
      while (!json.atEnd()) {
        if (json.takes('[')) {
          for (boolean first = true; json.more(first, ']'); first = false) {
            parseObject(record, recordTimestampMillis, out);
          }
        } else {
          parseObject(record, recordTimestampMillis, out);
        }
      }
    } catch (RejectedException e) {
      out.rejected(e.why, e.getMessage(), record, 0, record.length);
    }
  }

  private void parseObject(byte[] record, long recordTimestampMillis, Output out)
      throws RejectedException {
    json.peek();
    int from = json.position();
    try {
      readObject();
      long millis =
          hasTimestamp
              ? OpenTsdbTime.toMillis(timestamp, recordTimestampMillis)
              : TextTimestamp.ofRecord(recordTimestampMillis);
      out.sample(new Sample(labels.build(), millis, value));
    } catch (RejectedException e) {
      out.rejected(e.why, e.getMessage(), record, from, pass(from) - from);
    } catch (InvalidLabelsException e) {
      out.rejected(Rejection.INVALID_LABELS, e.getMessage(), record, from, pass(from) - from);
    }
  }

  /** Over what was rejected, wherever that was; returns where it ends. */
  private int pass(int from) throws RejectedException {
    json.rewind(from);
    json.skip();
    return json.position();
  }

  private void readObject() throws RejectedException, InvalidLabelsException {
    hasMetric = false;
    hasTimestamp = false;
    hasValue = false;
    hasTags = false;
    labels.clear();
    json.expect('{');
    for (boolean first = true; json.more(first, '}'); first = false) {
      json.name();
      readEntry();
    }
    if (!hasMetric || !hasValue) {
      throw RejectedException.undecodable(hasMetric ? "no value" : "no metric");
    }
  }

  private void readEntry() throws RejectedException, InvalidLabelsException {
    if (json.textIs(METRIC)) {
      hasMetric = first(hasMetric);
      json.string();
      if (json.textFrom() == json.textTo()) {
        throw RejectedException.undecodable("no metric");
      }
      labels.addName(json.text(), json.textFrom(), json.textTo());
    } else if (json.textIs(TIMESTAMP)) {
      hasTimestamp = first(hasTimestamp);
      readNumber();
      timestamp = TextTimestamp.parse(json.text(), json.textFrom(), json.textTo());
    } else if (json.textIs(VALUE)) {
      hasValue = first(hasValue);
      readNumber();
      value = DecimalText.parseDouble(json.text(), json.textFrom(), json.textTo());
    } else if (json.textIs(TAGS)) {
      hasTags = first(hasTags);
      readTags();
    } else {
      json.skip();
    }
  }

  private static boolean first(boolean already) throws RejectedException {
    if (already) {
      throw RejectedException.undecodable("an entry is given twice");
    }
    return true;
  }

  private void readNumber() throws RejectedException {
    if (json.peek() == '"') {
      json.string();
    } else {
      json.numberText();
    }
  }

  private void readTags() throws RejectedException, InvalidLabelsException {
    json.expect('{');
    for (boolean first = true; json.more(first, '}'); first = false) {
      json.name();
      byte[] name = json.text();
      int nameFrom = json.textFrom();
      int nameTo = json.textTo();
      json.string();
      if (nameTo > nameFrom) {
        labels.add(name, nameFrom, nameTo, json.text(), json.textFrom(), json.textTo());
      }
    }
  }
}
