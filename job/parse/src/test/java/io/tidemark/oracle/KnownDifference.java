package io.tidemark.oracle;

import static io.tidemark.format.Format.GRAPHITE;
import static io.tidemark.format.Format.INFLUX;
import static io.tidemark.format.Format.JSON_LINES;
import static io.tidemark.format.Format.OPENTSDB_JSON;
import static io.tidemark.format.Format.OPENTSDB_PUT;
import static io.tidemark.format.Format.PROMETHEUS;

import io.tidemark.format.Format;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * What Tidemark does otherwise than VictoriaMetrics on purpose: a row each of the table in
 * docs/formats.md, with a reason.
 */
public enum KnownDifference {
  LABEL_TWICE(
      "a label given twice",
      c -> c.added().isEmpty() && c.isRefusedFor("label given twice"),
      Map.of(
          PROMETHEUS, "%s{a=\"1\",a=\"2\"} 1 1769817600123",
          INFLUX, "%s,a=1,a=2 f=1 1769817600123",
          GRAPHITE, "%s;a=1;a=2 1 1769817600",
          OPENTSDB_PUT, "put %s 1769817600 1 a=1 a=2",
          JSON_LINES,
              "{\"metric\":{\"__name__\":\"%s\",\"a\":\"1\",\"a\":\"2\"},\"values\":[1],"
                  + "\"timestamps\":[1769817600123]}",
          OPENTSDB_JSON,
              "{\"metric\":\"%s\",\"timestamp\":1769817600,\"value\":1,\"tags\":{\"a\":\"1\","
                  + "\"a\":\"2\"}}")),

  NOT_TEXT(
      "NUL in a label, or no UTF-8",
      c -> c.added().isEmpty() && c.isRefusedFor("is not UTF-8 or holds NUL"),
      Map.of(
          PROMETHEUS, "%s{a=\"x\0\"} 1 1769817600123",
          INFLUX, "%s,a=x\0 f=1 1769817600123",
          GRAPHITE, "%s;a=x\0 1 1769817600",
          OPENTSDB_PUT, "put %s 1769817600 1 a=x\0",
          JSON_LINES,
              "{\"metric\":{\"__name__\":\"%s\",\"a\":\"\\u0000\"},\"values\":[1],"
                  + "\"timestamps\":[1769817600123]}",
          OPENTSDB_JSON,
              "{\"metric\":\"%s\",\"timestamp\":1769817600,\"value\":1,"
                  + "\"tags\":{\"a\":\"\\u0000\"}}")),

  WORD_FOR_A_NUMBER(
      "a word for a number",
      c ->
          c.added().isEmpty()
              && c.missing().stream().anyMatch(sample -> sample.value() == 0)
              && c.isRefusedFor("not a number", "a quote is not closed", "text before a quote"),
      Map.of(INFLUX, "%s f=abc 1769817600123")),

  PLUS_SIGN(
      "a plus sign before a number",
      c ->
          c.missing().stream().allMatch(sample -> sample.value() == 0)
              && Patterns.PLUS.matcher(c.input().toString()).find(),
      Map.of(
          PROMETHEUS, "%s +1 1769817600123",
          INFLUX, "%s f=+1 1769817600123",
          GRAPHITE, "%s +1 1769817600",
          OPENTSDB_PUT, "put %s 1769817600 +1 a=1")),

  BLANK_BEHIND_THE_TIME(
      "a blank behind the timestamp",
      c -> c.stored().isEmpty() && Patterns.BLANK_AT_THE_END.matcher(c.input().toString()).find(),
      Map.of(INFLUX, "%s f=1 1769817600123 ")),

  EXEMPLAR_WITHOUT_LABELS(
      "an exemplar behind a sample without labels",
      c -> c.missing().stream().allMatch(sample -> sample.labels().toString().contains("#")),
      Map.of(PROMETHEUS, "%s 1 1769817600123 # {trace_id=\"x\"} 1")),

  TEXT_BEFORE_BRACES(
      "text between a name and its braces",
      c -> c.added().isEmpty() && c.isRefusedFor("not a number", "no value"),
      Map.of(PROMETHEUS, "%s x{a=\"1\"} 1 1769817600123"));

  private final String row;
  private final Predicate<Comparison> is;
  private final Map<Format, String> examples;

  private static final class Patterns {
    static final Pattern PLUS = Pattern.compile("[\\s=\"]\\+[0-9.]");
    static final Pattern BLANK_AT_THE_END = Pattern.compile(" (\\\\r)?(\\\\n|$)");
  }

  KnownDifference(String row, Predicate<Comparison> is, Map<Format, String> examples) {
    this.row = row;
    this.is = is;
    this.examples = examples;
  }

  /** The first cell of its row in the table. */
  public String row() {
    return row;
  }

  /** A record of the format that shows it, if any does. */
  Optional<Input> example(Format format, String mark) {
    return Optional.ofNullable(examples.get(format)).map(text -> Input.of(text.formatted(mark)));
  }

  static Optional<KnownDifference> of(Comparison comparison) {
    return Arrays.stream(values())
        .filter(known -> known.examples.containsKey(comparison.format()))
        .filter(known -> known.is.test(comparison))
        .findFirst();
  }
}
