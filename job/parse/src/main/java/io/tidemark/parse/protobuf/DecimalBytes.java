package io.tidemark.parse.protobuf;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Formats numbers for labels with the fewest digits that read back as the same double. Results are
 * cached, because the bounds of buckets are repeated.
 */
final class DecimalBytes {
  /** Halves are rounded to the even digit, as Go does when it formats numbers. */
  private static final MathContext FOUR_DIGITS = new MathContext(4, RoundingMode.HALF_EVEN);

  private static final int KEPT = 256;

  private final long[] bits = new long[KEPT];
  private final byte[][] texts = new byte[KEPT][];
  private final long[] boundBits = new long[KEPT];
  private final String[] bounds = new String[KEPT];

  byte[] of(long value) {
    return ascii(Long.toString(value));
  }

  /** Returns the number without an exponent. */
  byte[] of(double value) {
    long key = Double.doubleToRawLongBits(value);
    int at = place(key);
    if (texts[at] == null || bits[at] != key) {
      bits[at] = key;
      texts[at] = ascii(text(value));
    }
    return texts[at];
  }

  private static int place(long key) {
    return (int) ((key * 0x9E3779B97F4A7C15L) >>> 56);
  }

  private static String text(double value) {
    if (isWord(value)) {
      return word(value);
    }
    return value == 0 ? zero(value) : shortest(value).toPlainString();
  }

  /**
   * Returns the number as Go's {@code %g} does: with an exponent if that is below -4, or 6 and
   * more.
   */
  static String general(double value) {
    if (isWord(value) || value == 0) {
      return text(value);
    }
    BigDecimal shortest = shortest(value);
    int exponent = shortest.precision() - shortest.scale() - 1;
    if (exponent >= -4 && exponent < 6) {
      return shortest.toPlainString();
    }
    var digits = new StringBuilder(shortest.unscaledValue().abs().toString());
    if (digits.length() > 1) {
      digits.insert(1, '.');
    }
    return "%s%s%s%02d"
        .formatted(value < 0 ? "-" : "", digits, exponent < 0 ? "e-" : "e+", Math.abs(exponent));
  }

  private static BigDecimal shortest(double value) {
    BigDecimal shortest = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    // Before JDK 19, Double.toString may return one digit too many (JDK-4511638).
    while (shortest.precision() > 1) {
      BigDecimal shorter =
          shortest.round(new MathContext(shortest.precision() - 1, RoundingMode.HALF_EVEN));
      if (shorter.doubleValue() != value) {
        break;
      }
      shortest = shorter.stripTrailingZeros();
    }
    return shortest;
  }

  /**
   * Returns a range with four digits and an exponent of at least two, such as {@code
   * 1.000e+00...2.000e+00}; infinities and NaN are written as Go's {@code %.3e} does.
   */
  byte[] range(double from, double to) {
    return ascii(bound(from) + "..." + bound(to));
  }

  private String bound(double value) {
    long key = Double.doubleToRawLongBits(value);
    int at = place(key);
    if (bounds[at] == null || boundBits[at] != key) {
      boundBits[at] = key;
      bounds[at] = exponent(value);
    }
    return bounds[at];
  }

  private static String exponent(double value) {
    if (isWord(value)) {
      return word(value);
    }
    // A decimal has no negative zero, but the range around zero begins at -0.
    boolean isNegativeZero = value == 0 && 1 / value < 0;
    return (isNegativeZero ? "-" : "")
        + String.format(Locale.ROOT, "%.3e", new BigDecimal(value).round(FOUR_DIGITS));
  }

  private static boolean isWord(double value) {
    return Double.isNaN(value) || Double.isInfinite(value);
  }

  private static String word(double value) {
    return Double.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
  }

  private static String zero(double value) {
    return 1 / value > 0 ? "0" : "-0";
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
