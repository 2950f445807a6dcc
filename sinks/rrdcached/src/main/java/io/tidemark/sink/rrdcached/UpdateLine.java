package io.tidemark.sink.rrdcached;

import io.tidemark.sink.client.TextBody;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A sample as RRDcached takes it, read. Pure.
 *
 * @param value as it is written
 */
record UpdateLine(String path, long seconds, String text) {
  /** A value that is not known; what Prometheus' stale marker means, and the only NaN there is. */
  static final String UNKNOWN = "U";

  private static final double STALE_MARKER = Double.longBitsToDouble(0x7ff0000000000002L);
  private static final String COMMAND = "UPDATE ";

  /** Seconds of a long, a colon, the longest of doubles ("-2.2250738585072014E-308"), an end. */
  private static final int MAX_REST = 20 + 1 + 24 + 1;

  static byte[] head(String path) {
    return (COMMAND + path + " ").getBytes(StandardCharsets.US_ASCII);
  }

  static int maxBytes(byte[] head) {
    return head.length + MAX_REST;
  }

  /**
   * Adds a line.
   *
   * @param head see {@link #head}
   * @param value see {@link #value(double)}
   */
  static void put(TextBody body, byte[] head, long timestampMillis, byte[] value) {
    body.put(head);
    body.putDigits(Math.floorDiv(timestampMillis, 1000));
    body.put(':');
    body.put(value);
    body.put('\n');
  }

  /** The shortest text that is read as this very number (RRDtool's strtod rounds correctly). */
  static byte[] value(double value) {
    String text =
        Double.isNaN(value)
            ? UNKNOWN
            : Double.isInfinite(value) ? value > 0 ? "inf" : "-inf" : Double.toString(value);
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  double value() {
    return switch (text) {
      case UNKNOWN -> STALE_MARKER;
      case "inf" -> Double.POSITIVE_INFINITY;
      case "-inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text);
    };
  }

  /**
   * @throws IllegalArgumentException if it is no body of these lines
   */
  static List<UpdateLine> all(byte[] body) {
    var lines = new ArrayList<UpdateLine>();
    for (int from = 0; from < body.length; ) {
      int end = from;
      while (end < body.length && body[end] != '\n') {
        end++;
      }
      lines.add(of(new String(body, from, end - from, StandardCharsets.US_ASCII)));
      from = end + 1;
    }
    return lines;
  }

  private static UpdateLine of(String line) {
    int blank = line.lastIndexOf(' ');
    int colon = line.lastIndexOf(':');
    if (!line.startsWith(COMMAND) || blank < COMMAND.length() || colon < blank) {
      throw new IllegalArgumentException("no update [line=%s]".formatted(line));
    }
    return new UpdateLine(
        line.substring(COMMAND.length(), blank),
        Long.parseLong(line, blank + 1, colon, 10),
        line.substring(colon + 1));
  }

  /** As it goes over the wire. */
  String line() {
    return COMMAND + path + " " + seconds + ":" + text + "\n";
  }
}
