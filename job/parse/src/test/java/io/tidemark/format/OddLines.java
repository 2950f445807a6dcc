package io.tidemark.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * Records of odd parts, put together by chance, the same ones each time: what hand-made records
 * have one at a time ({@link OddInputs}) meets here in one line. No two have the same name; some
 * are broken, in ways that VictoriaMetrics and Tidemark both refuse.
 */
final class OddLines {
  private static final long SECONDS = 1769817600;
  private static final String[] NAMES = {"ol_%d", "ol.%d.dotted", "ol-%d", "OL%d_total", "ol_ö_%d"};
  private static final String[] VALUES = {
    "0",
    "1",
    "-1",
    "2.5",
    "-3.25",
    "1e3",
    "1.5e-7",
    "-2E+5",
    "9007199254740991",
    "0.1",
    "1234567.125"
  };

  private final Random random = new Random(15);
  private final Format format;

  private OddLines(Format format) {
    this.format = format;
  }

  static List<String> of(Format format, int count) {
    var lines = new OddLines(format);
    var records = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      records.add(lines.record(i));
    }
    return records;
  }

  private String record(int number) {
    return switch (format) {
      case PROMETHEUS -> prometheus(number);
      case INFLUX -> influx(number);
      case GRAPHITE -> graphite(number);
      case OPENTSDB_PUT -> put(number);
      case JSON_LINES -> jsonLine(number);
      case OPENTSDB_JSON -> json(number);
      default -> throw new IllegalArgumentException("no lines: " + format);
    };
  }

  private String prometheus(int number) {
    String labels =
        some(
            ",",
            "a=\"1\"",
            "b=\"two words\"",
            "c=\"\"",
            "d=\"q\\\"uote\"",
            "e=\"back\\\\slash\"",
            "f=\"Köln 😀\"",
            "g=\"{x},y=z # w\"",
            " h = \"spaces\" ",
            "le=\"+Inf\"",
            "quantile=\"0.5\"",
            "i.j=\"dotted\"",
            "k=\"un\\known\"");
    boolean isLabelled = !labels.isEmpty();
    String name = one("", "", "", "  ", "\t") + name(number);
    String braces = isLabelled ? "{" + labels + one("", ",") + "}" : one("", "{}");
    String value = one(one(VALUES), one(VALUES), one(VALUES), "+Inf", "-Inf", "abc", "0x10");
    String time =
        one("" + SECONDS, SECONDS + ".123", SECONDS + "123", SECONDS + "456", "1.7698176e9");
    String end = isLabelled ? one("", "", " ", "\r", " # {trace_id=\"abc\"} 0.4") : one("", " ");
    return broken(name + braces + one(" ", "  ", "\t") + value + one(" ", "\t") + time + end);
  }

  private String influx(int number) {
    String tags =
        some(
            ",",
            "a=1",
            "b=two\\ words",
            "c=com\\,ma",
            "d=e\\=f",
            "e=Köln",
            "f=\"quoted\"",
            "g=a\\\\b",
            "h.i=dotted");
    String fields =
        one(
            "v=" + one(VALUES),
            "v=" + one("1i", "-5i", "0i"),
            "v=" + one("t", "T", "true", "f", "False"),
            "v=1,second=" + one(VALUES),
            "v\\ w=" + one(VALUES));
    String time = one("" + SECONDS, SECONDS + "123", SECONDS + "123456", SECONDS + "123456789");
    String measurement = name(number).replace("_", one("_", "\\ ", "\\,"));
    return broken(measurement + (tags.isEmpty() ? "" : "," + tags) + " " + fields + " " + time);
  }

  private String graphite(int number) {
    String tags = some(";", "a=1", "b=", "c=x=y", "d=Köln", "e", "=f", "g=h:i/j", "k=a,b");
    return broken(
        name(number)
            + (tags.isEmpty() ? "" : ";" + tags)
            + one(" ", "  ")
            + one(VALUES)
            + one(" ", "   ")
            + SECONDS
            + one("", "", ".9", "\r"));
  }

  private String put(int number) {
    String tags =
        some(one(" ", "  "), "b=", "c=x=y", "d=Köln", "=f", "g=h:i/j", "k=a,b", "l=\"m\"");
    return broken(
        one("", "", " ")
            + "put "
            + name(number)
            + one(" ", "  ")
            + SECONDS
            + one("", "", ".9")
            + " "
            + one(VALUES)
            + " a=1 "
            + tags);
  }

  private String jsonLine(int number) {
    String labels =
        some(
            one(",", " , "),
            "\"a\":\"1\"",
            "\"b\" : \"two words\"",
            "\"c\":\"\"",
            "\"d\":\"q\\\"uote\"",
            "\"e\":\"back\\\\slash\"",
            "\"f\":\"K\\u00f6ln\"",
            "\"g\":\"Köln 😀\"",
            "\"h\":\"\\ud83d\\ude00\"",
            "\"i.j\":\"t\\tab\"");
    int samples = 1 + random.nextInt(3);
    var values = new ArrayList<String>();
    var times = new ArrayList<String>();
    for (int i = 0; i < samples; i++) {
      values.add(one(jsonValues()));
      times.add(Long.toString(SECONDS * 1_000 + i * 60_000L + number));
    }
    String metric =
        "\"metric\":{\"__name__\":\"%s\"%s}"
            .formatted(name(number), labels.isEmpty() ? "" : "," + labels);
    String valueList = "\"values\":[" + String.join(one(",", " , "), values) + "]";
    String timeList = "\"timestamps\":[" + String.join(",", times) + "]";
    return broken(
        one(
            "{" + metric + "," + valueList + "," + timeList + "}",
            "{" + timeList + " , " + valueList + "," + metric + "}",
            " {" + valueList + ",\"more\":{\"a\":[1,null]}," + metric + "," + timeList + "} "));
  }

  private String json(int number) {
    String tags =
        some(
            ",",
            "\"a\":\"1\"",
            "\"b\":\"two words\"",
            "\"c\":\"\"",
            "\"d\":\"q\\\"uote\"",
            "\"e\":\"K\\u00f6ln\"",
            "\"f\" : \"Köln\"");
    String value = one(jsonValues());
    String time = one("" + SECONDS, SECONDS + "123", "\"" + SECONDS + "\"");
    String point =
        "{\"metric\":\"%s\",\"timestamp\":%s,\"value\":%s,\"tags\":{%s}}"
            .formatted(name(number), time, one(value, "\"" + value + "\""), tags);
    return broken(one(point, "[" + point + "]", "[\n" + point + " ]"));
  }

  private static String[] jsonValues() {
    return new String[] {
      "0", "1", "-1", "2.5", "-3.25", "1e3", "1.5e-7", "9007199254740991", "0.1"
    };
  }

  /** One in ten loses its end, its value and its timestamp with it. */
  private String broken(String record) {
    if (random.nextInt(10) > 0) {
      return record;
    }
    boolean endsAtSpace = format == Format.INFLUX || format == Format.GRAPHITE;
    return record.substring(0, endsAtSpace ? record.indexOf(' ') : record.length() / 3);
  }

  private String name(int number) {
    return one(NAMES).formatted(number);
  }

  private String one(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  /** In their order, so that no label comes twice. */
  private String some(String separator, String... parts) {
    return List.of(parts).stream()
        .filter(part -> random.nextInt(parts.length) < 3)
        .collect(Collectors.joining(separator));
  }
}
