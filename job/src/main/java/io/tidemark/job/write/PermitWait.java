package io.tidemark.job.write;

/**
 * How long the writer has waited with a batch in hand and every slot taken. Flink shows this wait
 * as "busy". One writing thread (the task's), many readers.
 */
final class PermitWait {
  private static final long NOT_WAITING = Long.MIN_VALUE;

  private volatile long sinceNanos = NOT_WAITING;
  private volatile long waitedNanos;

  void begin(long nowNanos) {
    sinceNanos = nowNanos;
  }

  void end(long nowNanos) {
    long since = sinceNanos;
    if (since != NOT_WAITING) {
      long waited = waitedNanos + (nowNanos - since);
      sinceNanos = NOT_WAITING;
      waitedNanos = waited;
    }
  }

  /** The wait that is under way included. */
  double seconds(long nowNanos) {
    long since = sinceNanos;
    long waited = waitedNanos;
    return (since == NOT_WAITING ? waited : waited + Math.max(0, nowNanos - since)) / 1e9;
  }
}
