package io.tidemark.parse.protobuf;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Numbers as labels hold them: the fewest digits that read back as the same double, never with an
 * exponent. The bounds of buckets come again and again, so those are kept.
 */
final class DecimalBytes {
  /** Halves go to the even digit, as in Go's formatting of numbers. */
  private static final MathContext FOUR_DIGITS = new MathContext(4, RoundingMode.HALF_EVEN);

  private static final int KEPT = 256;

  private final long[] bits = new long[KEPT];
  private final byte[][] texts = new byte[KEPT][];

  byte[] of(long value) {
    return ascii(Long.toString(value));
  }

  byte[] of(double value) {
    long key = Double.doubleToRawLongBits(value);
    int at = (int) ((key * 0x9E3779B97F4A7C15L) >>> 56);
    if (texts[at] == null || bits[at] != key) {
      bits[at] = key;
      texts[at] = ascii(text(value));
    }
    return texts[at];
  }

  private static String text(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "+Inf" : "-Inf";
    }
    if (value == 0) {
      return 1 / value > 0 ? "0" : "-0";
    }
    BigDecimal shortest = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    // Before JDK 19 Double.toString may give a digit too many (JDK-4511638).
    while (shortest.precision() > 1) {
      BigDecimal shorter =
          shortest.round(new MathContext(shortest.precision() - 1, RoundingMode.HALF_EVEN));
      if (shorter.doubleValue() != value) {
        break;
      }
      shortest = shorter.stripTrailingZeros();
    }
    return shortest.toPlainString();
  }

  /**
   * Four digits and an exponent of at least two: {@code 1.000e+00...2.000e+00}; what is no number
   * as Go's {@code %.3e} has it.
   */
  static byte[] range(double from, double to) {
    return ascii(exponent(from) + "..." + exponent(to));
  }

  private static String exponent(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "+Inf" : "-Inf";
    }
    // A decimal has no sign of zero, but the range around zero begins at -0.
    boolean isNegativeZero = value == 0 && 1 / value < 0;
    return (isNegativeZero ? "-" : "")
        + String.format(Locale.ROOT, "%.3e", new BigDecimal(value).round(FOUR_DIGITS));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
