package io.tidemark.benchmarks.measure;

import java.time.Duration;

/**
 * How long and how often to measure.
 *
 * @param warmUp time to warm up each contender alone, because class loading, compilation and empty
 *     caches would distort its throughput
 * @param settle time from a contender's continuation to the start of its window
 * @param rounds number of windows of each contender
 */
public record Effort(Duration warmUp, Duration settle, Duration window, int rounds) {
  /** Long enough to see that everything works, but much too short for results. */
  public static final Effort SMOKE =
      new Effort(Duration.ofMillis(500), Duration.ofMillis(300), Duration.ofMillis(1_000), 2);

  public static final Effort FULL =
      new Effort(Duration.ofSeconds(45), Duration.ofSeconds(2), Duration.ofSeconds(8), 5);

  public Effort {
    if (window.isZero() || window.isNegative() || rounds < 1) {
      throw new IllegalArgumentException(
          "nothing would be measured [window=%s, rounds=%d]".formatted(window, rounds));
    }
  }

  public Effort withRounds(int rounds) {
    return new Effort(warmUp, settle, window, rounds);
  }

  public Effort withWarmUp(Duration warmUp) {
    return new Effort(warmUp, settle, window, rounds);
  }

  public Effort withWindow(Duration window) {
    return new Effort(warmUp, settle, window, rounds);
  }

  /** Returns the time for which a source has to last to measure one contender. */
  public Duration working() {
    return warmUp.plus(settle.plus(window).multipliedBy(rounds));
  }

  public String describe() {
    return "Each row: %s s of warm-up, then %d windows of %s s, alternating with the other rows of its group; median ± relative standard deviation."
        .formatted(seconds(warmUp), rounds, seconds(window));
  }

  private static String seconds(Duration duration) {
    double seconds = duration.toMillis() / 1e3;
    return seconds == Math.rint(seconds) ? Long.toString((long) seconds) : Double.toString(seconds);
  }
}
