package io.tidemark.job.config;

import io.tidemark.sink.Tsdb;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Where the time of a generator, or of a file that repeats, begins if nobody says, and how far it
 * may go. One that runs faster than the clock begins in the past, but at a time that the database
 * keeps; another one now.
 */
public final class GeneratorTime {
  private static final Duration BACK = Duration.ofDays(60);
  private static final Duration DAY = Duration.ofDays(1);

  /** Of the retention; the rest is for the time that passes while samples are on their way. */
  private static final double SHARE_OF_RETENTION = 0.9;

  /** Clocks of two machines differ. */
  private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(1);

  private GeneratorTime() {}

  /**
   * The configuration as it is, or with a start if its source has a time of its own and none.
   *
   * @throws ConfigException if it begins beyond what the database takes now
   */
  public static JobConfig started(JobConfig config, Instant now) {
    var source = config.source();
    if (!source.hasOwnTime()) {
      return config;
    }
    if (!source.start().isEmpty()) {
      requireTaken(config, now);
      return config;
    }
    return startedAt(
        config,
        overtakesTheClock(source) ? start(config, BACK, now) : now.truncatedTo(ChronoUnit.MINUTES));
  }

  private static void requireTaken(JobConfig config, Instant now) {
    Instant start = Instant.parse(config.source().start());
    if (start.isAfter(now.plus(ahead(config)))) {
      throw new ConfigException(
          "%s=%s is further ahead of the clock than limits.future=%s lets the database take; nothing would be written before then"
              .formatted(key(config), start, DurationText.format(config.limits().future())));
    }
  }

  /** Of the key that says where the source's own time begins. */
  public static String key(JobConfig config) {
    return "source.%s.start".formatted(ConstantText.format(config.source().type()));
  }

  private static boolean overtakesTheClock(JobConfig.Source source) {
    JobConfig.Datagen generator = source.datagen();
    if (source.type() == JobConfig.SourceType.FILE) {
      return true;
    }
    double seconds = generator.interval().toMillis() / 1e3;
    return generator.rate() == 0 || generator.rate() * seconds > generator.seriesAlive();
  }

  public static JobConfig startedAt(JobConfig config, Instant start) {
    return config.withSource(config.source().withStart(start.toString()));
  }

  /**
   * A time so far back, or as far as the database surely keeps samples: a UTC day's beginning, or a
   * minute's if it is not a day back. Never before that, for there it might be dropped.
   */
  public static Instant start(JobConfig config, Duration back, Instant now) {
    Duration kept = kept(config);
    Duration far = kept.isZero() || back.compareTo(kept) < 0 ? back : kept;
    Duration unit = far.compareTo(DAY) > 0 ? DAY : Duration.ofMinutes(1);
    Instant start = now.minus(far);
    Instant floor = start.truncatedTo(unit.equals(DAY) ? ChronoUnit.DAYS : ChronoUnit.MINUTES);
    return floor.equals(start) ? floor : floor.plus(unit);
  }

  /** Zero for no bound. */
  private static Duration kept(JobConfig config) {
    Duration retention = config.limits().retention();
    if (retention.isZero()) {
      retention =
          Tsdb.byType(config.target().type(), GeneratorTime.class.getClassLoader())
              .defaultRetention();
    }
    return Duration.ofMillis((long) (retention.toMillis() * SHARE_OF_RETENTION));
  }

  /**
   * How far ahead of the clock a generated timestamp may lie, so that neither it nor the last of
   * its copies is refused when they are looked at a little later, by another clock.
   */
  public static Duration ahead(JobConfig config) {
    var amplification = config.amplify().amplification();
    return config
        .limits()
        .future()
        .minusMillis(amplification.offsetMillis(amplification.m() - 1))
        .minus(config.write().linger())
        .minus(CLOCKS_DIFFER);
  }
}
