package io.tidemark.oracle;

import static io.tidemark.format.Format.GRAPHITE;
import static io.tidemark.format.Format.INFLUX;
import static io.tidemark.format.Format.JSON_LINES;
import static io.tidemark.format.Format.OPENTSDB_JSON;
import static io.tidemark.format.Format.OPENTSDB_PUT;
import static io.tidemark.format.Format.OTLP;
import static io.tidemark.format.Format.PROMETHEUS;
import static io.tidemark.format.Format.REMOTE_WRITE;
import static io.tidemark.parse.protobuf.OtlpRequests.attribute;
import static io.tidemark.parse.protobuf.OtlpRequests.gauge;
import static io.tidemark.parse.protobuf.OtlpRequests.list;
import static io.tidemark.parse.protobuf.OtlpRequests.metric;
import static io.tidemark.parse.protobuf.OtlpRequests.nested;
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

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import io.tidemark.format.Format;
import io.tidemark.parse.Parsed;
import io.tidemark.parse.protobuf.OtlpRequests;
import io.tidemark.parse.protobuf.WriteRequests;
import io.tidemark.parse.protobuf.WriteRequests.Fields;
import io.tidemark.parse.text.TimestampUnit;
import io.tidemark.series.Sample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What Tidemark does otherwise than VictoriaMetrics on purpose: a row each of the table in
 * docs/contributing/parsers.md, with a reason.
 */
public enum KnownDifference {
  LABEL_TWICE(
      "a label given twice, or a name among OTLP attributes",
      refusedFor("label given twice"),
      never(),
      Map.of(
          PROMETHEUS, text("%s{a=\"1\",a=\"2\"} 1 1769817600123"),
          INFLUX, text("%s,a=1,a=2 f=1 1769817600123"),
          GRAPHITE, text("%s;a=1;a=2 1 1769817600"),
          OPENTSDB_PUT, text("put %s 1769817600 1 a=1 a=2"),
          JSON_LINES, jsonLine("\"a\":\"1\",\"a\":\"2\""),
          OPENTSDB_JSON, json("\"a\":\"1\",\"a\":\"2\""),
          REMOTE_WRITE, remoteWrite(label("a", "1"), label("a", "2")),
          OTLP, otlp(attribute(7, "__name__", "x"), time(1769817600123000000L), number(1)))),

  NOT_TEXT(
      "a label with NUL or invalid UTF-8",
      refusedFor("is not UTF-8"),
      never(),
      Map.of(
          PROMETHEUS, text("%s{a=\"x\0\"} 1 1769817600123"),
          INFLUX, text("%s,a=x\0 f=1 1769817600123"),
          GRAPHITE, text("%s;a=x\0 1 1769817600"),
          OPENTSDB_PUT, text("put %s 1769817600 1 a=x\0"),
          JSON_LINES, jsonLine("\"a\":\"\\u0000\""),
          OPENTSDB_JSON, json("\"a\":\"\\u0000\""),
          REMOTE_WRITE, remoteWrite(label("a", "x\0")),
          OTLP, otlp(attribute(7, "a", "x\0"), time(1769817600123000000L), number(1)))),

  WORD_FOR_A_NUMBER(
      "a word in place of a number",
      (c, missing) ->
          c.missing().stream().anyMatch(sample -> sample.value() == 0)
              && c.isRefusedFor("not a number", "not a 64-bit", "text before a quote"),
      never(),
      Map.of(INFLUX, text("%s f=abc 1769817600123"))),

  PLUS_SIGN(
      "a plus sign before a number",
      (c, missing) ->
          missing.value() == 0 && Patterns.PLUS.matcher(Patterns.read(c.input())).find(),
      (c, added) -> Patterns.PLUS.matcher(Patterns.read(c.input())).find(),
      Map.of(
          PROMETHEUS, text("%s +1 1769817600123"),
          INFLUX, text("%s f=+1 1769817600123"),
          GRAPHITE, text("%s +1 1769817600"),
          OPENTSDB_PUT, text("put %s 1769817600 +1 a=1"),
          OPENTSDB_JSON,
              text("{\"metric\":\"%s\",\"timestamp\":1769817600,\"value\":\"+\\u0031\"}"))),

