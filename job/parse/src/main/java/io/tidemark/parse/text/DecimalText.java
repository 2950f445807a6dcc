package io.tidemark.parse.text;

import com.fasterxml.jackson.core.io.NumberInput;
import io.tidemark.parse.RejectedException;
import io.tidemark.parse.Rejection;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Numbers as text protocols write them. */
final class DecimalText {
  private DecimalText() {}

  /**
   * The nearest double of {@code [+-]digits[.digits][e[+-]digits]}, {@code [+-]inf} or {@code
   * [+-]nan}. Digits may be missing on one side of the point.
   */
  static double parseDouble(byte[] text, int from, int to) throws RejectedException {
    if (!isDecimal(text, from, to)) {
      return parseWord(text, from, to);
    }
    try {
      return NumberInput.parseDouble(string(text, from, to), true);
    } catch (NumberFormatException e) {
      throw notA("number", text, from, to);
    }
  }

  /** Whether it is made of what decimal numbers are made of: Java's may be words and more. */
  private static boolean isDecimal(byte[] text, int from, int to) {
    for (int i = from; i < to; i++) {
      byte c = text[i];
      if ((c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && (c | 0x20) != 'e') {
        return false;
      }
    }
    return true;
  }

  static long parseLong(byte[] text, int from, int to) throws RejectedException {
    try {
      return Long.parseLong(string(text, from, to));
    } catch (NumberFormatException e) {
      throw notA("64-bit integer", text, from, to);
    }
  }

  static double parseUnsigned(byte[] text, int from, int to) throws RejectedException {
    String digits = string(text, from, to);
    try {
      long value = Long.parseUnsignedLong(digits);
      if (digits.charAt(0) != '+') {
        return value >= 0 ? value : Double.parseDouble(digits);
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw notA("64-bit unsigned integer", text, from, to);
  }

  private static double parseWord(byte[] text, int from, int to) throws RejectedException {
    if (to - from <= "+infinity".length()) {
      switch (string(text, from, to).toLowerCase(Locale.ROOT)) {
        case "inf", "+inf", "infinity", "+infinity" -> {
          return Double.POSITIVE_INFINITY;
        }
        case "-inf", "-infinity" -> {
          return Double.NEGATIVE_INFINITY;
        }
        case "nan", "+nan", "-nan" -> {
          return Double.NaN;
        }
        default -> {}
      }
    }
    throw notA("number", text, from, to);
  }

  private static RejectedException notA(String what, byte[] text, int from, int to) {
    return new RejectedException(
        Rejection.UNDECODABLE,
        "not a %s [text=%s]".formatted(what, string(text, from, Math.min(to, from + 40))));
  }

  private static String string(byte[] text, int from, int to) {
    return new String(text, from, to - from, StandardCharsets.ISO_8859_1);
  }
}
