package io.tidemark.architecture;

import static io.tidemark.parse.protobuf.OtlpRequests.attribute;
import static io.tidemark.parse.protobuf.OtlpRequests.gauge;
import static io.tidemark.parse.protobuf.OtlpRequests.list;
import static io.tidemark.parse.protobuf.OtlpRequests.metric;
import static io.tidemark.parse.protobuf.OtlpRequests.number;
import static io.tidemark.parse.protobuf.OtlpRequests.point;
import static io.tidemark.parse.protobuf.OtlpRequests.request;
import static io.tidemark.parse.protobuf.OtlpRequests.resourceMetrics;
import static io.tidemark.parse.protobuf.OtlpRequests.scopeMetrics;
import static io.tidemark.parse.protobuf.OtlpRequests.time;
import static io.tidemark.parse.protobuf.WriteRequests.label;
import static io.tidemark.parse.protobuf.WriteRequests.message;
import static io.tidemark.parse.protobuf.WriteRequests.sample;
import static io.tidemark.parse.protobuf.WriteRequests.series;
import static io.tidemark.parse.protobuf.WriteRequests.snappy;
import static io.tidemark.testing.check.Findings.assertNone;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.format.Format;
import io.tidemark.oracle.KnownDifference;
import io.tidemark.parse.Parsed;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.protobuf.OtlpRequests;
import io.tidemark.parse.protobuf.WriteRequests.Fields;
import io.tidemark.parse.text.TimestampUnit;
import io.tidemark.series.Labels;
import io.tidemark.testing.Repository;
import io.tidemark.testing.check.Finding;
import io.tidemark.testing.check.Page;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The page of parsers says of each broken record what becomes of it, and what differs. */
class FormatsPageTest {
  private static final Path PAGE = Repository.root().resolve("docs/contributing/parsers.md");

  /** Of the page, before the table. */
  private static final String LEGEND = "By format (U `undecodable`";

  private static final String MS = "1769817600123";
  private static final String HUGE = "x".repeat(Labels.Builder.MAX_BYTES);
  private static final String DEEP = "[".repeat(100_000);

  /** What the page says of a sample that only the rules for all formats refuse. */
  private static final String NOT_POSITIVE = "P";

  private static final Map<Rejection, String> LETTERS =
      Map.of(
          Rejection.UNDECODABLE, "U",
          Rejection.TOO_LARGE, "T",
          Rejection.INVALID_LABELS, "L",
          Rejection.NO_TIMESTAMP, "N");

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
  void saysWhatBecomesOfEachBrokenRecord(Format format) {
    Page page = Page.read(Repository.root(), PAGE);
    String cells =
        broken(format).stream()
            .map(record -> outcome(format, record))
            .collect(Collectors.joining(" | "));
    String row = "| `%s` | %s |".formatted(format.slug(), cells);
    int table = page.lineOf(LEGEND);
    assertThat(table).isGreaterThan(1);
    assertNone(
        page.lines().contains(row)
            ? List.of()
            : List.of(
                new Finding(
                    page.file(),
                    table,
                    "the table does not say what becomes of broken records in " + format.slug(),
                    "write the row " + row)));
  }