  MINUS_AND_PLUS(
      "a minus and a plus sign before `Inf`",
      (c, missing) -> Double.isInfinite(missing.value()) && c.isRefusedFor("not a number [text=-+"),
      never(),
      Map.of(
          PROMETHEUS, text("%s -+Inf 1769817600123"),
          INFLUX, text("%s f=-+Inf 1769817600123"),
          GRAPHITE, text("%s -+Inf 1769817600"),
          OPENTSDB_PUT, text("put %s 1769817600 -+Inf a=1"))),

  TIME_BEYOND_64_BITS(
      "a time whose milliseconds do not fit into 64 bits",
      refusedFor("a timestamp beyond all years"),
      never(),
      Map.of(INFLUX, text("%s f=1 -922337203684775808"))),

  MINUS_AND_A_POINT_AT_THE_END(
      "a negative number that ends with a point",
      (c, missing) ->
          missing.value() > 0 && Patterns.MINUS.matcher(Patterns.read(c.input())).find(),
      (c, added) -> added.value() < 0 && Patterns.MINUS.matcher(Patterns.read(c.input())).find(),
      Map.of(
          PROMETHEUS, text("%s -5. 1769817600123"),
          INFLUX, text("%s f=-5. 1769817600123"),
          GRAPHITE, text("%s -5. 1769817600"),
          OPENTSDB_PUT, text("put %s 1769817600 -5. a=1"),
          JSON_LINES, jsonLine("\"a\":\"1\"", "-5."),
          OPENTSDB_JSON, text("{\"metric\":\"%s\",\"timestamp\":1769817600,\"value\":-5.}"))),

  LABEL_THAT_IS_NO_TEXT(
      "a JSON lines label that is not a string",
      refusedFor("expected a string"),
      never(),
      Map.of(JSON_LINES, jsonLine("\"a\":5"))),

  ESCAPE(
      "an unknown JSON escape, or half of a surrogate pair",
      refusedFor("Unrecognized character escape", "expected a hex-digit", "surrogate"),
      never(),
      Map.of(
          JSON_LINES, jsonLine("\"a\":\"\\x\""),
          OPENTSDB_JSON, json("\"a\":\"\\ud800\""))),

  ENTRY_TWICE(
      "a JSON key given twice",
      refusedFor("an entry is given twice"),
      never(),
      Map.of(
          JSON_LINES, jsonLine("\"a\":\"1\"", "1],\"values\":[2"),
          OPENTSDB_JSON, json("},\"tags\":{\"a\":\"1\""))),

  NUMBER_THAT_JSON_HAS_NOT(
      "JSON with an invalid number",
      refusedFor(
          "in numeric value",
          "Exponent indicator",
          "Unrecognized token",
          "Non-standard token",
          "was expecting comma"),
      never(),
      Map.of(
          JSON_LINES, jsonLine("\"a\":+1"),
          OPENTSDB_JSON, json("},\"x\":{\"y\":+1"))),

  FIELD_ZERO(
      "a protobuf field with number 0 in OTLP",
      refusedFor("invalid tag (zero)"),
      never(),
      Map.of(
          OTLP,
          otlp(
              time(1769817600123000000L),
              number(1),
              out -> {
                out.writeRawByte(0);
                out.writeRawByte(0);
              }))),

  FIELD_OF_ANOTHER_TYPE(
      "a protobuf field of the wrong type, or a group in OTLP",
      never(),
      (c, added) ->
          c.stored().isEmpty()
              && (c.format() == OTLP
                  ? OtlpText.holdsFieldOfAnotherType(c.input().bytes())
                  : WrittenRequest.anyMessageIsANumber(c.input().bytes())),
      Map.of(
          OTLP,
          otlp(time(1769817600123000000L), out -> out.writeInt64(4, 5)),
          // First of all: of a request that breaks later the database keeps parts.
          REMOTE_WRITE,
          mark ->
              snappy(
                  message(
                      out -> out.writeInt64(1, 5),
                      series(label("__name__", mark), sample(1, 1769817600123L)))))),

  ONE_GIVEN_TWICE(
      "a singular protobuf field given twice, or two of a oneof",
      (c, missing) -> isOneGivenTwice(c),
      (c, added) -> isOneGivenTwice(c),
      Map.of(
          OTLP,
          mark ->
              request(
                  resourceMetrics(
                      scopeMetrics(
                          metric(
                              mark,
                              out -> out.writeString(1, mark + "b"),
                              gauge(point(time(1769817600123000000L), number(1))))))),
          REMOTE_WRITE,
          mark ->
              snappy(
                  message(
                      series(
                          label("__name__", mark),
                          nested(
                              4,
                              h -> h.writeDouble(2, 7),
                              h -> h.writeUInt64(1, 5),
                              h -> h.writeInt64(15, 1769817600123L))))))),

