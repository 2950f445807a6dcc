package io.tidemark.process;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for what can only be asked for again. The one place that sleeps. */
public final class Poll {
  private Poll() {}

  /** Whether the condition came true in time; it is asked at least once. */
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