  /** {@link KnownDifference} is what the test with a database goes by. */
  @Test
  void saysEachDifferenceFromVictoriaMetricsAndNoOther() {
    Page page = Page.read(Repository.root(), PAGE);
    int heading = page.lines().indexOf("## Where Tidemark differs");
    List<String> rows =
        page.lines().subList(heading + 1, page.lines().size()).stream()
            .dropWhile(line -> !line.startsWith("|"))
            .takeWhile(line -> line.startsWith("|"))
            .skip(2)
            .map(line -> line.split("\\|")[1].strip())
            .toList();
    assertThat(rows)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(KnownDifference.values()).map(KnownDifference::row).toList());
  }

  private static String outcome(Format format, byte[] record) {
    if (record.length == 0) {
      return "–";
    }
    if (record.length > Math.max(format.maxLineBytes(), Format.JSON_LINES.maxLineBytes())) {
      // So long a record is not given to the parser.
      return LETTERS.get(Rejection.TOO_LARGE);
    }
    Parsed parsed = Parsed.by(format.parsers(TimestampUnit.AUTO).create(), record, -1);
    if (parsed.samples().isEmpty()) {
      assertThat(parsed.refused()).hasSize(1);
      return LETTERS.get(parsed.refused().get(0).why());
    }
    assertThat(parsed.refused()).isEmpty();
    return parsed.samples().get(0).timestampMillis() <= 0 ? NOT_POSITIVE : "R";
  }

  /**
   * Cut short, another type than is asked for, a huge record, a huge label, a bomb, not UTF-8, NUL,
   * a label twice, no timestamp.
   */
  private static List<byte[]> broken(Format format) {
    return switch (format) {
      case REMOTE_WRITE -> remoteWrite();
      case OTLP -> otlp();
      case PROMETHEUS ->
          text(
              "m{a=\"1",
              "m abc " + MS,
              "m " + "1".repeat(1 << 20),
              "m{a=\"" + HUGE + "\"} 1 " + MS,
              "",
              "m{a=\"?\"} 1 " + MS,
              "m{a=\"\0\"} 1 " + MS,
              "m{a=\"1\",a=\"2\"} 1 " + MS,
              "m 1");
      case INFLUX ->
          text(
              "m,a=1",
              "m f=abc " + MS,
              "m f=" + "1".repeat(1 << 20),
              "m,a=" + HUGE + " f=1 " + MS,
              "",
              "m,a=? f=1 " + MS,
              "m,a=\0 f=1 " + MS,
              "m,a=1,a=2 f=1 " + MS,
              "m f=1");
      case JSON_LINES ->
          text(
              "{\"metric\":{\"a\":\"1\"},\"values\":[1",
              json("\"a\":\"1\"").replace("[1]", "[true]"),
              "[" + "1,".repeat(4 << 20),
              json("\"a\":\"" + HUGE + "\""),
              "{\"x\":" + DEEP,
              json("\"a\":\"?\""),
              json("\"a\":\"\\u0000\""),
              json("\"a\":\"1\",\"a\":\"2\""),
              "{\"metric\":{\"a\":\"1\"},\"values\":[1]}");
      case GRAPHITE ->
          text(
              "m;a=1",
              "m abc 1",
              "m " + "1".repeat(1 << 20),
              "m;a=" + HUGE + " 1 1",
              "",
              "m;a=? 1 1",
              "m;a=\0 1 1",
              "m;a=1;a=2 1 1",
              "m 1");
      case OPENTSDB_PUT ->
          text(
              "put m 1",
              "put m 1 abc a=1",
              "put m 1 " + "1".repeat(1 << 20),
              "put m 1 1 a=" + HUGE,
              "",
              "put m 1 1 a=?",
              "put m 1 1 a=\0",
              "put m 1 1 a=1 a=2",
              "put m 0 1 a=1");
      case OPENTSDB_JSON ->
          text(
              "{\"metric\":\"m\",",
              put("\"a\":1"),
              "[" + "1,".repeat(4 << 20),
              put("\"a\":\"" + HUGE + "\""),
              DEEP,
              put("\"a\":\"?\""),
              put("\"a\":\"\\u0000\""),
              put("\"a\":\"1\",\"a\":\"2\""),
              put("\"a\":\"1\"").replace("\"timestamp\":1,", ""));
      case AUTO -> throw new IllegalArgumentException("no format of its own");
    };
  }

  private static String json(String labels) {
    return "{\"metric\":{%s},\"values\":[1],\"timestamps\":[%s]}".formatted(labels, MS);
  }

  private static String put(String tags) {
    return "{\"metric\":\"m\",\"timestamp\":1,\"value\":1,\"tags\":{%s}}".formatted(tags);
  }

  /** {@code ?} stands for the byte FF, which no UTF-8 has. */
  private static List<byte[]> text(String... records) {
    return Arrays.stream(records)
        .map(record -> record.replace('?', '\u00ff').getBytes(StandardCharsets.ISO_8859_1))
        .toList();
  }

  private static List<byte[]> remoteWrite() {
    byte[] whole = message(series(label("a", "1"), sample(1, 5)));
    Fields number =
        out -> out.writeByteArray(2, message(s -> s.writeInt64(1, 7), s -> s.writeInt64(2, 5)));
    return List.of(
        snappy(Arrays.copyOf(whole, whole.length - 1)),
        snappy(message(series(label("a", "1"), number))),
        snappy(new byte[(32 << 20) + 1]),
        snappy(message(series(label("a", HUGE), sample(1, 5)))),
        snappy(new byte[(32 << 20) + 1]),
        snappy(message(series(label(new byte[] {'a'}, new byte[] {-1}), sample(1, 5)))),
        snappy(message(series(label("a", "\0"), sample(1, 5)))),
        snappy(message(series(label("a", "1"), label("a", "2"), sample(1, 5)))),
        snappy(message(series(label("a", "1"), sample(1, 0)))));
  }

  private static List<byte[]> otlp() {
    byte[] whole = gaugeOf(number(1), attribute(7, "a", "1"), time(5_000_000));
    Fields deep = OtlpRequests.text("1");
    for (int i = 0; i < 100; i++) {
      deep = list(deep);
    }
    return List.of(
        Arrays.copyOf(whole, whole.length - 1),
        gaugeOf(out -> out.writeInt64(4, 7), time(5_000_000)),
        new byte[(32 << 20) + 1],
        gaugeOf(number(1), attribute(7, "a", HUGE), time(5_000_000)),
        gaugeOf(number(1), attribute(7, "a", deep), time(5_000_000)),
        gaugeOf(
            number(1),
            attribute(7, "a", v -> v.writeByteArray(1, new byte[] {-1})),
            time(5_000_000)),
        gaugeOf(number(1), attribute(7, "a", "\0"), time(5_000_000)),
        gaugeOf(number(1), attribute(7, "a", "1"), attribute(7, "a", "2"), time(5_000_000)),
        gaugeOf(number(1)));
  }

  private static byte[] gaugeOf(Fields... parts) {
    return request(resourceMetrics(scopeMetrics(metric("m", gauge(point(parts))))));
  }
}
