package io.tidemark.oracle;

import io.tidemark.format.Format;
import io.tidemark.parse.protobuf.OddRequests;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.UnaryOperator;

/** Records of a format, odd ones above all: the same ones for the same seed. */
final class Grammar {
  private final Format format;
  private final Odd odd;
  private final OddRequests requests;

  Grammar(Format format, long seed) {
    this.format = format;
    odd = new Odd(new Random(seed));
    requests = new OddRequests(odd.random(), true);
  }

  /**
   * @param number of the mark of all its names
   */
  Input next(int number) {
    String mark = Input.mark(number);
    if (format == Format.REMOTE_WRITE) {
      OddRequests.Twins twins = requests.remoteWrite(mark);
      return new Input(number, twins.version1(), List.of(twins.version2()));
    }
    byte[] record =
        switch (format) {
          case PROMETHEUS -> lines(mark, this::prometheus);
          case INFLUX -> lines(mark, this::influx);
          case GRAPHITE -> lines(mark, this::graphite);
          case OPENTSDB_PUT -> lines(mark, this::put);
          case JSON_LINES -> lines(mark, this::jsonLine);
          case OPENTSDB_JSON -> line(json(mark));
          case OTLP -> requests.otlp(mark);
          default -> throw new IllegalArgumentException("no records of " + format);
        };
    return Input.of(number, odd.mutated(record, mark));
  }

  /** Mostly one. */
  private byte[] lines(String mark, UnaryOperator<String> line) {
    var text = new StringBuilder(odd.rarely(2, "\n", "\r\n", "\ufeff", "#\n", "\n\n"));
    for (int i = odd.chance(10) ? 1 + odd.upTo(2) : 0; i >= 0; i--) {
      text.append(line.apply(i == 0 ? mark : mark + "_" + i));
      if (i > 0) {
        text.append(odd.one("\n", "\n", "\r\n", "\n\n", "\n \n", "\r"));
      }
    }
    return line(text.toString());
  }

