package io.tidemark.parse.text;

import io.tidemark.parse.RejectedException;
import io.tidemark.parse.Rejection;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Reads numbers of text protocols from bytes, without making strings where possible. */
final class DecimalText {
  /** Below this, a double can hold every whole number; powers of ten are exact up to 10^22. */
  private static final long MAX_EXACT = 1L << 53;

  private static final double[] POWERS_OF_TEN = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  private DecimalText() {}

  /**
   * Returns the double nearest to {@code [+-]digits[.digits][e[+-]digits]}, {@code [+-]inf} or
   * {@code [+-]nan}. Digits may be missing on one side of the point.
   */
  static double parseDouble(byte[] text, int from, int to) throws RejectedException {
    int position = from;
    boolean negative = position < to && text[position] == '-';
    if (negative || position < to && text[position] == '+') {
      position++;
    }
    long digits = 0;
    int digitCount = 0;
    int scale = 0;
    boolean point = false;
    boolean exact = true;
    for (; position < to; position++) {
      byte c = text[position];
      if (c >= '0' && c <= '9') {
        exact = exact && digits <= MAX_EXACT / 10 - 1;
        digits = exact ? 10 * digits + (c - '0') : 0;
        digitCount++;
        scale += point ? 1 : 0;
      } else if (c == '.' && !point) {
        point = true;
      } else {
        break;
      }
    }
    if (digitCount == 0) {
      return parseWord(text, from, to);
    }
    if (position < to) {
      requireExponent(text, from, position, to);
      exact = false;
    }
    if (!exact || scale >= POWERS_OF_TEN.length) {
      return Double.parseDouble(string(text, from, to));
    }
    double value = digits / POWERS_OF_TEN[scale];
    return negative ? -value : value;
  }

  static long parseLong(byte[] text, int from, int to) throws RejectedException {
    boolean signed = from < to && (text[from] == '-' || text[from] == '+');
    int first = signed ? from + 1 : from;
    requireDigits(text, from, first, to);
    if (to - first <= 19) {
      long value = digits(text, first, to);
      if (value >= 0) { // otherwise it has 19 digits and exceeds a long, or is the least long
        return text[from] == '-' ? -value : value;
      }
    }
    try {
      return Long.parseLong(string(text, from, to));
    } catch (NumberFormatException e) {
      throw notA("64-bit integer", text, from, to);
    }
  }

  static double parseUnsigned(byte[] text, int from, int to) throws RejectedException {
    requireDigits(text, from, from, to);
    if (to - from <= 18) {
      return digits(text, from, to);
    }
    String digits = string(text, from, to);
    try {
      Long.parseUnsignedLong(digits);
    } catch (NumberFormatException e) {
      throw notA("64-bit unsigned integer", text, from, to);
    }
    return Double.parseDouble(digits);
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

  private static void requireExponent(byte[] text, int from, int at, int to)
      throws RejectedException {
    int first = at + 1;
    if (first < to && (text[first] == '-' || text[first] == '+')) {
      first++;
    }
    if (text[at] != 'e' && text[at] != 'E') {
      throw notA("number", text, from, to);
    }
    requireDigits(text, from, first, to);
  }

  private static void requireDigits(byte[] text, int from, int first, int to)
      throws RejectedException {
    boolean digits = first < to;
    for (int i = first; i < to; i++) {
      digits &= text[i] >= '0' && text[i] <= '9';
    }
    if (!digits) {
      throw notA("number", text, from, to);
    }
  }

  private static long digits(byte[] text, int from, int to) {
    long value = 0;
    for (int i = from; i < to; i++) {
      value = 10 * value + (text[i] - '0');
    }
    return value;
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
