package io.tidemark.job.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.format.Format;
import io.tidemark.format.Framing;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.SampleParser;
import io.tidemark.parse.text.TimestampUnit;
import io.tidemark.series.Sample;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordFormatsTest implements SampleParser.Output {
  private static final byte[] LINE = "m f=1 1".getBytes(StandardCharsets.UTF_8);

  private int samples;

  /** A parser has buffers of its own, and a folder may have ten thousand files. */
  @Test
  void aFilesParserGoesWhenTheNextFileBegins() {
    var parsers = RecordFormats.of(Format.AUTO, TimestampUnit.AUTO).parsers();
    for (int file = 0; file < 10_000; file++) {
      parsers.parse("file" + file, LINE, 5, this);
      parsers.parse("file" + file, LINE, 5, this);
      assertThat(parsers.held()).isEqualTo(1);
    }
    assertThat(samples).isEqualTo(20_000);
  }

  @Test
  void aTopicsParserStays() {
    var formats =
        new RecordFormats(
            Format.INFLUX,
            Map.of("a", Format.INFLUX, "b", Format.JSON_LINES),
            Framing.NONE,
            TimestampUnit.AUTO);
    var parsers = formats.parsers();
    byte[] json =
        "{\"metric\":{\"__name__\":\"m\"},\"values\":[1],\"timestamps\":[1]}"
            .getBytes(StandardCharsets.UTF_8);
    for (int round = 0; round < 3; round++) {
      parsers.parse("a", LINE, 5, this);
      parsers.parse("b", json, 5, this);
    }
    assertThat(parsers.held()).isEqualTo(2);
    assertThat(samples).isEqualTo(6);
  }

  @Override
  public void sample(Sample sample) {
    samples++;
  }

  @Override
  public void rejected(Rejection why, String detail, byte[] bytes, int offset, int length) {
    throw new AssertionError(detail);
  }
}
