package io.tidemark.job.config;

import java.time.Duration;
import java.util.Optional;

/**
 * Whether the samples of a series lie further apart than the database keeps their values. This is
 * no rule of every configuration, because a search chooses M and a generator's interval itself.
 */
public final class SampleGaps {
  private SampleGaps() {}

  /**
   * Checks what is known before the start: a generator's samples, and the copies of any source.
   *
   * @throws ConfigException if a job of this configuration would store unknown values
   */
  public static void require(JobConfig config) {
    problem(config)
        .ifPresent(
            problem -> {
              throw new ConfigException(
                  "amplify.interval=%s: %s"
                      .formatted(DurationText.format(config.amplify().interval()), problem));
            });
  }

  private static Optional<String> problem(JobConfig config) {
    boolean generated = config.source().type() == JobConfig.SourceType.DATAGEN;
    int m = config.amplify().m();
    if (m == 1 && !generated) {
      return Optional.empty();
    }
    long interval = config.amplify().interval().toMillis();
    Duration between = Duration.ofMillis(interval / m);
    // This time is left between the last copy of a sample and the next sample.
    Duration rest = config.source().datagen().interval().minusMillis((m - 1) * interval / m);
    Duration gap = generated && (m == 1 || rest.compareTo(between) > 0) ? rest : between;
    return ofDatabase(config, gap)
        .map(
            problem ->
                "the samples of a series would lie %s apart with %samplify.m=%d, and %s"
                    .formatted(
                        DurationText.format(gap),
                        generated
                            ? "source.datagen.interval=%s and "
                                .formatted(
                                    DurationText.format(config.source().datagen().interval()))
                            : "",
                        m,
                        problem));
  }

  /**
   * Returns a warning for a source that shows only as it is read how far its samples lie apart;
   * empty if there is nothing to warn of.
   */
  public static Optional<String> warning(JobConfig config) {
    if (config.source().type() == JobConfig.SourceType.DATAGEN || config.amplify().m() > 1) {
      return Optional.empty();
    }
    return ofDatabase(config, config.amplify().interval())
        .map(
            problem ->
                "where the samples of a series lie amplify.interval=%s apart, %s"
                    .formatted(DurationText.format(config.amplify().interval()), problem));
  }

  private static Optional<String> ofDatabase(JobConfig config, Duration gap) {
    return TargetRules.ready(config)
        .flatMap(tsdb -> tsdb.problemOfGap(config.target(), gap))
        .map(problem -> "target.type=%s %s".formatted(config.target().type(), problem));
  }
}
