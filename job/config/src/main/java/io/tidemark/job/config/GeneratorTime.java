package io.tidemark.job.config;

import io.tidemark.sink.Tsdb;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Where the time of a generator, or of a file that repeats, begins if the configuration does not
 * say, and how far it may go. Time that runs faster than the clock begins in the past, but no
 * earlier than the database keeps samples; other time begins now.
 */
public final class GeneratorTime {
  private static final Duration BACK = Duration.ofDays(60);
  private static final Duration DAY = Duration.ofDays(1);

  /**
   * The share of the retention that is used; the rest is for the time that passes while samples are
   * on their way.
   */
  private static final double SHARE_OF_RETENTION = 0.9;

  /** The clocks of two machines may differ by this much. */
  private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(1);

  private GeneratorTime() {}

  /**
   * Returns the configuration as it is, or with a start if its source has a time of its own and no
   * start.
   *
   * @throws ConfigException if the start lies beyond what the database takes now
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

  /** Returns the key that says where the source's own time begins. */
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
   * Returns a time so far back, or as far as the database surely keeps samples: the beginning of a
   * UTC day, or of a minute if it is not a day back. It is never before that, because samples might
   * be dropped there.
   */
  public static Instant start(JobConfig config, Duration back, Instant now) {
    Duration kept = kept(config);
    Duration far = kept.isZero() || back.compareTo(kept) < 0 ? back : kept;
    Duration unit = far.compareTo(DAY) > 0 ? DAY : Duration.ofMinutes(1);
    Instant start = now.minus(far);
    Instant floor = start.truncatedTo(unit.equals(DAY) ? ChronoUnit.DAYS : ChronoUnit.MINUTES);
    return floor.equals(start) ? floor : floor.plus(unit);
  }

  /** Returns how far back the database surely keeps samples; zero for no bound. */
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
   * Returns how far ahead of the clock a generated timestamp may lie, so that neither it nor the
   * last of its copies is refused when they are looked at a little later, by another clock.
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
