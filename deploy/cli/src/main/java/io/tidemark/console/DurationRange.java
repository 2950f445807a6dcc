package io.tidemark.console;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.DurationText;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/**
 * The durations that an option takes.
 *
 * @param expected what is said where another was given
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
   * @throws ConfigException if it is no duration, or not one of these
   */
  public Duration parse(String option, String text) {
    try {
      Duration parsed = DurationText.parse(text);
      if (parsed.compareTo(min) >= 0 && parsed.compareTo(max) <= 0) {
        return parsed;
      }
    } catch (IllegalArgumentException e) {
      // said below
    }
    throw new ConfigException("%s=%s: %s".formatted(option, text, expected));
  }
}
