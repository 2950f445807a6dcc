package io.tidemark.benchmarks.measure;

import java.time.Duration;

/**
 * How long and how often to measure.
 *
 * @param warmUp of each contender, alone: class loading, compilation and a filled cache are not
 *     throughput
 * @param settle after a contender goes on, before its window opens
 * @param rounds windows of each contender
 */
public record Effort(Duration warmUp, Duration settle, Duration window, int rounds) {
  /** Long enough to see that everything works, far too short to mean anything. */
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

  /** At least this much of a source is needed for the whole measurement of one contender. */
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
