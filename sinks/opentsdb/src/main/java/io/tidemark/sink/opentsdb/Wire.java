package io.tidemark.sink.opentsdb;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.sink.client.TextBody;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How a point is written: an object of {@code /api/put}, or a line of telnet's {@code put}. */
enum Wire {
  JSON("[", ",", "]", ",\"value\":", "\"NaN\"", "\"Infinity\"", "\"-Infinity\"") {
    @Override
    String head(String metric, Map<String, String> tags) {
      var head = new StringBuilder("{\"metric\":\"").append(metric).append("\",\"tags\":{");
      String comma = "";
      for (Map.Entry<String, String> tag : tags.entrySet()) {
        head.append(comma).append('"').append(tag.getKey()).append("\":\"");
        head.append(tag.getValue()).append('"');
        comma = ",";
      }
      return head.append("},\"timestamp\":").toString();
    }

    @Override
    String tail(Map<String, String> tags) {
      return "}";
    }

    @Override
    List<Sample> points(byte[] body) {
      try (JsonParser parser = FACTORY.createParser(body)) {
        require(parser.nextToken() == JsonToken.START_ARRAY);
        var points = new ArrayList<Sample>();
        while (parser.nextToken() == JsonToken.START_OBJECT) {
          points.add(point(parser));
        }
        return points;
      } catch (IOException e) {
        throw new IllegalArgumentException("no points: " + e.getMessage(), e);
      }
    }

    private Sample point(JsonParser parser) throws IOException {
      String metric = "";
      var tags = new LinkedHashMap<String, String>();
      long millis = 0;
      String value = "";
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        switch (name) {
          case "metric" -> metric = parser.getText();
          case "timestamp" -> millis = parser.getLongValue();
          case "value" -> value = parser.getText();
          case "tags" -> {
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
              String key = parser.currentName();
              tags.put(key, parser.nextTextValue());
            }
          }
          default -> throw new IllegalArgumentException("no field of a point: " + name);
        }
      }
      return sample(metric, tags, millis, value);
    }
  },

  LINES("", "", "", " ", "NaN", "Infinity", "-Infinity") {
    @Override
    String head(String metric, Map<String, String> tags) {
      return PUT + metric + " ";
    }

    @Override
    String tail(Map<String, String> tags) {
      var tail = new StringBuilder();
      tags.forEach((key, value) -> tail.append(' ').append(key).append('=').append(value));
      return tail.append('\n').toString();
    }

    @Override
    List<Sample> points(byte[] body) {
      var points = new ArrayList<Sample>();
      String text = new String(body, StandardCharsets.US_ASCII);
      for (String line : text.isEmpty() ? new String[0] : text.split("\n")) {
        String[] words = line.split(" ");
        require(line.startsWith(PUT) && words.length >= 4);
        var tags = new LinkedHashMap<String, String>();
        for (int i = 4; i < words.length; i++) {
          int equals = words[i].indexOf('=');
          require(equals > 0);
          tags.put(words[i].substring(0, equals), words[i].substring(equals + 1));
        }
        points.add(sample(words[1], tags, Long.parseLong(words[2]), words[3]));
      }
      return points;
    }
  };

  private static final JsonFactory FACTORY = new JsonFactory();
  private static final String PUT = "put ";
  private static final String NAME = "__name__";

  /** What Prometheus' stale marker is, and the only NaN there is. */
  private static final double STALE_MARKER = Double.longBitsToDouble(0x7ff0000000000002L);

  /** Up to here any whole number is a double of its own. */
  private static final double MAX_WHOLE = 1L << 53;

  /** What a body has besides its points. */
  static final int MAX_FRAME = 2;

  final byte[] begin;
  final byte[] separator;
  final byte[] end;

  /** Between a point's time and its value. */
  final byte[] middle;

  private final byte[] notANumber;
  private final byte[] infinite;
  private final byte[] negativeInfinite;

  Wire(
      String begin,
      String separator,
      String end,
      String middle,
      String notANumber,
      String infinite,
      String negativeInfinite) {
    this.begin = ascii(begin);
    this.separator = ascii(separator);
    this.end = ascii(end);
    this.middle = ascii(middle);
    this.notANumber = ascii(notANumber);
    this.infinite = ascii(infinite);
    this.negativeInfinite = ascii(negativeInfinite);
  }

  /**
   * Begins one.
   *
   * @param maxBytes of all points to come
   */
  TextBody body(long maxBytes) {
    var body = new TextBody(maxBytes + MAX_FRAME);
    body.put(begin);
    return body;
  }

  /** Before a point's time. Names are escaped. */
  abstract String head(String metric, Map<String, String> tags);

  /** Behind its value. */
  abstract String tail(Map<String, String> tags);

  /**
   * The points of a body, with their labels as they were.
   *
   * @throws IllegalArgumentException if it is no such body
   */
  abstract List<Sample> points(byte[] body);

  /**
   * The shortest text that is read as this very number; whole ones as an integer, which OpenTSDB
   * stores in as few bytes as it needs. It refuses what is no number.
   */
  byte[] value(double value) {
    if (Double.isNaN(value)) {
      return notANumber;
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? infinite : negativeInfinite;
    }
    boolean isNegativeZero = value == 0 && 1 / value < 0;
    boolean isWhole = value == Math.rint(value) && Math.abs(value) < MAX_WHOLE && !isNegativeZero;
    return ascii(isWhole ? Long.toString((long) value) : Double.toString(value));
  }

  private static Sample sample(String metric, Map<String, String> tags, long millis, String value) {
    var labels = new LinkedHashMap<String, String>();
    labels.put(NAME, Names.plain(metric));
    tags.forEach((key, tag) -> labels.put(Names.plain(key), Names.plain(tag)));
    double number = Double.parseDouble(value);
    return new Sample(Labels.of(labels), millis, Double.isNaN(number) ? STALE_MARKER : number);
  }

  private static void require(boolean isPoint) {
    if (!isPoint) {
      throw new IllegalArgumentException("no point");
    }
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
