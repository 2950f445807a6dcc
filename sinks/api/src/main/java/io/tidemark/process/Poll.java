package io.tidemark.process;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for conditions that can only be asked for again and again. No other class sleeps. */
public final class Poll {
  private Poll() {}

  /**
   * Waits until the condition is true; tells whether that was in time. It is asked at least once.
   */
  public static boolean until(Duration limit, Duration pause, BooleanSupplier condition) {
    long deadlineNanos = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadlineNanos >= 0) {
        return false;
      }
      pause(pause);
    }
    return true;
  }

  /**
   * @throws IllegalStateException if the thread was interrupted, which nobody here does
   */
  public static void pause(Duration pause) {
    try {
      Thread.sleep(pause.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting", e);
    }
  }
}
