package io.tidemark.job.datagen;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The latest timestamp that a generator may emit now, because databases accept samples only so far
 * ahead of the clock. At the horizon, samples become due as the clock goes, with the series of a
 * tick spread evenly over the interval, as those of a scraper are. Times are milliseconds of Unix
 * time. A check costs a few operations per sample.
 */
final class Horizon {
  /** The time after which a waiting reader looks at the clock again. */
  static final long NANOS_PER_LOOK = Duration.ofMillis(10).toNanos();

  private static final Logger LOG = LoggerFactory.getLogger(Horizon.class);

  private final long intervalMillis;
  private final Duration ahead;
  private final LongSupplier clock;
  private long latestMillis;
  private volatile boolean reached;

  /**
   * @param ahead distance of the horizon ahead of the clock; behind it if negative
   */
  Horizon(Duration interval, Duration ahead, LongSupplier clock) {
    this.intervalMillis = interval.toMillis();
    this.ahead = ahead;
    this.clock = clock;
  }

  /** Moves the horizon to the current time. */
  void look() {
    latestMillis = clock.getAsLong() + ahead.toMillis();
  }

  /**
   * Tells whether a sample is not due yet.
   *
   * @param index index of its series among {@code all} series of the tick
   */
  boolean isBeyond(long timestampMillis, int index, int all) {
    if (timestampMillis + intervalMillis <= latestMillis) {
      return false;
    }
    boolean beyond = timestampMillis + intervalMillis * (double) index / all > latestMillis;
    if (beyond && !reached) {
      reached = true;
      LOG.warn(
          "Generated time has come as far ahead of the clock as the database takes it ({}): from here on it goes at the clock's pace, a sample of each series every {} ms",
          ahead,
          intervalMillis);
    }
    return beyond;
  }

  /** Tells whether a sample has ever had to wait. */
  boolean isReached() {
    return reached;
  }
}
