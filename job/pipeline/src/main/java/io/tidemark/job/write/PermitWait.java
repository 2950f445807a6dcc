package io.tidemark.job.write;

/**
 * How long the writer has waited with a batch in hand and every slot taken. Flink shows this wait
 * as "busy". Thread-safe; written by the task's thread.
 */
final class PermitWait {
  private boolean waiting;
  private long sinceNanos;
  private long waitedNanos;

  synchronized void begin(long nowNanos) {
    waiting = true;
    sinceNanos = nowNanos;
  }

  synchronized void end(long nowNanos) {
    if (waiting) {
      waitedNanos += nowNanos - sinceNanos;
      waiting = false;
    }
  }

  /** The wait that is under way included. */
  synchronized double seconds(long nowNanos) {
    return (waiting ? waitedNanos + Math.max(0, nowNanos - sinceNanos) : waitedNanos) / 1e9;
  }
}
