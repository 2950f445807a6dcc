package io.tidemark.job.write;

/**
 * Batches in flight, and their integral over time, so that the mean over any window is a difference
 * of two readings. Thread-safe; entered by the task's thread, left by the client's.
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

  /** Batch-seconds: ten batches in flight for a second are ten. */
  synchronized double seconds(long nowNanos) {
    integrate(nowNanos);
    return integralNanos / 1e9;
  }

  /**
   * A share of the job's bound for each of its writers; the first ones get what does not divide.
   */
  static int share(int total, int subtask, int parallelism) {
    return total / parallelism + (subtask < total % parallelism ? 1 : 0);
  }

  private void integrate(long nowNanos) {
    // A reading of the clock can arrive behind a later one of another thread.
    if (now == 0 || nowNanos > changedNanos) {
      integralNanos += now * (nowNanos - changedNanos);
      changedNanos = nowNanos;
    }
  }
}
