package io.tidemark.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.parse.Parsed;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.protobuf.OtlpRequests;
import io.tidemark.parse.text.TimestampUnit;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormatChoiceTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "PROMETHEUS | up 1 1769817600123",
        "PROMETHEUS | http_total{code=\"200\",path=\"/a b=c\"} 1 1769817600123",
        "PROMETHEUS | http.total{code=\"200\"} 1",
        "PROMETHEUS | a_total{a=\"1\"} 5 1769817600 # {trace_id=\"x\"} 1",
        "INFLUX | cpu,host=a usage=1 1769817600123456789",
        "INFLUX | cpu usage=1",
        "JSON_LINES | {\"metric\":{\"a\":\"1\"},\"values\":[1],\"timestamps\":[1]}",
        "GRAPHITE | servers.cpu;host=a 1 1769817600",
        "GRAPHITE | carbon.agents.x 5 1769817600",
        "OPENTSDB_PUT | put cpu 1769817600 1 host=a",
        "OPENTSDB_PUT | put cpu 1769817600 1",
        "OPENTSDB_JSON | {\"metric\":\"cpu\",\"timestamp\":1,\"value\":1,\"tags\":{}}",
        "OPENTSDB_JSON | [{\"metric\":\"cpu\",\"value\":1}]"
      })
  void oneRecordTellsWhereOnlyOneFormatHasIt(Format format, String record) {
    assertThat(choice(record).format()).as(choice(record).why()).contains(format);
  }

  @Test
  void binaryFormatsTell() {
    assertThat(choice(List.of(OtlpRequests.odd().get(0))).format()).contains(Format.OTLP);
  }

  /** The first line alone has two formats, the second one. */
  @Test
  void laterRecordsDecide() {
    assertThat(choice("load 5 1769817600", "cpu;host=a 5 1769817600").format())
        .contains(Format.GRAPHITE);
    assertThat(choice("load 5 1769817600", "load{cpu=\"1\"} 5 1769817600").format())
        .contains(Format.PROMETHEUS);
    assertThat(choice("load 5 1769817600\ncpu;host=a 5 1769817600").format())
        .contains(Format.GRAPHITE);
  }

  @Test
  void candidatesAreNamedWhereNoneIsSure() {
    FormatChoice alike = choice("load 5 1769817600", "up 1");
    assertThat(alike.format()).isEmpty();
    assertThat(alike.why())
        .isEqualTo("of its first 2 records 2 may be prometheus, 2 may be graphite");
    FormatChoice mixed = choice("cpu f=1", "cpu f=2", "put cpu 1769817600 1");
    assertThat(mixed.format()).isEmpty();
    assertThat(mixed.why())
        .isEqualTo("of its first 3 records 2 may be influx, 1 may be opentsdb-put");
  }

  @Test
  void someRecordsMayBeBrokenOrComments() {
    var records = new ArrayList<>(List.of("# HELP up Whether it is.", "", "what is this?"));
    for (int i = 0; i < 19; i++) {
      records.add("cpu f=" + i);
    }
    records.add("put cpu 1769817600 1");
    assertThat(choice(records.toArray(String[]::new)).format()).contains(Format.INFLUX);
    assertThat(choice("m f=1 1\nm f=2 2\nbroken\n").format()).contains(Format.INFLUX);
  }

  @Test
  void whatIsOfNoFormatTellsNone() {
    assertThat(choice("what is this?", "# a comment"))
        .isEqualTo(
            new FormatChoice(Optional.empty(), "none of its first 2 records is of a known format"));
  }

  @Test
  void aSchemaRegistrysHeaderIsPassedOver() {
    var framed = Framing.SCHEMA_REGISTRY.inside(Format.INFLUX.parsers(TimestampUnit.AUTO).create());
    byte[] record = bytes("\0\0\0\0\7m f=1 1");
    assertThat(Parsed.by(framed, record, 5).samples()).hasSize(1);
    assertThat(
            FormatChoice.of(List.of(record), Framing.SCHEMA_REGISTRY, TimestampUnit.AUTO).format())
        .contains(Format.INFLUX);
    assertThat(
            Stream.of(bytes("12345m f=1 1"), Arrays.copyOf(record, 4), new byte[0])
                .flatMap(unframed -> Parsed.by(framed, unframed, 5).refused().stream()))
        .extracting(Parsed.Refused::why)
        .hasSize(3)
        .containsOnly(Rejection.UNDECODABLE);
  }

  private static FormatChoice choice(String... records) {
    return choice(Stream.of(records).map(FormatChoiceTest::bytes).toList());
  }

  private static FormatChoice choice(List<byte[]> records) {
    return FormatChoice.of(records, Framing.NONE, TimestampUnit.AUTO);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
