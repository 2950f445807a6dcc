package io.tidemark.encode;

import io.tidemark.series.LabelCursor;
import io.tidemark.series.Labels;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The common parts of text formats: names and values with escapes, and numbers. */
final class TextWriter {
  private static final byte[] NAME = ascii("__name__");

  /** Below this, a whole double is written as a long, without an exponent. */
  private static final double MAX_WHOLE = 1e15;

  private TextWriter() {}

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  static boolean isName(Labels series, LabelCursor label) {
    byte[] encoded = series.encoded();
    int from = label.nameOffset();
    return Arrays.equals(encoded, from, from + label.nameLength(), NAME, 0, NAME.length);
  }

  /** Returns the metric's name; empty if there is none. */
  static byte[] name(Labels series) {
    for (LabelCursor label = series.cursor(); label.next(); ) {
      if (isName(series, label)) {
        return Arrays.copyOfRange(
            series.encoded(), label.valueOffset(), label.valueOffset() + label.valueLength());
      }
    }
    return new byte[0];
  }

  static void text(ByteArrayOutputStream to, String ascii) {
    to.writeBytes(ascii(ascii));
  }

  static void labelName(ByteArrayOutputStream to, Labels series, LabelCursor label) {
    to.write(series.encoded(), label.nameOffset(), label.nameLength());
  }

  static void labelValue(ByteArrayOutputStream to, Labels series, LabelCursor label) {
    to.write(series.encoded(), label.valueOffset(), label.valueLength());
  }

  /** Appends text with a backslash before each byte that {@code special} contains. */
  static void escaped(ByteArrayOutputStream to, byte[] text, int from, int length, String special) {
    for (int i = from; i < from + length; i++) {
      if (special.indexOf(text[i]) >= 0) {
        to.write('\\');
      }
      to.write(text[i]);
    }
  }

  /**
   * Appends the shortest text that reads back as the same double; infinities as {@code Inf}, which
   * all formats know.
   */
  static void number(ByteArrayOutputStream to, double value) {
    if (Double.isInfinite(value)) {
      text(to, value > 0 ? "Inf" : "-Inf");
      return;
    }
    boolean whole =
        value == Math.rint(value)
            && Math.abs(value) < MAX_WHOLE
            && Double.doubleToRawLongBits(value) != Long.MIN_VALUE;
    text(to, whole ? Long.toString((long) value) : Double.toString(value));
  }
}
