package io.tidemark.mechanism.observe;

import io.tidemark.measure.Time;
import io.tidemark.mechanism.time.Clock;
import java.time.Duration;

/** The simulator's clock, for who measures. */
record VirtualTime(Clock clock) implements Time {
  private static final long EPOCH_MILLIS = 1_790_000_000_000L;

  @Override
  public long millisAt(long nanos) {
    return EPOCH_MILLIS + nanos / 1_000_000;
  }

  @Override
  public long nanos() {
    return clock.nanos();
  }

  @Override
  public void pause(Duration pause) {
    clock.runUntil(clock.nanos() + pause.toNanos());
  }
}