  BROKEN_WHERE_NOTHING_READS(
      "an OTLP attribute with invalid bytes where VictoriaMetrics does not look",
      (c, missing) -> c.isRefusedFor("not protobuf") && isStoredAsFarAsRead(c),
      never(),
      Map.of(
          OTLP,
          otlp(
              nested(
                  7,
                  a -> a.writeString(1, "a"),
                  a -> a.writeByteArray(2, message(OtlpRequests.text("b"))),
                  // A field of wire type 6, which there is not.
                  a -> a.writeRawByte(0x3e)),
              time(1769817600123000000L),
              number(1)))),

  METRIC_WITHOUT_A_NAME(
      "an OTLP metric without a name",
      (c, missing) ->
          c.isRefusedFor("a metric without a name")
              && !missing.labels().toMap().containsKey("__name__"),
      (c, added) -> c.isRefusedFor("a metric without a name") && c.stored().isEmpty(),
      Map.of(
          OTLP,
          mark ->
              request(
                  resourceMetrics(
                      scopeMetrics(
                          metric(mark, gauge(point(time(1769817600123000000L), number(1)))),
                          nested(2, gauge(point(time(1769817600123000000L), number(1))))))))),

  ESCAPE_IN_AN_ARRAY(
      "an OTLP array attribute with text that JSON escapes",
      (c, missing) -> c.added().stream().anyMatch(added -> OtlpText.isAlike(missing, added)),
      (c, added) -> c.missing().stream().anyMatch(missing -> OtlpText.isAlike(missing, added)),
      Map.of(
          OTLP,
          otlp(
              attribute(7, "a", list(OtlpRequests.text("\u0001"))),
              time(1769817600123000000L),
              number(1)))),

  JSON_BEHIND_JSON(
      "a second JSON value after an object of OpenTSDB JSON",
      never(),
      (c, added) -> c.stored().isEmpty() && holdsSeveral(c.input().bytes()),
      Map.of(OPENTSDB_JSON, json("\"a\":\"\u0001\"}}{\"metric\":\"x\",\"tags\":{"))),

  EXPONENT(
      "a number with a fraction and an exponent",
      (c, missing) -> c.added().stream().anyMatch(added -> isNearly(missing, added)),
      (c, added) -> c.missing().stream().anyMatch(missing -> isNearly(missing, added)),
      Map.of(
          PROMETHEUS, text("%s 86300664.10E8 1769817600123"),
          INFLUX, text("%s f=86300664.10E8 1769817600123"),
          GRAPHITE, text("%s 86300664.10E8 1769817600"),
          OPENTSDB_PUT, text("put %s 1769817600 86300664.10E8 a=1"),
          JSON_LINES, jsonLine("\"a\":\"1\"", "86300664.10E8"),
          OPENTSDB_JSON,
              text("{\"metric\":\"%s\",\"timestamp\":1769817600,\"value\":86300664.10E8}"))),

  BLANK_AT_THE_END(
      "a space at the end of a line",
      (c, missing) ->
          missing.value() == 0
              && Patterns.BLANK_AT_THE_END.matcher(c.input().toString()).find()
              && c.added().stream().anyMatch(added -> added.labels().equals(missing.labels())),
      (c, added) -> Patterns.BLANK_AT_THE_END.matcher(c.input().toString()).find(),
      Map.of(INFLUX, text("%s f=1 1769817600123 "))),

  EXEMPLAR_WITHOUT_LABELS(
      "an exemplar after a sample without labels, or after a trailing comma",
      (c, missing) -> missing.labels().toString().contains("#"),
      (c, added) -> c.input().toString().contains("#"),
      Map.of(PROMETHEUS, text("%s 1 1769817600123 # {trace_id=\"x\"} 1"))),

  VALUE_WITHOUT_QUOTES(
      "a label value without quotes",
      refusedFor("a label without a value in quotes"),
      never(),
      Map.of(PROMETHEUS, text("%s{a=b,c=\"d\"} 1 1769817600123"))),

  TEXT_BEFORE_BRACES(
      "text between a name and its braces",
      refusedFor("not a number", "no value"),
      never(),
      Map.of(PROMETHEUS, text("%s x{a=\"1\"} 1 1769817600123"))),

