package io.tidemark.parse.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.parse.Parsed;
import io.tidemark.parse.Rejection;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InfluxParserTest {
  private final InfluxParser parser = new InfluxParser(TimestampUnit.NS);

  @Test
  void namesSeriesMeasurementUnderscoreField() {
    Parsed parsed =
        parse("cpu,host=a,region=eu usage_user=1.5,usage_system=2i 1700000000123456789");
    assertThat(parsed.samples())
        .containsExactly(
            sample("cpu_usage_user", Map.of("host", "a", "region", "eu"), 1700000000123L, 1.5),
            sample("cpu_usage_system", Map.of("host", "a", "region", "eu"), 1700000000123L, 2));
    assertThat(parsed.refused()).isEmpty();
  }

  /** The same instant in each unit, and the bounds between them. */
  @ParameterizedTest
  @CsvSource({
    "1795132800, 1795132800000",
    "1795132800123, 1795132800123",
    "1795132800123456, 1795132800123",
    "1795132800123456789, 1795132800123",
    "99999999999, 99999999999000",
    "100000000000, 100000000000",
    "99999999999999, 99999999999999",
    "100000000000000, 100000000000",
    "99999999999999999, 99999999999999",
    "100000000000000000, 100000000000",
    "-5, -5000"
  })
  void tellsTheUnitOfATimestampByItsSize(long timestamp, long millis) {
    Parsed parsed = parse(TimestampUnit.AUTO, "m f=1 " + timestamp);
    assertThat(parsed.samples()).containsExactly(sample("m_f", Map.of(), millis, 1));
  }

  @ParameterizedTest
  @CsvSource({"S, 1795132800000", "MS, 1795132800", "US, 1795132", "NS, 1795"})
  void readsTimestampsInTheUnitThatWasSet(TimestampUnit unit, long millis) {
    assertThat(parse(unit, "m f=1 1795132800").samples())
        .containsExactly(sample("m_f", Map.of(), millis, 1));
  }

  @Test
  void aTimestampOf0IsNoneUnlessItsUnitWasSet() {
    byte[] line = "m f=1 0".getBytes(StandardCharsets.UTF_8);
    assertThat(Parsed.by(new InfluxParser(TimestampUnit.AUTO), line, 7).samples())
        .containsExactly(sample("m_f", Map.of(), 7, 1));
    assertThat(Parsed.by(new InfluxParser(TimestampUnit.AUTO), line, -1).refused())
        .extracting(Parsed.Refused::why)
        .containsExactly(Rejection.NO_TIMESTAMP);
    assertThat(Parsed.by(new InfluxParser(TimestampUnit.MS), line, 7).samples())
        .containsExactly(sample("m_f", Map.of(), 0, 1));
  }

  @Test
  void rejectsATimestampThatNoLongHoldsInMilliseconds() {
    assertThat(parse(TimestampUnit.S, "m f=1 9223372036854775807").refused())
        .extracting(Parsed.Refused::why)
        .containsExactly(Rejection.UNDECODABLE);
  }

  private static Parsed parse(TimestampUnit unit, String line) {
    return Parsed.by(new InfluxParser(unit), line.getBytes(StandardCharsets.UTF_8), -1);
  }

  @Test
  void namesSeriesByTheFieldAloneAfterAnEmptyMeasurement() {
    assertThat(parse(",host=a up=1 1000000").samples())
        .containsExactly(sample("up", Map.of("host", "a"), 1, 1));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "-2.5, -2.5",
    "1e3, 1000",
    ".5, 0.5",
    "5., 5",
    "+7, 7",
    "3i, 3",
    "-3i, -3",
    "4u, 4",
    "18446744073709551615u, 18446744073709551615",
    "9223372036854775807i, 9223372036854775807",
    "t, 1",
    "T, 1",
    "true, 1",
    "True, 1",
    "TRUE, 1",
    "f, 0",
    "F, 0",
    "false, 0",
    "False, 0",
    "FALSE, 0",
    "1.7976931348623157e308, 1.7976931348623157e308",
    "0.1, 0.1",
    "123456789012345678901234567890, 123456789012345678901234567890",
    "inf, Infinity",
    "-Inf, -Infinity"
  })
  void readsEveryKindOfValue(String text, double value) {
    assertThat(parse("m f=" + text + " 1000000").samples())
        .containsExactly(sample("m_f", Map.of(), 1, value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "m",
        "m ",
        "m f=1,",
        "m f",
        "m =1",
        "m f= 1",
        "m f=1 abc",
        "m f=1 1e18",
        "m f=1 1 2",
        "m f=abc",
        "m f=1x",
        "m f=0x10",
        "m f=1d",
        "m f=1e",
        "m f=1.2.3",
        "m f=.",
        "m f=-",
        "m f=tRue",
        "m f=i",
        "m f=1.5i",
        "m f=9223372036854775808i",
        "m f=18446744073709551616u",
        "m f=-1u",
        "m f=\"open",
        "m f=\"a\"b",
        "m f=1 99999999999999999999",
        "m,tag f=1",
        "m, f=1",
        " m f=1"
      })
  void rejectsALineThatIsNotOne(String line) {
    Parsed parsed = parse(line);
    assertThat(parsed.samples()).isEmpty();
    assertThat(parsed.refused())
        .extracting(Parsed.Refused::why)
        .containsExactly(Rejection.UNDECODABLE);
    assertThat(parsed.refused().get(0).text()).isEqualTo(line.stripTrailing());
  }

  @ParameterizedTest
  @ValueSource(strings = {"m,a=1,a=2 f=1", "m,__name__=other f=1", "m,a=nul\0 f=1"})
  void rejectsLabelsThatNameNoSeries(String line) {
    assertThat(parse(line).refused())
        .extracting(Parsed.Refused::why)
        .containsExactly(Rejection.INVALID_LABELS);
  }

  @Test
  void boundsTheMemoryOfALine() {
    String longTag = "x".repeat(60_000);
    String fields = "f=1" + ",f=1".repeat(1000); // 1001 times 60 kB
    for (String line : List.of("m,t=" + longTag + " " + fields, "m f=" + "1".repeat(1 << 20))) {
      Parsed parsed = parse(line);
      assertThat(parsed.samples()).isEmpty();
      assertThat(parsed.refused())
          .extracting(Parsed.Refused::why)
          .containsExactly(Rejection.TOO_LARGE);
    }
  }

  @Test
  void rejectsBytesThatAreNotUtf8() {
    byte[] line = "m,a=? f=1".getBytes(StandardCharsets.UTF_8);
    line[4] = (byte) 0xFF;
    assertThat(Parsed.by(parser, line, 5).refused())
        .extracting(Parsed.Refused::why)
        .containsExactly(Rejection.INVALID_LABELS);
  }

  @Test
  void rejectsABadLineAloneAndReadsTheOthers() {
    Parsed parsed = parse("m a=1 1000000\nbroken\nm b=oops 1000000\nm c=3 3000000");
    assertThat(parsed.samples())
        .containsExactly(sample("m_a", Map.of(), 1, 1), sample("m_c", Map.of(), 3, 3));
    assertThat(parsed.refused())
        .extracting(Parsed.Refused::text)
        .containsExactly("broken", "m b=oops 1000000");
  }

  @Test
  void rejectsALineWholeWhenItsLastFieldIsBad() {
    Parsed parsed = parse("m a=1,b=oops 1000000");
    assertThat(parsed.samples()).isEmpty();
    assertThat(parsed.refused()).hasSize(1);
  }

  @Test
  void passesOverBlankLinesCommentsAndLineEnds() {
    Parsed parsed = parse("# a comment\n\n   \r\nm f=1 1000000\r\n\nm f=2 2000000  \n");
    assertThat(parsed.samples())
        .containsExactly(sample("m_f", Map.of(), 1, 1), sample("m_f", Map.of(), 2, 2));
    assertThat(parsed.refused()).isEmpty();
  }

  @Test
  void textIsTheNumberInItsQuotesOrElse0() {
    Parsed parsed =
        parse("m,h=a s=\"x y,z=1 \\\"q\\\"\",n=2,e=\"\",q=\"123\",r=\"-1.5e3\",i=\"7i\" 1000000");
    assertThat(parsed.samples())
        .containsExactly(
            sample("m_s", Map.of("h", "a"), 1, 0),
            sample("m_n", Map.of("h", "a"), 1, 2),
            sample("m_e", Map.of("h", "a"), 1, 0),
            sample("m_q", Map.of("h", "a"), 1, 123),
            sample("m_r", Map.of("h", "a"), 1, -1500),
            sample("m_i", Map.of("h", "a"), 1, 0));
    assertThat(parsed.refused()).isEmpty();
  }

  @Test
  void undoesEscapes() {
    Parsed parsed = parse("a\\,b\\ c,k\\=1=v\\ \\,\\\\x\\n f\\ g=1 1000000");
    assertThat(parsed.samples())
        .containsExactly(sample("a,b c_f g", Map.of("k=1", "v ,\\x\\n"), 1, 1));
  }

  @Test
  void leavesTagsWithoutAValueOut() {
    assertThat(parse("m,a=,b=2,=3 f=1 1000000").samples())
        .containsExactly(sample("m_f", Map.of("b", "2"), 1, 1));
  }

  @Test
  void takesTheRecordsTimestampWhereTheLineHasNone() {
    assertThat(Parsed.by(parser, "m f=1".getBytes(), 42).samples())
        .containsExactly(sample("m_f", Map.of(), 42, 1));
    assertThat(Parsed.by(parser, "m f=1".getBytes(), -1).refused())
        .extracting(Parsed.Refused::why)
        .containsExactly(Rejection.NO_TIMESTAMP);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "999999, 0", "1000000, 1", "-1, -1", "1700000000999999999, 1700000000999"})
  void roundsNanosecondsDownToMilliseconds(long nanos, long millis) {
    assertThat(parse("m f=1 " + nanos).samples())
        .containsExactly(sample("m_f", Map.of(), millis, 1));
  }

  @Test
  void endsOnAnyBytesAndReadsTheNextRecordAllTheSame() {
    var random = new Random(11);
    byte[] line = "cpu,host=a\\ b u=1.5,s=\"x y\",i=2i,t=true 1700000000123456789".getBytes();
    byte[] special = " ,=\\\"\n\r#+-.eEiutT0123456789\0".getBytes();
    for (int round = 0; round < 20_000; round++) {
      byte[] mutated = line.clone();
      for (int flips = 1 + random.nextInt(6); flips > 0; flips--) {
        int at = random.nextInt(mutated.length);
        mutated[at] =
            random.nextBoolean()
                ? special[random.nextInt(special.length)]
                : (byte) random.nextInt();
      }
      Parsed.by(parser, mutated, 5);
      byte[] noise = new byte[random.nextInt(40)];
      for (int i = 0; i < noise.length; i++) {
        noise[i] = special[random.nextInt(special.length)];
      }
      Parsed.by(parser, noise, 5);
    }
    assertThat(Parsed.by(parser, line, 5).samples()).hasSize(4);
  }

  private Parsed parse(String record) {
    return Parsed.by(parser, record.getBytes(StandardCharsets.UTF_8), 5);
  }

  private static Sample sample(
      String name, Map<String, String> tags, long timestampMillis, double value) {
    var labels = new java.util.HashMap<>(tags);
    labels.put("__name__", name);
    return new Sample(Labels.of(labels), timestampMillis, value);
  }
}
