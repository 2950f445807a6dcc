package io.tidemark.simulated;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Wakes up an event loop at a given time, to about a tenth of a millisecond; a selector's own
 * time-out is in whole milliseconds. Only one thread may call {@link #at}.
 */
final class Alarm implements AutoCloseable {
  private static final long NEVER = Long.MAX_VALUE;

  private final ScheduledThreadPoolExecutor clock;
  private final Runnable wake;
  private volatile long setForNanos = NEVER;

  Alarm(Runnable wake) {
    this.wake = wake;
    this.clock =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              var thread = new Thread(task, "alarm");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Lets the alarm ring then, or earlier; with {@code Long.MAX_VALUE} it need not ring. */
  void at(long nanos) {
    if (nanos >= setForNanos) {
      return;
    }
    setForNanos = nanos;
    try {
      clock.schedule(this::ring, nanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      // The alarm is closed, so nobody is left to be woken.
    }
  }

  private void ring() {
    setForNanos = NEVER;
    wake.run();
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
