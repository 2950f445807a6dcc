package io.tidemark.search;

import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.DurationText;
import io.tidemark.job.config.GeneratorTime;
import io.tidemark.job.config.JobConfig;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The timestamps that a generator runs through, much faster than the clock. A search stays inside
 * one UTC day, so that no step pays for a new day's index, and inside what the database takes; each
 * of its jobs goes on where the last one ended, so that none writes the same points again. One may
 * be made to cross midnight.
 */
final class GeneratedTime {
  private static final Duration DAY = Duration.ofDays(1);

  /** In a database that Tidemark starts it begins so far back that it never reaches the present. */
  private static final Duration DAYS_BACK = Duration.ofDays(60);

  /**
   * In the user's database it begins with yesterday (UTC), which began less than this ago, near to
   * the times that the database is used to.
   */
  private static final Duration YESTERDAY = Duration.ofDays(2);

  /**
   * Samples per second that no search exceeds; an interval is chosen that is short enough for them.
   */
  private static final double SAMPLES_PER_SECOND = 4e6;

  /** The share of a day that a search may take. */
  private static final double SPARE = 0.9;

  private final boolean generated;

  /** Whether the source is a file that is read again whenever it has ended. */
  private final boolean repeated;

  private final boolean ownInterval;

  /** The database takes no timestamps beyond this; a generator waits for the clock there. */
  private final Instant latest;

  private Instant next;
  private boolean warned;

  private GeneratedTime(
      boolean generated, boolean repeated, boolean ownInterval, Instant next, Instant latest) {
    this.generated = generated;
    this.repeated = repeated;
    this.ownInterval = ownInterval;
    this.next = next;
    this.latest = latest;
  }

  /**
   * Returns the time of jobs that all start from one savepoint, which says where each of them
   * begins.
   */
  static GeneratedTime ofSavepoint() {
    return new GeneratedTime(false, false, false, Instant.EPOCH, Instant.MAX);
  }

  /**
   * @param loaded with the limits of the database at hand
   * @param oneFile whether the source is one file, which repeats unless the user says otherwise
   */
  static GeneratedTime of(
      ConfigLoader.Loaded loaded, boolean ownsDatabase, boolean oneFile, Instant now) {
    JobConfig.Source source = loaded.config().source();
    boolean generated = source.type() == JobConfig.SourceType.DATAGEN;
    boolean repeated =
        source.type() == JobConfig.SourceType.FILE
            && (loaded.names("source.file.repeat") ? source.file().repeat() : oneFile);
    String start = generated || repeated ? source.start() : "";
    Instant first =
        !start.isEmpty()
            ? Instant.parse(start)
            : GeneratorTime.start(loaded.config(), ownsDatabase ? DAYS_BACK : YESTERDAY, now);
    return new GeneratedTime(
        generated,
        repeated,
        !loaded.names("source.datagen.interval"),
        first,
        now.plus(GeneratorTime.ahead(loaded.config())));
  }

  /**
   * Returns the configuration with an interval short enough for the whole search to fit into a day,
   * as far as the database keeps times that lie so close.
   */
  JobConfig fitted(JobConfig config, Duration search) {
    if (!generated || !ownInterval) {
      return config;
    }
    Duration interval = config.source().datagen().interval();
    double ticks = SAMPLES_PER_SECOND * search.toSeconds() / samplesPerTick(config);
    long fitting = (long) (SPARE * Math.min(DAY.toMillis(), millisLeft()) / ticks);
    // Copies lie interval/M apart, at times that the database keeps.
    long least = config.amplify().m() * stepMillis(config.target());
    Duration chosen =
        Duration.ofMillis(Math.min(interval.toMillis(), Math.max(least, fitting / least * least)));
    return config
        .withSource(config.source().withDatagen(config.source().datagen().withInterval(chosen)))
        .withAmplify(config.amplify().withInterval(chosen));
  }

  /**
   * Returns the milliseconds of generated time that the database takes yet; at least some, because
   * a wrong start is refused elsewhere.
   */
  private long millisLeft() {
    return Math.max(1_000, Duration.between(next, latest).toMillis());
  }

  /** Returns the configuration of the next job. */
  JobConfig next(JobConfig config) {
    return generated || repeated ? GeneratorTime.startedAt(config, next) : config;
  }

  /** Returns what a search says of generated time at its beginning; empty if there is nothing. */
  Optional<String> said() {
    return repeated
        ? Optional.of(
            "the file is read again whenever it ends, each time with later timestamps, from %s on; source.file.repeat=false reads it once"
                .formatted(next))
        : Optional.empty();
  }

  /**
   * Sets the start of the next job so that it comes to another UTC day when it has written about so
   * many samples, but at least one of each series.
   *
   * @return the samples until then; empty if that day is beyond what the database takes
   */
  OptionalLong endDayAfter(JobConfig config, double samples) {
    long ticks = Math.max(1, Math.round(samples / samplesPerTick(config)));
    Duration before = config.source().datagen().interval().multipliedBy(ticks);
    Instant midnight = next.plus(before).truncatedTo(ChronoUnit.DAYS).plus(DAY);
    if (!midnight.plus(before).isBefore(latest)) {
      return OptionalLong.empty();
    }
    next = midnight.minus(before);
    return OptionalLong.of(Math.round(ticks * samplesPerTick(config)));
  }

  /**
   * Notes that a job of this configuration has written so many samples.
   *
   * @return a warning, the first time that generated time came so far that it waited for the clock
   */
  Optional<String> passed(JobConfig config, long samples) {
    if (generated) {
      long ticks = 2 + (long) (samples / samplesPerTick(config));
      next =
          next.plus(config.source().datagen().interval().multipliedBy(ticks))
              .truncatedTo(ChronoUnit.SECONDS)
              .plusSeconds(1);
    } else if (repeated) {
      // How far it came is not known here.
      next = next.plus(DAY).isBefore(latest.minus(DAY)) ? next.plus(DAY) : next;
    }
    if (warned || next.isBefore(latest)) {
      return Optional.empty();
    }
    warned = true;
    return Optional.of(
        "generated time came as far ahead of the clock as the database takes it (limits.future=%s), so the generator waited and rates are too low; leave source.datagen.interval unset, or set an earlier source.datagen.start"
            .formatted(DurationText.format(config.limits().future())));
  }

  private static long stepMillis(TargetConfig target) {
    return Tsdb.byType(target.type(), GeneratedTime.class.getClassLoader())
        .timestamps(target)
        .step();
  }

  private static double samplesPerTick(JobConfig config) {
    return Math.max(
        1, config.source().datagen().seriesAlive() * config.amplify().m() * config.amplify().n());
  }
}
