package io.tidemark.job.write;

/**
 * The batches in flight, and their integral over time, so that the mean over any window follows
 * from two readings. Thread-safe; the task's thread adds batches, the client's removes them.
 */
final class InFlight {
  private int now;
  private long integralNanos;
  private long changedNanos;

  synchronized void enter(long nowNanos) {
    integrate(nowNanos);
    now++;
  }

  synchronized void exit(long nowNanos) {
    integrate(nowNanos);
    now--;
  }

  synchronized int now() {
    return now;
  }

  /** Returns the integral in batch-seconds: ten batches in flight for a second are ten. */
  synchronized double seconds(long nowNanos) {
    integrate(nowNanos);
    return integralNanos / 1e9;
  }

  /** Returns a writer's share of the job's bound; the first writers get the remainder. */
  static int share(int total, int subtask, int parallelism) {
    return total / parallelism + (subtask < total % parallelism ? 1 : 0);
  }

  private void integrate(long nowNanos) {
    // A reading of the clock can arrive after a later one of another thread.
    if (now == 0 || nowNanos > changedNanos) {
      integralNanos += now * (nowNanos - changedNanos);
      changedNanos = nowNanos;
    }
  }
}
