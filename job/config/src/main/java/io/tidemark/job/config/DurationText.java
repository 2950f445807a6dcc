package io.tidemark.job.config;

import java.time.Duration;
import java.util.regex.Pattern;

/**
 * Reads and writes durations as a configuration has them: {@code 500ms}, {@code 1m30s}, {@code 2d}.
 */
public final class DurationText {
  private static final Pattern TEXT =
      Pattern.compile(
          "(?:(\\d{1,9})d)?(?:(\\d{1,9})h)?(?:(\\d{1,9})m(?!s))?(?:(\\d{1,9})s)?(?:(\\d{1,9})ms)?");
  private static final long[] UNIT_MILLIS = {86_400_000, 3_600_000, 60_000, 1_000, 1};
  private static final String[] UNITS = {"d", "h", "m", "s", "ms"};

  private DurationText() {}

  /**
   * @throws IllegalArgumentException if the text is no duration; the message says what is expected
   */
  public static Duration parse(String text) {
    var matcher = TEXT.matcher(text);
    if (text.isEmpty() || !matcher.matches()) {
      throw new IllegalArgumentException("expected a duration such as 500ms, 10s, 1m30s or 2d");
    }
    long millis = 0;
    for (int i = 0; i < UNITS.length; i++) {
      if (matcher.group(i + 1) != null) {
        millis += Long.parseLong(matcher.group(i + 1)) * UNIT_MILLIS[i];
      }
    }
    return Duration.ofMillis(millis);
  }

  /** Returns the shortest text that {@link #parse} reads as the same whole milliseconds. */
  public static String format(Duration duration) {
    long rest = duration.toMillis();
    var text = new StringBuilder();
    for (int i = 0; i < UNITS.length; i++) {
      long count = rest / UNIT_MILLIS[i];
      rest %= UNIT_MILLIS[i];
      if (count > 0) {
        text.append(count).append(UNITS[i]);
      }
    }
    return text.isEmpty() ? "0s" : text.toString();
  }
}
