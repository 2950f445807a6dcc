package io.tidemark.job.write;

import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.Payload;
import io.tidemark.sink.PayloadBuilder;
import io.tidemark.sink.SeriesTemplate;
import io.tidemark.sink.WireFormat;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Each sample is one letter: of its timestamp and of its byte. */
final class LetterFormat implements WireFormat {
  private static final Labels SERIES = Labels.of(Map.of("__name__", "letter"));

  static Payload payload(String samples) {
    byte[] body = samples.getBytes(StandardCharsets.US_ASCII);
    return new Payload(body, "", body.length, body.length);
  }

  static String samples(Payload payload) {
    return new String(payload.body(), StandardCharsets.US_ASCII);
  }

  @Override
  public SeriesTemplate template(Labels labels) {
    throw new UnsupportedOperationException();
  }

  @Override
  public PayloadBuilder newPayloadBuilder() {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<Sample> decode(Payload payload) {
    return samples(payload).chars().mapToObj(letter -> new Sample(SERIES, letter, 1)).toList();
  }

  @Override
  public Payload encode(List<Sample> samples) {
    var letters = new StringBuilder();
    samples.forEach(sample -> letters.append((char) sample.timestampMillis()));
    return payload(letters.toString());
  }
}