  private byte[] line(String record) {
    String text = record + odd.rarely(10, "\n", "\r\n", " ", "\t", "\r", " \r\n", "\n\n");
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private String blanks() {
    return odd.chance(80) ? " " : odd.one("  ", "\t", " \t", "");
  }

  private String prometheus(String mark) {
    boolean isQuoted = odd.chance(8);
    boolean isLabel = !isQuoted && odd.chance(4);
    String name = isQuoted || isLabel ? "" : odd.name(mark);
    var labels = new ArrayList<String>();
    if (isLabel) {
      labels.add("__name__=\"m_" + mark + "\"");
    }
    if (isQuoted) {
      labels.add("\"" + odd.name(mark).replace("\\", "\\\\").replace("\"", "\\\"") + "\"");
    }
    for (String label : odd.labelNames()) {
      String quotedName = odd.chance(10) ? "\"" + label + "\"" : label;
      labels.add(
          odd.rarely(10, " ", "\t")
              + quotedName
              + odd.rarely(10, " ")
              + "="
              + odd.rarely(10, " ")
              + quoted()
              + odd.rarely(10, " "));
    }
    String braces =
        labels.isEmpty()
            ? odd.rarely(20, "{}", "{ }", "{,}")
            : "{"
                + String.join(odd.chance(95) ? "," : odd.one(", ", ",,", " "), labels)
                + odd.rarely(10, ",", ", ")
                + "}";
    String time = odd.chance(10) ? "" : blanks() + odd.time(0, 3, 3);
    String exemplar =
        odd.rarely(8, " # {trace_id=\"abc\"} 0.4", "# x", " # {} 1 1769817600.5", "#");
    return odd.rarely(5, " ", "\t", "# ", "#")
        + name
        + odd.rarely(5, " ", "\t")
        + braces
        + (braces.isEmpty() || odd.chance(90) ? blanks() : "")
        + odd.value()
        + time
        + exemplar;
  }

  /** As Prometheus' text escapes it, or not. */
  private String quoted() {
    String text = odd.text();
    return odd.chance(85)
        ? "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\""
        : odd.chance(70) ? "\"" + text + "\"" : text;
  }

  private String influx(String mark) {
    String measurement = odd.chance(5) ? "" : escaped(odd.name(mark));
    String tags = odd.join(",", odd.labelNames(), () -> escaped(odd.text()), "=");
    var fields = new ArrayList<String>();
    for (int i = odd.upTo(2); i >= 0; i--) {
      String field = odd.one("v", "f", "a b", "a,b", "a=b", "", "ö", "\"q\"") + i;
      fields.add(escaped(mark + field) + "=" + influxValue());
    }
    if (odd.chance(2)) {
      fields.add(fields.get(0));
    }
    return odd.rarely(3, " ", "#")
        + measurement
        + (tags.isEmpty() ? odd.rarely(3, ",") : "," + tags)
        + (odd.chance(95) ? " " : odd.one("  ", "\t", ""))
        + String.join(odd.chance(97) ? "," : odd.one(", ", ",,"), fields)
        + (odd.chance(10)
            ? ""
            : (odd.chance(95) ? " " : odd.one("  ", "\t")) + odd.time(0, 3, 6, 9, 9));
  }

  private String escaped(String text) {
    return odd.chance(90)
        ? text.replace("\\", "\\\\").replace(" ", "\\ ").replace(",", "\\,").replace("=", "\\=")
        : text;
  }

  private String influxValue() {
    return switch (odd.upTo(5)) {
      case 0 ->
          odd.one(
              "1i",
              "-5i",
              "5u",
              "-5u",
              "1.5i",
              "i",
              "u",
              "12345678901234567890i",
              "12345678901234567890u",
              "+5i",
              "1e3i");
      case 1 ->
          odd.one(
              "t", "T", "true", "True", "TRUE", "f", "F", "false", "False", "FALSE", "tRue", "yes");
      case 2 ->
          "\""
              + odd.one(odd.text(), odd.value(), odd.value())
                  .replace("\\", "\\\\")
                  .replace("\"", "\\\"")
              + "\"";
      case 3 -> odd.rarely(50, "\"") + odd.text() + odd.rarely(50, "\"");
      default -> odd.value();
    };
  }

  private String graphite(String mark) {
    String tags =
        odd.join(
            odd.chance(95) ? ";" : ";;",
            odd.labelNames(),
            odd::text,
            odd.chance(95) ? "=" : odd.one("", "=="));
    return odd.rarely(8, " ", "\t", "  ")
        + (odd.chance(2) ? "" : odd.name(mark) + odd.rarely(5, " x", "..", ".", "\ty"))
        + (tags.isEmpty() ? odd.rarely(5, ";") : ";" + tags + odd.rarely(5, ";"))
        + blanks()
        + odd.value()
        + (odd.chance(8) ? "" : blanks() + odd.time(0, 0, 3));
  }

  private String put(String mark) {
    String tags =
        odd.join(blanks(), odd.labelNames(), this::word, odd.chance(95) ? "=" : odd.one("", "=="));
    return odd.rarely(8, " ", "\t")
        + (odd.chance(95) ? "put" : odd.one("PUT", "get", "", "puts", "put\t"))
        + blanks()
        + odd.name(mark)
        + blanks()
        + odd.time(0, 0, 3)
        + blanks()
        + odd.value()
        + (tags.isEmpty() ? "" : blanks() + tags);
  }

  /** Mostly without a blank. */
  private String word() {
    String text = odd.text();
    return odd.chance(80) ? text.replace(" ", "") : text;
  }

  private String jsonLine(String mark) {
    var labels = new ArrayList<String>();
    labels.add(key("__name__") + string(odd.name(mark)));
    for (String label : odd.labelNames()) {
      labels.add(
          string(label)
              + space()
              + ":"
              + space()
              + (odd.chance(95) ? string(odd.text()) : jsonOther()));
    }
    var values = new ArrayList<String>();
    var times = new ArrayList<String>();
    int count = odd.chance(95) ? 1 + odd.upTo(2) : odd.upTo(1);
    for (int i = 0; i < count; i++) {
      // The database keeps about 18 digits of all of a series' values together.
      values.add(
          count == 1
              ? jsonValue()
              : odd.one(
                  "1", "-2.5", "1e3", "0", "null", "\"null\"", "NaN", "\"-Inf\"", "true", "\"7\""));
      times.add(odd.chance(90) ? odd.time(3) : jsonOther());
    }
    if (odd.chance(3)) {
      values.add("1");
    }
    var entries = new ArrayList<String>();
    entries.add(key("metric") + space() + "{" + String.join(space() + "," + space(), labels) + "}");
    entries.add(key("values") + space() + "[" + String.join("," + space(), values) + "]");
    entries.add(key("timestamps") + "[" + String.join(",", times) + "]");
    return object(entries);
  }

  private String object(List<String> entries) {
    if (odd.chance(10)) {
      entries.add(string(odd.text()) + ":" + jsonOther());
    }
    if (odd.chance(2)) {
      entries.add(entries.get(odd.upTo(entries.size() - 1)));
    }
    if (odd.chance(40)) {
      Collections.shuffle(entries, odd.random());
    }
    return space()
        + "{"
        + space()
        + String.join(space() + "," + space(), entries)
        + odd.rarely(1, ",")
        + "}"
        + odd.rarely(2, "x", "}", "{}", " []");
  }

  /** Now and then with a letter as an escape, or in upper case. */
  private String key(String name) {
    int at = odd.upTo(name.length() - 1);
    String written =
        odd.chance(4)
            ? name.substring(0, at)
                + "\\u%04x".formatted((int) name.charAt(at))
                + name.substring(at + 1)
            : odd.chance(1) ? name.toUpperCase(Locale.ROOT) : name;
    return "\"" + written + "\":";
  }

  private String space() {
    return odd.rarely(5, " ", "\t", "  ", "\r");
  }

  private String jsonOther() {
    return switch (odd.upTo(4)) {
      case 0 -> odd.one("null", "true", "false", "nul", "True");
      case 1 -> string(odd.one(odd.text(), odd.value()));
      case 2 ->
          odd.one(
              "[]",
              "{}",
              "[1,[2,{\"a\":null}]]",
              "{\"a\":{\"b\":[]}}",
              "[1,]",
              "[,1]",
              "[".repeat(299) + "]".repeat(299),
              "[".repeat(301) + "]".repeat(301));
      default -> odd.value();
    };
  }

  private String jsonValue() {
    return switch (odd.upTo(7)) {
      case 0 -> jsonOther();
      case 1 -> string(odd.value());
      case 2 ->
          odd.one(
              "null",
              "NaN",
              "\"null\"",
              "\"NaN\"",
              "\"Inf\"",
              "\"-Inf\"",
              "\"Infinity\"",
              "\"-infinity\"",
              "Infinity",
              "-Infinity",
              "\"1\"",
              "\"\"");
      default -> odd.value();
    };
  }

  private String string(String text) {
    var json = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean isControl = c < ' ';
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (isControl && odd.chance(60)) {
        json.append(
            c == '\n'
                ? "\\n"
                : c == '\r' ? "\\r" : c == '\t' ? "\\t" : "\\u%04x".formatted((int) c));
      } else if (c != '\n' && odd.chance(c > '~' ? 40 : 1)) {
        json.append("\\u").append(odd.one("%04x", "%04X").formatted((int) c));
      } else {
        json.append(isControl && c == '\n' ? "\\n" : "" + c);
      }
    }
    return json
        + odd.rarely(
            2,
            "\\/",
            "\\b\\f",
            "\\x",
            "\\u12",
            "\\ud800",
            "\\ud800\\u0041",
            "\\udc00",
            "\\u0000",
            "\\")
        + "\"";
  }

