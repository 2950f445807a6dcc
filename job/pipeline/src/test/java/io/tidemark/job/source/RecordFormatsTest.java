package io.tidemark.job.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.format.Format;
import io.tidemark.format.Framing;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.SampleParser;
import io.tidemark.parse.text.TimestampUnit;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordFormatsTest implements SampleParser.Output {
  private static final byte[] LINE = bytes("m f=1 1");

  private int samples;
  private Labels series;

  private final List<String> refused = new ArrayList<>();

  /** A parser has buffers of its own, and a folder may have ten thousand files. */
  @Test
  void aFilesParserGoesWhenTheNextFileBegins() throws IOException {
    var parsers = RecordFormats.of(Format.INFLUX, TimestampUnit.AUTO).parsers();
    for (int file = 0; file < 10_000; file++) {
      parsers.parse("file" + file, LINE, 5, this);
      parsers.parse("file" + file, LINE, 5, this);
      assertThat(parsers.held()).isEqualTo(1);
    }
    assertThat(samples).isEqualTo(20_000);
  }

  /** Also after a restore, when its first records don't come again. */
  @Test
  void aFilesFirstRecordsTellItsFormatWhicheverComesFirst(@TempDir Path folder) throws IOException {
    Path graphite =
        Files.writeString(
            folder.resolve("graphite"), "load 5 1769817600\ncpu;host=a 5 1769817600\n");
    Path influx = Files.writeString(folder.resolve("influx"), "m f=1 1\n");
    Path unclear = Files.writeString(folder.resolve("unclear"), "load 5 1769817600\n");
    var parsers = RecordFormats.of(Format.AUTO, TimestampUnit.AUTO).parsers();

    parsers.parse(graphite.toString(), bytes("load 6 1769817600"), -1, this);
    parsers.parse(influx.toString(), LINE, -1, this);
    parsers.parse(graphite.toString(), bytes("cpu;host=a 5 1769817600"), -1, this);
    assertThat(samples).isEqualTo(3);
    assertThat(series.toMap()).containsOnlyKeys("__name__", "host");

    parsers.parse(unclear.toString(), bytes("load 5 1769817600"), -1, this);
    assertThat(refused)
        .containsExactly(
            "source.file.format=auto: the file does not tell, of its first 1 records 1 may be"
                + " prometheus, 1 may be graphite; name its format");
  }

  @Test
  void whatTopicsToldStaysWhateverTheyTellLater() {
    RecordFormats before =
        formats(Map.of("a", Format.INFLUX, "b", Format.OTLP), Map.of("a", Format.INFLUX));
    RecordFormats now =
        formats(Map.of("a", Format.GRAPHITE, "b", Format.GRAPHITE), Map.of("a", Format.GRAPHITE));

    RecordFormats restored = now.restored(before.toldTexts());

    assertThat(restored.topics())
        .containsEntry("a", Format.INFLUX)
        .containsEntry("b", Format.GRAPHITE);
    assertThat(restored.toldTexts()).isEqualTo(before.toldTexts());
    assertThat(now.restored(List.of())).isEqualTo(now);
  }

  private static RecordFormats formats(Map<String, Format> topics, Map<String, Format> told) {
    return new RecordFormats(Format.AUTO, topics, told, Framing.NONE, TimestampUnit.AUTO);
  }

  @Test
  void aTopicsParserStays() throws IOException {
    var formats =
        new RecordFormats(
            Format.INFLUX,
            Map.of("a", Format.INFLUX, "b", Format.JSON_LINES),
            Map.of(),
            Framing.NONE,
            TimestampUnit.AUTO);
    var parsers = formats.parsers();
    byte[] json = bytes("{\"metric\":{\"__name__\":\"m\"},\"values\":[1],\"timestamps\":[1]}");
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
    series = sample.labels();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void rejected(Rejection why, String detail, byte[] bytes, int offset, int length) {
    refused.add(detail);
  }
}
