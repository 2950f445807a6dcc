package io.tidemark.run;

import io.tidemark.measure.Amounts;
import java.util.Optional;

/**
 * How long a job ran, in seconds.
 *
 * @param byClock between two times that its JobManager noted
 * @param steady as this process saw it, a little late, on a clock that nobody sets
 */
record Elapsed(double byClock, double steady) {
  /** The most seconds that this process may see it late on a busy host. */
  private static final double MAX_LATE = 20;

  /** Returns the time by the clock, unless that was set meanwhile. */
  double seconds() {
    return wasSet() ? steady : Math.max(0, byClock);
  }

  private boolean wasSet() {
    return Math.abs(byClock - steady) > MAX_LATE;
  }

  Optional<String> warning() {
    return wasSet()
        ? Optional.of(
            "the clock was set by %s%s s during the run: its duration is by a steady one, but timestamps of that time are not to be relied on"
                .formatted(byClock > steady ? "+" : "", Amounts.whole(byClock - steady)))
        : Optional.empty();
  }
}
