package io.tidemark.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.parse.Parsed;
import io.tidemark.parse.text.TimestampUnit;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RecordFormatterTest {
  private static final long TIME = 1_769_817_600_000L;

  private static final Sample PLAIN =
      new Sample(Labels.of(Map.of("__name__", "cpu_user", "host", "a")), TIME, 1.5);

  /** The formats' own words, as docs/formats.md has them. */
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "PROMETHEUS | `cpu_user{host=\"a\"} 1.5 1769817600000\n`",
        "INFLUX | `cpu,host=a user=1.5 1769817600000000000\n`",
        "JSON_LINES | `{\"metric\":{\"__name__\":\"cpu_user\",\"host\":\"a\"},\"values\":[1.5],\"timestamps\":[1769817600000]}\n`",
        "GRAPHITE | `cpu_user;host=a 1.5 1769817600\n`",
        "OPENTSDB_PUT | `put cpu_user 1769817600000 1.5 host=a\n`",
        "OPENTSDB_JSON | `[{\"metric\":\"cpu_user\",\"timestamp\":1769817600000,\"value\":1.5,\"tags\":{\"host\":\"a\"}}]`"
      },
      delimiter = '|')
  void writesTheFormatsOwnWords(Format format, String expected) {
    var writer = writer(format);
    assertThat(writer.add(PLAIN)).isTrue();
    assertThat(new String(writer.take(), StandardCharsets.UTF_8)).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
  void aRecordOfManySamplesReadsBackInTheirOrder(Format format) {
    var samples = new ArrayList<Sample>();
    for (int i = 0; i < 50; i++) {
      Labels series = Labels.of(Map.of("__name__", "cpu_user", "host", "host_" + i % 7));
      samples.add(new Sample(series, TIME + 1000L * i, i / 8.0 - 3));
    }
    var writer = writer(format);
    samples.forEach(sample -> assertThat(writer.add(sample)).isTrue());
    assertThat(writer.samples()).isEqualTo(50);
    assertThat(read(format, writer.take())).isEqualTo(samples);

    assertThat(writer.samples()).isZero();
    writer.add(PLAIN);
    assertThat(read(format, writer.take())).containsExactly(PLAIN);
  }

  @ParameterizedTest
  @EnumSource(names = {"REMOTE_WRITE", "OTLP", "PROMETHEUS", "INFLUX", "JSON_LINES"})
  void whatAFormatHasEscapesForReadsBackAsItWas(Format format) {
    Labels odd =
        Labels.of(
            Map.of(
                "__name__", "näme,with =\"all\"_kinds, of\\",
                "a tag", "back\\slash, \"quote\" = {brace} ; #\\",
                "läbel", "\\n is no line end"));
    var writer = writer(format);
    Sample sample = new Sample(odd, TIME + 123, -1.0e-300);
    assertThat(writer.add(sample)).isTrue();
    assertThat(read(format, writer.take())).containsExactly(sample);
  }

  @ParameterizedTest
  @CsvSource({"GRAPHITE, 'a '", "GRAPHITE, a;b=c", "OPENTSDB_PUT, a b"})
  void refusesWhatAFormatHasNoEscapeFor(Format format, String value) {
    var writer = writer(format);
    Labels odd = Labels.of(Map.of("__name__", "cpu_user", "host", value));
    assertThat(writer.add(new Sample(odd, TIME, 1))).isFalse();
    assertThat(writer.samples()).isZero();
    assertThat(writer.bytes()).isZero();
  }

  @Test
  void refusesATimeThatAFormatWouldReadAsAnother() {
    Labels series = PLAIN.labels();
    assertThat(writer(Format.GRAPHITE).add(new Sample(series, TIME + 1, 1))).isFalse();
    assertThat(writer(Format.PROMETHEUS).add(new Sample(series, 5_000, 1))).isFalse();
    assertThat(writer(Format.OPENTSDB_JSON).add(new Sample(series, 5_000, 1))).isFalse();
    assertThat(writer(Format.REMOTE_WRITE).add(new Sample(series, 5_000, 1))).isTrue();
    assertThat(
            new RecordFormatter(Format.INFLUX, TimestampUnit.S)
                .add(new Sample(series, TIME + 1, 1)))
        .isFalse();
  }

  @ParameterizedTest
  @EnumSource(TimestampUnit.class)
  void influxIsWrittenInTheUnitItWillBeReadIn(TimestampUnit unit) {
    assertThat(new RecordFormatter(Format.INFLUX, unit).add(PLAIN)).isTrue();
  }

  @Test
  void keepsTheBitsOfAStaleMarkerWhereAFormatCan() {
    Sample stale =
        new Sample(PLAIN.labels(), TIME, Double.longBitsToDouble(0x7FF0_0000_0000_0002L));
    assertThat(writer(Format.REMOTE_WRITE).add(stale)).isTrue();
    assertThat(writer(Format.PROMETHEUS).add(stale)).isFalse();
  }

  @Test
  void autoIsNoFormatToWriteIn() {
    assertThatThrownBy(() -> writer(Format.AUTO)).hasMessageContaining("auto is no format");
  }

  private static RecordFormatter writer(Format format) {
    return new RecordFormatter(format, TimestampUnit.AUTO);
  }

  private static List<Sample> read(Format format, byte[] record) {
    Parsed parsed = Parsed.by(format.parsers(TimestampUnit.AUTO).create(), record, -1);
    assertThat(parsed.refused()).isEmpty();
    return parsed.samples();
  }
}
