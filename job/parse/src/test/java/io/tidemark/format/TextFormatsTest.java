package io.tidemark.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.parse.Parsed;
import io.tidemark.parse.Rejection;
import io.tidemark.parse.text.TimestampUnit;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What records mean: names, labels, values, timestamps. The odd ones are in {@code OracleIT}. */
class TextFormatsTest {
  private static final long MS = 1769817600123L;

  @Test
  void anExpositionIsReadWithoutItsComments() {
    assertThat(
            parse(
                Format.PROMETHEUS,
                """
                # HELP http_total Requests.
                # TYPE http_total counter
                http_total{code="200",path="/a \\"b\\""} 1027 1769817600123
                # UNIT up seconds
                up 1 1769817600.5
                # EOF
                """))
        .containsExactly(
            sample(MS, 1027, "__name__", "http_total", "code", "200", "path", "/a \"b\""),
            sample(1769817600500L, 1, "__name__", "up"));
  }

  @Test
  void anExemplarIsNoLabel() {
    assertThat(parse(Format.PROMETHEUS, "a_total 5 1769817600.123 # {trace_id=\"x\"} 1 1"))
        .containsExactly(sample(MS, 5, "__name__", "a_total"));
    assertThat(parse(Format.PROMETHEUS, "a_bucket{le=\"1\"} 5 1769817600123 # {trace_id=\"x\"} 1"))
        .containsExactly(sample(MS, 5, "__name__", "a_bucket", "le", "1"));
  }

  @Test
  void namesMayBeQuoted() {
    assertThat(
            parse(Format.PROMETHEUS, "{\"a.name\",\"a \\\\ label\"=\"1\",b=\"2\"} 5 1769817600123"))
        .containsExactly(sample(MS, 5, "__name__", "a.name", "a \\ label", "1", "b", "2"));
  }

  @ParameterizedTest
  @CsvSource({
    "2147483647, 2147483647000",
    "2147483648, 2147483648",
    "-2147483648, -2147483648000",
    "1.5, 1500",
    "1769817600.123, 1769817600123",
    "1769817600123, 1769817600123",
    "1.7698176e9, 1769817600000"
  })
  void timestampsOfAnExpositionAreSecondsUpToTheYear2038(String timestamp, long millis) {
    assertThat(parse(Format.PROMETHEUS, "m 1 " + timestamp))
        .containsExactly(sample(millis, 1, "__name__", "m"));
  }

  @Test
  void aJsonLineHoldsManySamples() {
    assertThat(
            parse(
                Format.JSON_LINES,
                "{\"metric\":{\"__name__\":\"m\",\"a\":\"\\u00e4\\ud83d\\ude00\\t\"},\"values\":[1,-2.5,\"Infinity\",-Inf],\"timestamps\":[1,2,3,4]}"))
        .containsExactly(
            sample(1, 1, "__name__", "m", "a", "ä😀\t"),
            sample(2, -2.5, "__name__", "m", "a", "ä😀\t"),
            sample(3, Double.POSITIVE_INFINITY, "__name__", "m", "a", "ä😀\t"),
            sample(4, Double.NEGATIVE_INFINITY, "__name__", "m", "a", "ä😀\t"));
  }

