package io.tidemark.job.datagen;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last time that a generator may come to: so far ahead of the clock as the database takes it.
 * There its ticks become due as the clock goes, their series evenly over the interval, as those of
 * a scraper do. Milliseconds of Unix time; costs a few operations a sample.
 */
final class Horizon {
  /** Between two looks at the clock of one that waits. */
  static final long NANOS_PER_LOOK = Duration.ofMillis(10).toNanos();

  private static final Logger LOG = LoggerFactory.getLogger(Horizon.class);

  private final long intervalMillis;
  private final Duration ahead;
  private final LongSupplier clock;
  private long latestMillis;
  private volatile boolean reached;

  /**
   * @param ahead how far it lies ahead of the clock; negative: behind it
   */
  Horizon(Duration interval, Duration ahead, LongSupplier clock) {
    this.intervalMillis = interval.toMillis();
    this.ahead = ahead;
    this.clock = clock;
  }

  /** Sees what time it is now. */
  void look() {
    latestMillis = clock.getAsLong() + ahead.toMillis();
  }

  /**
   * Whether a sample is not due yet.
   *
   * @param index of its series among {@code all} of that tick
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

  /** Whether it has ever kept anything waiting. */
  boolean isReached() {
    return reached;
  }
}