  private String json(String mark) {
    var points = new ArrayList<String>();
    int count = odd.chance(80) ? 1 : odd.upTo(3);
    for (int i = 0; i < count; i++) {
      points.add(odd.chance(97) ? point(mark) : jsonOther());
    }
    String all = String.join(space() + "," + space(), points);
    return count == 1 && odd.chance(50)
        ? all
        : "["
            + odd.rarely(5, "\n", " ")
            + all
            + odd.rarely(5, "\n")
            + "]"
            + odd.rarely(1, "x", "[]");
  }

  private String point(String mark) {
    var tags = new ArrayList<String>();
    for (String label : odd.labelNames()) {
      tags.add(string(label) + ":" + (odd.chance(95) ? string(odd.text()) : jsonOther()));
    }
    var entries = new ArrayList<String>();
    entries.add(key("metric") + string(odd.name(mark)));
    if (!odd.chance(5)) {
      entries.add(
          key("timestamp")
              + (odd.chance(80) ? odd.time(0, 0, 3) : odd.one(string(odd.time(0)), jsonOther())));
    }
    if (!odd.chance(3)) {
      entries.add(key("value") + jsonValue());
    }
    if (!odd.chance(10)) {
      entries.add(
          key("tags")
              + (odd.chance(97)
                  ? "{" + String.join(space() + "," + space(), tags) + "}"
                  : jsonOther()));
    }
    return object(entries);
  }
}
