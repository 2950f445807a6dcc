package io.tidemark.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.parse.Parsed;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.protobuf.OtlpRequests;
import io.tidemark.parse.text.TimestampUnit;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AutoParserTest {
  private final AutoParser parser = new AutoParser(TimestampUnit.AUTO);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "PROMETHEUS | up 1 1769817600123",
        "PROMETHEUS | up 1",
        "PROMETHEUS | http_total{code=\"200\",path=\"/a b=c\"} 1 1769817600123",
        "PROMETHEUS | a_total 5 1769817600 # {trace_id=\"x\"} 1",
        "INFLUX | cpu,host=a usage=1 1769817600123456789",
        "INFLUX | cpu usage=1",
        "JSON_LINES | {\"metric\":{\"a\":\"1\"},\"values\":[1],\"timestamps\":[1]}",
        "GRAPHITE | servers.cpu;host=a 1 1769817600",
        "OPENTSDB_PUT | put cpu 1769817600 1 host=a",
        "OPENTSDB_JSON | {\"metric\":\"cpu\",\"timestamp\":1,\"value\":1,\"tags\":{}}",
        "OPENTSDB_JSON | [{\"metric\":\"cpu\",\"value\":1}]"
      })
  void takesTheFormatOfTheFirstRecord(Format format, String record) {
    Parsed.by(parser, bytes(record), 5);
    assertThat(parser.format()).contains(format);
  }

  @Test
  void holdsOneParserOnceItsFormatIsTold() {
    assertThat(parser.parsers()).isEqualTo(Format.values().length - 1);
    Parsed.by(parser, bytes("m f=1 1"), 5);
    assertThat(parser.parsers()).isEqualTo(1);
  }

  @Test
  void takesBinaryFormats() {
    Parsed.by(parser, OtlpRequests.odd().get(0), 5);
    assertThat(parser.format()).contains(Format.OTLP);
  }

  @Test
  void readsTheRecordThatTold() {
    assertThat(Parsed.by(parser, bytes("m 1 1\nm 2 2\nbroken\n"), 5))
        .satisfies(
            parsed -> {
              assertThat(parsed.samples()).hasSize(2);
              assertThat(parsed.refused()).hasSize(1);
            });
  }

  @Test
  void keepsTheFormatThatTheFirstRecordTold() {
    Parsed.by(parser, bytes("m f=1 1"), 5);
    assertThat(Parsed.by(parser, bytes("put m 1 1"), 5).refused())
        .extracting(Parsed.Refused::why)
        .containsExactly(Rejection.UNDECODABLE);
    assertThat(parser.format()).contains(Format.INFLUX);
  }

  @Test
  void waitsForARecordThatTells() {
    assertThat(Parsed.by(parser, bytes("# HELP up Whether it is."), 5))
        .isEqualTo(Parsed.by(parser, bytes(""), 5));
    assertThat(Parsed.by(parser, bytes("what is this?"), 5).refused())
        .extracting(Parsed.Refused::why)
        .containsExactly(Rejection.UNDECODABLE);
    assertThat(parser.format()).isEmpty();
    assertThat(Parsed.by(parser, bytes("up 1 1"), 5).samples()).hasSize(1);
    assertThat(parser.format()).contains(Format.PROMETHEUS);
  }

  @Test
  void aSchemaRegistrysHeaderIsPassedOver() {
    var framed = Framing.SCHEMA_REGISTRY.inside(Format.INFLUX.parsers(TimestampUnit.AUTO).create());
    byte[] record = bytes("\0\0\0\0\7m f=1 1");
    assertThat(Parsed.by(framed, record, 5).samples()).hasSize(1);
    assertThat(
            Stream.of(bytes("12345m f=1 1"), Arrays.copyOf(record, 4), new byte[0])
                .flatMap(unframed -> Parsed.by(framed, unframed, 5).refused().stream()))
        .extracting(Parsed.Refused::why)
        .hasSize(3)
        .containsOnly(Rejection.UNDECODABLE);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
