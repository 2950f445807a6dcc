package io.tidemark.oracle;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One record. What a database stores of it is told from other records' by the mark in its names.
 *
 * @param number of the mark in its names, or {@link #UNMARKED}
 * @param twins the same samples in other versions of the format, which the database does not take
 */
record Input(int number, byte[] bytes, List<byte[]> twins) {
  /** Of more digits is one that a change of bytes made. */
  private static final Pattern MARK = Pattern.compile("zq(\\d{1,9})qz");

  /** Of a series without a mark. */
  static final int UNMARKED = -1;

  static Input of(int number, byte[] bytes) {
    return new Input(number, bytes, List.of());
  }

  static Input unmarked(byte[] bytes) {
    return of(UNMARKED, bytes);
  }

  static Input unmarked(String text) {
    return unmarked(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Stands in each name of the record. */
  static String mark(int number) {
    return "zq" + number + "qz";
  }

  /**
   * @param text of a series
   */
  static int number(String text) {
    Matcher mark = MARK.matcher(text);
    return mark.find() ? Integer.parseInt(mark.group(1)) : UNMARKED;
  }

  /** As a Java program writes it; what is no printable ASCII is escaped. */
  @Override
  public String toString() {
    var text = new StringBuilder();
    for (byte b : bytes) {
      char c = (char) (b & 0xFF);
      if (c == '\\' || c < ' ' || c > '~') {
        text.append(
            switch (c) {
              case '\\' -> "\\\\";
              case '\n' -> "\\n";
              case '\r' -> "\\r";
              case '\t' -> "\\t";
              default -> "\\x%02x".formatted((int) c);
            });
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }
}
