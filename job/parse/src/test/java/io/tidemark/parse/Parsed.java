package io.tidemark.parse;

import io.tidemark.series.Sample;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What a parser made of one record. */
public record Parsed(List<Sample> samples, List<Refused> refused) {
  public record Refused(Rejection why, String detail, byte[] bytes) {
    public String text() {
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  public static Parsed by(SampleParser parser, byte[] record, long recordTimestampMillis) {
    var parsed = new Parsed(new ArrayList<>(), new ArrayList<>());
    parser.parse(
        record,
        recordTimestampMillis,
        new SampleParser.Output() {
          @Override
          public void sample(Sample sample) {
            parsed.samples.add(sample);
          }

          @Override
          public void rejected(Rejection why, String detail, byte[] bytes, int offset, int length) {
            byte[] part = Arrays.copyOfRange(bytes, offset, offset + length);
            parsed.refused.add(new Refused(why, detail, part));
          }
        });
    return parsed;
  }
}
