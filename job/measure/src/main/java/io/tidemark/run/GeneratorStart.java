package io.tidemark.run;

import io.tidemark.job.config.JobConfig;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Where generated time begins for what takes any: a database of our own, or none. */
public final class GeneratorStart {
  /**
   * So far back that a generator does not reach the present while it runs faster than the clock.
   */
  private static final Duration BACK = Duration.ofDays(60);

  private GeneratorStart() {}

  /** The configuration as it is, or a generator without a start of its own in the past. */
  public static JobConfig inThePast(JobConfig config, Instant now) {
    var source = config.source();
    var generator = source.datagen();
    if (source.type() != JobConfig.SourceType.DATAGEN || !generator.start().isEmpty()) {
      return config;
    }
    Instant start = now.minus(BACK).truncatedTo(ChronoUnit.DAYS);
    return config.withSource(source.withDatagen(generator.withStart(start.toString())));
  }
}