  @Test
  void aValueOfAJsonLineMayBeNoNumber() {
    assertThat(
            parse(
                Format.JSON_LINES,
                "{\"metric\":{\"a\":\"1\"},\"values\":[null,NaN,\"nan\",-nan,+NaN],"
                    + "\"timestamps\":[1,2,3,4,5]}"))
        .extracting(Sample::value)
        .containsExactly(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
  }

  @Test
  void aWordInQuotesIsNoNumberAmongOthers() {
    assertThat(
            parse(
                Format.JSON_LINES,
                "{\"metric\":{\"a\":\"1\"},\"values\":[\"null\",6],\"timestamps\":[1,2]}"))
        .containsExactly(sample(1, Double.NaN, "a", "1"), sample(2, 6, "a", "1"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"+1", ".", "-.", "Infinity", "1],\"x\":[{\"y\":Inf}", "\"6\"", "\"+Inf\""})
  void otherWaysToWriteANumberAreRefused(String value) {
    String line = "{\"metric\":{\"a\":\"1\"},\"values\":[" + value + "],\"timestamps\":[1]}";
    assertThat(
            Parsed.by(Format.JSON_LINES.parsers(TimestampUnit.AUTO).create(), bytes(line), -1)
                .refused())
        .extracting(Parsed.Refused::why)
        .containsExactly(Rejection.UNDECODABLE);
  }

  @Test
  void aLabelWithoutANameIsLeftOut() {
    assertThat(
            parse(
                Format.JSON_LINES,
                "{\"metric\":{\"\":\"bar\",\"a\":\"1\"},\"values\":[6],\"timestamps\":[2]}"))
        .containsExactly(sample(2, 6, "a", "1"));
  }

  @Test
  void graphiteTagsAreLabels() {
    assertThat(
            parse(
                Format.GRAPHITE,
                "servers.a.cpu 1.5 1769817600\nm;host=a;e=;=f;g;r=x=y\t2\t1769817600.9\n"))
        .containsExactly(
            sample(1769817600000L, 1.5, "__name__", "servers.a.cpu"),
            sample(1769817600000L, 2, "__name__", "m", "host", "a", "r", "x=y"));
  }

  @Test
  void graphitesValueAndTimeAreTheLastTwoWords() {
    assertThat(parse(Format.GRAPHITE, " \tc19.disk;mount=my disk;x=y\t5  1769817600 "))
        .containsExactly(
            sample(1769817600000L, 5, "__name__", "c19.disk", "mount", "my disk", "x", "y"));
    assertThat(parse(Format.GRAPHITE, "m 1 2 1769817600"))
        .containsExactly(sample(1769817600000L, 2, "__name__", "m 1"));
    assertThat(parse(Format.GRAPHITE, "\t\n \t \n")).isEmpty();
  }

  @Test
  void aLabelMayHoldLineEnds() {
    assertThat(parse(Format.PROMETHEUS, "x{q=\"a\\nb\rc\"} 1 1769817600123"))
        .containsExactly(sample(MS, 1, "__name__", "x", "q", "a\nb\rc"));
  }

  /** 4294967296 is the first number with a bit beyond those of a 32-bit second. */
  @ParameterizedTest
  @CsvSource({
    "1769817600, 1769817600000",
    "1769817600.9, 1769817600000",
    "4294967295, 4294967295000",
    "4294967296, 4294967296",
    "1769817600123, 1769817600123"
  })
  void putTimestampsAreSecondsOrMillisecondsBySize(String timestamp, long millis) {
    Sample expected = sample(millis, 2.5, "__name__", "m.n", "a", "b=c");
    assertThat(parse(Format.OPENTSDB_PUT, "put m.n " + timestamp + " 2.5 a=b=c e= =f"))
        .containsExactly(expected);
    assertThat(
            parse(
                Format.OPENTSDB_JSON,
                "{\"metric\":\"m.n\",\"timestamp\":%s,\"value\":\"2.5\",\"tags\":{\"a\":\"b=c\",\"e\":\"\"}}"
                    .formatted(timestamp)))
        .containsExactly(expected);
  }

  @Test
  void aPutNeedsNoTag() {
    assertThat(parse(Format.OPENTSDB_PUT, "put m 1 2"))
        .containsExactly(sample(1000, 2, "__name__", "m"));
  }

  @Test
  void aJsonBodyIsAnObjectAnArrayOrSeveralOfThem() {
    String a = "{\"metric\":\"a\",\"timestamp\":1,\"value\":1}";
    String b = a.replace("\"a\"", "\"b\"");
    Sample[] both = {sample(1000, 1, "__name__", "a"), sample(1000, 1, "__name__", "b")};
    assertThat(parse(Format.OPENTSDB_JSON, "[" + a + ",\n " + b + "]\n")).containsExactly(both);
    assertThat(parse(Format.OPENTSDB_JSON, a + "\n" + b)).containsExactly(both);
  }

  @Test
  void anObjectThatIsNoSampleIsRejectedAlone() {
    String good = "{\"metric\":\"a\",\"timestamp\":1,\"value\":1}";
    Parsed parsed =
        Parsed.by(
            Format.OPENTSDB_JSON.parsers(TimestampUnit.AUTO).create(),
            bytes("[ {\"metric\":[1,2],\"x\":3} ," + good + ",7]"),
            -1);
    assertThat(parsed.samples()).containsExactly(sample(1000, 1, "__name__", "a"));
    assertThat(parsed.refused())
        .extracting(Parsed.Refused::text)
        .containsExactly("{\"metric\":[1,2],\"x\":3}", "7");
  }

  /** {@code !} stands for NUL. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'metric':'b','timestamp':1,'value':1,'tags':{'t':'!','x':[{},[]]},'y':{'z':1}}",
        "{'metric':'!\\n','timestamp':1,'value':1,'tags':{'t':'ü'},'y':[[],{'z':1}]}",
        "{'metric':'b','timestamp':1,'value':1,'tags':{'!':'\\u00e9'}}",
        "{'ä':{'deep':[[1,2],{}]},'metric':'\\u0000','timestamp':1,'value':1}"
      })
  void anObjectWithBadLabelsIsRejectedAlone(String pattern) {
    String bad = pattern.replace('\'', '"').replace('!', '\0');
    String good = "{\"metric\":\"ß\",\"timestamp\":1,\"value\":1}";
    Parsed parsed =
        Parsed.by(
            Format.OPENTSDB_JSON.parsers(TimestampUnit.AUTO).create(),
            bytes("[" + good + "," + bad + " ," + good + "]"),
            -1);
    assertThat(parsed.samples()).hasSize(2);
    assertThat(parsed.refused())
        .singleElement()
        .satisfies(
            refused -> {
              assertThat(refused.why()).isEqualTo(Rejection.INVALID_LABELS);
              assertThat(refused.text()).isEqualTo(bad);
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PROMETHEUS | m 1",
        "PROMETHEUS | m 1 0",
        "GRAPHITE | m 1",
        "GRAPHITE | m 1 -1",
        "OPENTSDB_PUT | put m 0 1",
        "OPENTSDB_JSON | {\"metric\":\"m\",\"value\":1}"
      })
  void theRecordsTimestampStandsInForNone(Format format, String record) {
    assertThat(Parsed.by(format.parsers(TimestampUnit.AUTO).create(), bytes(record), 42).samples())
        .containsExactly(sample(42, 1, "__name__", "m"));
  }

  private static List<Sample> parse(Format format, String record) {
    Parsed parsed = Parsed.by(format.parsers(TimestampUnit.AUTO).create(), bytes(record), -1);
    assertThat(parsed.refused()).isEmpty();
    return parsed.samples();
  }

  private static Sample sample(long timestampMillis, double value, String... labels) {
    var map = new TreeMap<String, String>();
    for (int i = 0; i < labels.length; i += 2) {
      map.put(labels[i], labels[i + 1]);
    }
    return new Sample(Labels.of(map), timestampMillis, value);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
