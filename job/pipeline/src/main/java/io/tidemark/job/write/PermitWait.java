package io.tidemark.job.write;

/**
 * Measures how long the writer has waited with a batch in hand while every permit was taken. Flink
 * shows this wait as "busy". Thread-safe; the task's thread writes it.
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

  /** Returns the seconds of all waits, including one that is under way. */
  synchronized double seconds(long nowNanos) {
    return (waiting ? waitedNanos + Math.max(0, nowNanos - sinceNanos) : waitedNanos) / 1e9;
  }
}
