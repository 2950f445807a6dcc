package io.tidemark.console;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.DurationText;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/**
 * The range of durations that an option accepts.
 *
 * @param expected text of the error for any other value
 */
public record DurationRange(Duration min, Duration max, String expected) {
  public static DurationRange of(Duration min, Duration max, String example) {
    return new DurationRange(
        min,
        max,
        "expected %s to %s%s"
            .formatted(DurationText.format(min), DurationText.format(max), example));
  }

  public static DurationRange atLeast(Duration min, String example) {
    return new DurationRange(
        min,
        ChronoUnit.FOREVER.getDuration(),
        "expected a duration of at least %s%s".formatted(DurationText.format(min), example));
  }

  /**
   * @throws ConfigException if the text is no duration, or is out of range
   */
  public Duration parse(String option, String text) {
    try {
      Duration parsed = DurationText.parse(text);
      if (parsed.compareTo(min) >= 0 && parsed.compareTo(max) <= 0) {
        return parsed;
      }
    } catch (IllegalArgumentException e) {
      // The exception below says what was expected.
    }
    throw new ConfigException("%s=%s: %s".formatted(option, text, expected));
  }
}
