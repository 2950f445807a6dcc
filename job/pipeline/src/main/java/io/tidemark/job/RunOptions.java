package io.tidemark.job;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.DurationText;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that {@code tidemark run} and {@code flink run} both take. */
public final class RunOptions extends ConfigOptions {
  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description = "Stop reading after this time, e.g. 30s or 10m, and write what was read.")
  private String duration;

  public Optional<Duration> duration() {
    if (duration == null) {
      return Optional.empty();
    }
    try {
      Duration parsed = DurationText.parse(duration);
      if (!parsed.isZero()) {
        return Optional.of(parsed);
      }
    } catch (IllegalArgumentException e) {
      // The exception below says it.
    }
    throw new ConfigException(
        "--duration=%s: expected a duration such as 30s or 10m".formatted(duration));
  }
}
