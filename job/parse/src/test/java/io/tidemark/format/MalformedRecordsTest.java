package io.tidemark.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.parse.Parsed;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.SampleParser;
import io.tidemark.parse.text.TimestampUnit;
import io.tidemark.series.Labels;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of records that are broken: by format, one bad record each and its rejection. */
class MalformedRecordsTest {
  private static final String MS = "1769817600123";
  private static final String LONG = "x".repeat(Labels.Builder.MAX_BYTES);

  /** {@code ?} stands for the byte FF, which no UTF-8 has. */
  record Row(Format format, String what, String record, Rejection rejection) {
    @Override
    public String toString() {
      return format + ": " + what;
    }
  }

  private static Row row(Format format, String what, String record, Rejection rejection) {
    return new Row(format, what, record, rejection);
  }

  static List<Row> table() {
    return Stream.of(prometheus(), jsonLines(), graphite(), put(), json())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Row> prometheus() {
    Format f = Format.PROMETHEUS;
    return List.of(
        row(f, "cut in a label", "m{a=\"1", Rejection.UNDECODABLE),
        row(f, "cut after the labels", "m{a=\"1\"}", Rejection.UNDECODABLE),
        row(f, "cut after the name", "m", Rejection.UNDECODABLE),
        row(f, "cut after an escape", "m{a=\"\\", Rejection.UNDECODABLE),
        row(f, "cut after a comma", "m{a=\"1\",", Rejection.UNDECODABLE),
        row(f, "cut after an equals sign", "m{a=", Rejection.UNDECODABLE),
        row(f, "a word for a value", "m abc " + MS, Rejection.UNDECODABLE),
        row(f, "a word for a timestamp", "m 1 now", Rejection.UNDECODABLE),
        row(f, "an endless timestamp", "m 1 inf", Rejection.UNDECODABLE),
        row(f, "two timestamps", "m 1 2 3", Rejection.UNDECODABLE),
        row(f, "a label out of quotes", "m{a=1} 1 " + MS, Rejection.UNDECODABLE),
        row(f, "no comma", "m{a=\"1\"b=\"2\"} 1 " + MS, Rejection.UNDECODABLE),
        row(f, "two commas", "m{a=\"1\",,b=\"2\"} 1 " + MS, Rejection.UNDECODABLE),
        row(f, "no name", "{a=\"1\"} 1 " + MS, Rejection.UNDECODABLE),
        row(f, "text after the name", "m n{a=\"1\"} 1 " + MS, Rejection.UNDECODABLE),
        row(f, "two names", "m{\"n\"} 1 " + MS, Rejection.UNDECODABLE),
        row(f, "another format", "{\"metric\":{}}", Rejection.UNDECODABLE),
        row(f, "invalid UTF-8", "m{a=\"?\"} 1 " + MS, Rejection.INVALID_LABELS),
        row(f, "NUL", "m{a=\"\0\"} 1 " + MS, Rejection.INVALID_LABELS),
        row(f, "a label twice", "m{a=\"1\",a=\"2\"} 1 " + MS, Rejection.INVALID_LABELS),
        row(f, "the name twice", "m{__name__=\"n\"} 1 " + MS, Rejection.INVALID_LABELS),
        row(f, "a huge label", "m{a=\"" + LONG + "\"} 1 " + MS, Rejection.INVALID_LABELS),
        row(f, "a huge line", "m " + "1".repeat(1 << 20), Rejection.TOO_LARGE),
        row(f, "no timestamp", "m 1", Rejection.NO_TIMESTAMP),
        row(f, "a timestamp of 0", "m 1 0", Rejection.NO_TIMESTAMP));
  }

  private static List<Row> jsonLines() {
    Format f = Format.JSON_LINES;
    String head = "{\"metric\":{\"__name__\":\"m\"},";
    String tail = ",\"values\":[1],\"timestamps\":[" + MS + "]}";
    return List.of(
        row(f, "cut", head + "\"values\":[1", Rejection.UNDECODABLE),
        row(f, "cut in a string", "{\"met", Rejection.UNDECODABLE),
        row(f, "cut in an escape", "{\"met\\u00", Rejection.UNDECODABLE),
        row(f, "an array", "[]", Rejection.UNDECODABLE),
        row(f, "no metric", "{" + tail.substring(1), Rejection.UNDECODABLE),
        row(f, "no labels", "{\"metric\":{}" + tail, Rejection.INVALID_LABELS),
        row(f, "a number for a label", "{\"metric\":{\"a\":1}" + tail, Rejection.UNDECODABLE),
        row(f, "a word for a value", head + "\"values\":[x]}", Rejection.UNDECODABLE),
        row(f, "a boolean for a value", head + "\"values\":[true]}", Rejection.UNDECODABLE),
        row(f, "a fraction for a timestamp", head + "\"timestamps\":[1.5]}", Rejection.UNDECODABLE),
        row(f, "more values", head + "\"values\":[1,2],\"timestamps\":[1]}", Rejection.UNDECODABLE),
        row(f, "no timestamp", head + "\"values\":[1]}", Rejection.UNDECODABLE),
        row(f, "text after it", head + tail.substring(1) + "x", Rejection.UNDECODABLE),
        row(
            f,
            "an entry twice",
            head + head.substring(1) + tail.substring(1),
            Rejection.UNDECODABLE),
        row(f, "half a pair", "{\"metric\":{\"a\":\"\\ud800\"}" + tail, Rejection.UNDECODABLE),
        row(f, "an unknown escape", "{\"metric\":{\"a\":\"\\x\"}" + tail, Rejection.UNDECODABLE),
        row(f, "brackets too deep", "{\"x\":" + "[".repeat(100_000), Rejection.UNDECODABLE),
        row(f, "invalid UTF-8", "{\"metric\":{\"a\":\"?\"}" + tail, Rejection.INVALID_LABELS),
        row(f, "NUL", "{\"metric\":{\"a\":\"\\u0000\"}" + tail, Rejection.INVALID_LABELS),
        row(
            f,
            "a label twice",
            "{\"metric\":{\"a\":\"1\",\"a\":\"2\"}" + tail,
            Rejection.INVALID_LABELS),
        row(
            f,
            "a huge label",
            "{\"metric\":{\"a\":\"" + LONG + "\"}" + tail,
            Rejection.INVALID_LABELS),
        row(f, "a huge line", "[" + "1,".repeat(4 << 20), Rejection.TOO_LARGE));
  }

  private static List<Row> graphite() {
    Format f = Format.GRAPHITE;
    return List.of(
        row(f, "cut after the name", "m", Rejection.UNDECODABLE),
        row(f, "cut after a tag", "m;a=1", Rejection.UNDECODABLE),
        row(f, "one word behind spaces", "  m ", Rejection.UNDECODABLE),
        row(f, "no name", ";a=1 1 1", Rejection.UNDECODABLE),
        row(f, "a word for a value", "m abc 1", Rejection.UNDECODABLE),
        row(f, "a word for a timestamp", "m 1 now", Rejection.UNDECODABLE),
        row(f, "a timestamp beyond all years", "m 1 1e18", Rejection.UNDECODABLE),
        row(f, "a word for a value behind a blank", "m 1 x 3", Rejection.UNDECODABLE),
        row(f, "invalid UTF-8", "m;a=? 1 1", Rejection.INVALID_LABELS),
        row(f, "NUL", "m;a=\0 1 1", Rejection.INVALID_LABELS),
        row(f, "a tag twice", "m;a=1;a=2 1 1", Rejection.INVALID_LABELS),
        row(f, "a huge tag", "m;a=" + LONG + " 1 1", Rejection.INVALID_LABELS),
        row(f, "a huge line", "m " + "1".repeat(1 << 20), Rejection.TOO_LARGE),
        row(f, "no timestamp", "m 1", Rejection.NO_TIMESTAMP),
        row(f, "a timestamp of -1", "m 1 -1", Rejection.NO_TIMESTAMP));
  }

  private static List<Row> put() {
    Format f = Format.OPENTSDB_PUT;
    return List.of(
        row(f, "cut in the command", "pu", Rejection.UNDECODABLE),
        row(f, "cut after the command", "put", Rejection.UNDECODABLE),
        row(f, "cut after the name", "put m", Rejection.UNDECODABLE),
        row(f, "cut after the timestamp", "put m 1", Rejection.UNDECODABLE),
        row(f, "cut in a tag", "put m 1 1 a", Rejection.UNDECODABLE),
        row(f, "a tab before it", "\tput m 1 1", Rejection.UNDECODABLE),
        row(f, "another command", "version", Rejection.UNDECODABLE),
        row(f, "a word for a value", "put m 1 abc a=1", Rejection.UNDECODABLE),
        row(f, "a word for a timestamp", "put m now 1 a=1", Rejection.UNDECODABLE),
        row(f, "a timestamp beyond all years", "put m 1e19 1 a=1", Rejection.UNDECODABLE),
        row(f, "invalid UTF-8", "put m 1 1 a=?", Rejection.INVALID_LABELS),
        row(f, "NUL", "put m 1 1 a=\0", Rejection.INVALID_LABELS),
        row(f, "a tag twice", "put m 1 1 a=1 a=2", Rejection.INVALID_LABELS),
        row(f, "a huge tag", "put m 1 1 a=" + LONG, Rejection.INVALID_LABELS),
        row(f, "a huge line", "put m 1 " + "1".repeat(1 << 20), Rejection.TOO_LARGE),
        row(f, "a timestamp of 0", "put m 0 1 a=1", Rejection.NO_TIMESTAMP));
  }

  private static List<Row> json() {
    Format f = Format.OPENTSDB_JSON;
    String head = "{\"metric\":\"m\",\"timestamp\":1,\"value\":1,\"tags\":";
    return List.of(
        row(f, "cut", "{\"metric\":\"m\",", Rejection.UNDECODABLE),
        row(f, "a cut array", "[" + head + "{}}", Rejection.UNDECODABLE),
        row(f, "no object", "1", Rejection.UNDECODABLE),
        row(f, "another format", "m 1 1", Rejection.UNDECODABLE),
        row(f, "no metric", "{\"timestamp\":1,\"value\":1}", Rejection.UNDECODABLE),
        row(f, "an empty metric", "{\"metric\":\"\",\"value\":1}", Rejection.UNDECODABLE),
        row(f, "no value", "{\"metric\":\"m\",\"timestamp\":1}", Rejection.UNDECODABLE),
        row(f, "a word for a value", "{\"metric\":\"m\",\"value\":\"abc\"}", Rejection.UNDECODABLE),
        row(f, "null for a value", "{\"metric\":\"m\",\"value\":null}", Rejection.UNDECODABLE),
        row(f, "a number for a tag", head + "{\"a\":1}}", Rejection.UNDECODABLE),
        row(f, "text for tags", head + "\"a=1\"}", Rejection.UNDECODABLE),
        row(f, "an entry twice", "{\"metric\":\"m\",\"metric\":\"m\"}", Rejection.UNDECODABLE),
        row(f, "brackets too deep", "[".repeat(100_000), Rejection.UNDECODABLE),
        row(f, "invalid UTF-8", head + "{\"a\":\"?\"}}", Rejection.INVALID_LABELS),
        row(f, "NUL", head + "{\"a\":\"\\u0000\"}}", Rejection.INVALID_LABELS),
        row(f, "a tag twice", head + "{\"a\":\"1\",\"a\":\"2\"}}", Rejection.INVALID_LABELS),
        row(f, "a huge tag", head + "{\"a\":\"" + LONG + "\"}}", Rejection.INVALID_LABELS),
        row(f, "no timestamp", "{\"metric\":\"m\",\"value\":1}", Rejection.NO_TIMESTAMP));
  }

  @ParameterizedTest
  @MethodSource("table")
  void rejectsIt(Row row) {
    Parsed parsed = Parsed.by(parser(row.format), bytes(row.record), -1);
    assertThat(parsed.samples()).isEmpty();
    assertThat(parsed.refused()).extracting(Parsed.Refused::why).containsExactly(row.rejection);
    assertThat(parsed.refused().get(0).bytes()).isEqualTo(bytes(row.record.stripTrailing()));
  }

  /** A bad line is rejected alone, so both lines around it are read. */
  @ParameterizedTest
  @EnumSource(names = {"PROMETHEUS", "JSON_LINES", "GRAPHITE", "OPENTSDB_PUT"})
  void readsTheLinesAroundABadOne(Format format) {
    SampleParser parser = parser(format);
    byte[] good =
        bytes(
            OddInputs.byFormat().get(format).stream()
                .filter(l -> reads(parser, l))
                .findFirst()
                .orElseThrow());
    int each = Parsed.by(parser, good, 5).samples().size();
    for (Row row : table()) {
      if (row.format == format) {
        Parsed parsed = Parsed.by(parser, joined(good, bytes(row.record), good), -1);
        assertThat(parsed.samples()).as(row.what).hasSize(2 * each);
        assertThat(parsed.refused()).as(row.what).hasSize(1);
      }
    }
  }

  private static boolean reads(SampleParser parser, String line) {
    return !Parsed.by(parser, bytes(line), -1).samples().isEmpty();
  }

  private static byte[] joined(byte[]... lines) {
    var joined = new ByteArrayOutputStream();
    for (byte[] line : lines) {
      joined.writeBytes(line);
      joined.write('\n');
    }
    return joined.toByteArray();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
  void endsOnAnyBytesAndReadsTheNextRecordAllTheSame(Format format) {
    var random = new Random(5);
    SampleParser parser = parser(format);
    List<byte[]> records =
        OddInputs.byFormat().getOrDefault(format, List.of("m,a=1 f=1 1")).stream()
            .map(MalformedRecordsTest::bytes)
            .toList();
    byte[] special = " \t,;:=\\\"\n\r#{}[]+-.eEnu019\0".getBytes(StandardCharsets.UTF_8);
    int samples = count(parser, records);
    for (int round = 0; round < 20_000; round++) {
      byte[] mutated = records.get(random.nextInt(records.size())).clone();
      for (int flips = random.nextInt(4); flips >= 0 && mutated.length > 0; flips--) {
        mutated[random.nextInt(mutated.length)] =
            random.nextBoolean()
                ? special[random.nextInt(special.length)]
                : (byte) random.nextInt();
      }
      Parsed.by(parser, mutated, 5);
    }
    assertThat(count(parser, records)).isEqualTo(samples);
  }

  private static int count(SampleParser parser, List<byte[]> records) {
    return records.stream().mapToInt(r -> Parsed.by(parser, r, 5).samples().size()).sum();
  }

  private static SampleParser parser(Format format) {
    return format.parsers(TimestampUnit.AUTO).create();
  }

  private static byte[] bytes(String record) {
    byte[] bytes = record.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '?') {
        bytes[i] = (byte) 0xFF;
      }
    }
    return bytes;
  }
}
