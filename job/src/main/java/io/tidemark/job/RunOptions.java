package io.tidemark.job;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.DurationText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What {@code tidemark run} and {@code flink run} both take. */
public final class RunOptions {
  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      description = "Configuration file (YAML). Every key and its default: tidemark config")
  private Path file;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Set one key, e.g. amplify.m=6; repeatable, wins over the file.")
  private List<String> settings = new ArrayList<>();

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description = "Stop after this long, e.g. 30s or 10m; what was read is written first.")
  private String duration;

  /**
   * @throws ConfigException with one line for each problem
   */
  public ConfigLoader.Loaded load() {
    return ConfigLoader.load(file(), settings);
  }

  public Optional<Path> file() {
    return Optional.ofNullable(file);
  }

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
      // said below
    }
    throw new ConfigException(
        "--duration=%s: expected a duration such as 30s or 10m".formatted(duration));
  }
}
