package io.tidemark.job.config;

import java.util.regex.Pattern;

/**
 * Reads and writes sizes as a configuration has them: {@code 4096}, {@code 64KiB}, {@code 8MiB}.
 */
public final class SizeText {
  private static final Pattern TEXT = Pattern.compile("(\\d{1,15})(B|KiB|MiB|GiB)?");
  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB"};

  private SizeText() {}

  /**
   * Returns the size in bytes.
   *
   * @throws IllegalArgumentException if the text is no size; the message says what is expected
   */
  public static long parse(String text) {
    var matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("expected a size such as 4096, 64KiB or 8MiB");
    }
    long bytes = Long.parseLong(matcher.group(1));
    for (int i = 1; i < UNITS.length; i++) {
      if (UNITS[i].equals(matcher.group(2))) {
        return Math.multiplyExact(bytes, 1L << (10 * i));
      }
    }
    return bytes;
  }

  /**
   * Returns the text in the largest unit that holds the size exactly; plain bytes without a unit.
   */
  public static String format(long bytes) {
    int unit = 0;
    while (unit + 1 < UNITS.length && bytes > 0 && bytes % 1024 == 0) {
      bytes /= 1024;
      unit++;
    }
    return unit == 0 ? Long.toString(bytes) : bytes + UNITS[unit];
  }
}