  LABEL_WITHOUT_A_NAME(
      "a remote-write label without a name",
      refusedFor("empty label name"),
      never(),
      Map.of(REMOTE_WRITE, remoteWrite(label("", "nameless")))),

  EMPTY_NAME_OF_A_HISTOGRAM(
      "a native histogram with an empty metric name before the real one",
      never(),
      (c, added) -> WrittenRequest.anyIsNamedEmptyFirst(c.input().bytes()),
      Map.of(
          REMOTE_WRITE,
          mark ->
              snappy(
                  message(
                      series(
                          label("__name__", ""),
                          label("__name__", mark),
                          WriteRequests.nativeHistogram(4)))))),

  BOUNDS_OF_ITS_OWN(
      "a native histogram with custom bucket bounds (schema -53)",
      refusedFor("whose buckets are not exponential"),
      never(),
      Map.of(
          REMOTE_WRITE,
          mark ->
              snappy(
                  message(
                      series(
                          label("__name__", mark),
                          WriteRequests.nativeHistogram(
                              4, h -> h.writeSInt32(4, -53), h -> h.writeDouble(16, 2.5))))))),

  SAMPLES_AND_HISTOGRAMS(
      "a remote-write series with both samples and native histograms",
      never(),
      (c, added) ->
          c.stored().isEmpty() && c.isRefusedFor("samples and native histograms in one series"),
      Map.of(
          REMOTE_WRITE,
          mark ->
              snappy(
                  message(
                      series(label("__name__", mark), sample(1, 1769817600123L)),
                      series(
                          label("__name__", mark + "_both"),
                          sample(1, 1769817600123L),
                          WriteRequests.nativeHistogram(4)))))),

  POINT_WITHOUT_A_TIME(
      "an OTLP point without a timestamp",
      never(),
      (c, added) -> added.timestampMillis() == Oracle.RECORD_MILLIS,
      Map.of(OTLP, otlp(number(1)))),

  ATTRIBUTE_WITHOUT_A_KEY(
      "an OTLP attribute without a key",
      (c, missing) -> isNamed(missing, "nameless"),
      (c, added) -> c.missing().stream().anyMatch(missing -> isNamed(missing, "nameless")),
      Map.of(OTLP, otlp(attribute(7, "", "nameless"), time(1769817600123000000L), number(1))));

  private final String row;
  private final BiPredicate<Comparison, Sample> missing;
  private final BiPredicate<Comparison, Sample> added;
  private final Map<Format, Function<String, byte[]>> examples;

  /** Of an input as it is shown. */
  private static final class Patterns {
    private static final String BEFORE = "([ =\"}:,\\[]|\\\\t)";
    static final Pattern PLUS = Pattern.compile(BEFORE + "\\+[0-9.]");
    static final Pattern MINUS = Pattern.compile(BEFORE + "-[0-9]+\\.([^0-9]|$)");
    static final Pattern BLANK_AT_THE_END = Pattern.compile(" (\\\\r)?(\\\\n|$)");

    /** An escape of JSON for a character that is printable ASCII. */
    private static final Pattern ESCAPED = Pattern.compile("\\\\\\\\u00([2-7][0-9A-Fa-f])");

    /** As it is shown, with such characters as a parser of JSON sees them. */
    static String read(Input input) {
      return ESCAPED
          .matcher(input.toString())
          .replaceAll(
              escaped ->
                  Matcher.quoteReplacement(
                      Character.toString(Integer.parseInt(escaped.group(1), 16))));
    }
  }

  /**
   * @param row the first cell of its row in the table
   * @param missing explains a sample that only the database made
   * @param added explains a sample that only the parser made
   * @param examples by format that has it: a record with this mark that shows it
   */
  KnownDifference(
      String row,
      BiPredicate<Comparison, Sample> missing,
      BiPredicate<Comparison, Sample> added,
      Map<Format, Function<String, byte[]>> examples) {
    this.row = row;
    this.missing = missing;
    this.added = added;
    this.examples = examples;
  }

  private static BiPredicate<Comparison, Sample> never() {
    return (c, sample) -> false;
  }

  private static BiPredicate<Comparison, Sample> refusedFor(String... details) {
    return (c, missing) -> c.isRefusedFor(details);
  }

  /** But for the last digits of the value. */
  private static boolean isNearly(Sample sample, Sample other) {
    return sample.labels().equals(other.labels())
        && sample.timestampMillis() == other.timestampMillis()
        && Math.abs(sample.value() - other.value()) <= 1e-12 * Math.abs(other.value());
  }

  /** Whether what the database does not look at is all that keeps the parser from the rest. */
  private static boolean isStoredAsFarAsRead(Comparison c) {
    byte[] read = OtlpText.asFarAsRead(c.input().bytes());
    Parsed parsed =
        Parsed.by(c.format().parsers(TimestampUnit.AUTO).create(), read, Oracle.RECORD_MILLIS);
    var ours = new HashSet<Sample>();
    for (Sample sample : parsed.samples()) {
      // The database may round what it stores.
      ours.add(c.stored().stream().filter(s -> isNearly(s, sample)).findAny().orElse(sample));
    }
    var rest =
        new Comparison(
            c.format(), Input.of(c.input().number(), read), c.stored(), ours, parsed.refused());
    return !rest.isRefusedFor("not protobuf") && (rest.isAlike() || !of(rest).isEmpty());
  }

  private static boolean isOneGivenTwice(Comparison c) {
    return c.format() == OTLP
        ? OtlpText.givesOneTwice(c.input().bytes())
        : WrittenRequest.anyHistogramGivesOneTwice(c.input().bytes());
  }

  /** Whether one JSON value begins behind another, read as leniently as either reads it. */
  private static boolean holdsSeveral(byte[] json) {
    var lenient = JsonFactory.builder();
    Stream.of(JsonReadFeature.values()).forEach(lenient::enable);
    String text = new String(json, StandardCharsets.ISO_8859_1);
    try (JsonParser parser = lenient.build().createParser(text)) {
      parser.nextToken();
      parser.skipChildren();
      return parser.nextToken() != null;
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isNamed(Sample sample, String name) {
    return sample.labels().toMap().getOrDefault("__name__", "").startsWith(name);
  }

  private static Function<String, byte[]> text(String record) {
    return mark -> record.formatted(mark).getBytes(StandardCharsets.UTF_8);
  }

  private static Function<String, byte[]> jsonLine(String labels) {
    return jsonLine(labels, "1");
  }

  private static Function<String, byte[]> jsonLine(String labels, String value) {
    return text(
        "{\"metric\":{\"__name__\":\"%s\","
            + labels
            + "},\"values\":["
            + value
            + "],\"timestamps\":[1769817600123]}");
  }

  private static Function<String, byte[]> json(String tags) {
    return text("{\"metric\":\"%s\",\"timestamp\":1769817600,\"value\":1,\"tags\":{" + tags + "}}");
  }

  private static Function<String, byte[]> remoteWrite(Fields... labels) {
    return mark ->
        snappy(
            message(
                series(
                    label("__name__", mark),
                    out -> {
                      for (Fields label : labels) {
                        label.write(out);
                      }
                    },
                    sample(1, 1769817600123L))));
  }

  private static Function<String, byte[]> otlp(Fields... parts) {
    return mark -> request(resourceMetrics(scopeMetrics(metric(mark, gauge(point(parts))))));
  }

  /** The first cell of its row in the table. */
  public String row() {
    return row;
  }

  /** A record of the format that shows it, if any does. */
  Optional<Input> example(Format format) {
    return Optional.ofNullable(examples.get(format))
        .map(record -> Input.of(0, record.apply(Input.mark(0))));
  }

  /** Those that explain all that differs; none if anything is left. */
  static Set<KnownDifference> of(Comparison comparison) {
    var found = EnumSet.noneOf(KnownDifference.class);
    for (Sample missing : comparison.missing()) {
      Optional<KnownDifference> known = explaining(comparison, missing, k -> k.missing);
      if (known.isEmpty()) {
        return Set.of();
      }
      found.add(known.get());
    }
    for (Sample added : comparison.added()) {
      Optional<KnownDifference> known = explaining(comparison, added, k -> k.added);
      if (known.isEmpty()) {
        return Set.of();
      }
      found.add(known.get());
    }
    return found;
  }

  private static Optional<KnownDifference> explaining(
      Comparison comparison,
      Sample sample,
      Function<KnownDifference, BiPredicate<Comparison, Sample>> by) {
    return Arrays.stream(values())
        .filter(known -> known.examples.containsKey(comparison.format()))
        .filter(known -> by.apply(known).test(comparison, sample))
        .findFirst();
  }
}
