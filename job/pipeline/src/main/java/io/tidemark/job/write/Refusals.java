package io.tidemark.job.write;

/**
 * Tells a database that refuses some samples from one that does not take what is sent at all: a
 * wrong setting, say, with which to go on would dead-letter the whole stream. Counts over all
 * batches of a writer, and over its restarts: its state is the operator's. Thread-safe.
 */
final class Refusals {
  /** As many refused one by one, before any was accepted, end the job. */
  static final int MAX_BEFORE_ACCEPTED = 64;

  private volatile boolean anyAccepted;
  private long refused;

  void accepted() {
    if (!anyAccepted) {
      anyAccepted = true;
    }
  }

  /** Whether, with this one, the database has refused too many without accepting any. */
  synchronized boolean refusedTooMany() {
    refused++;
    return refused >= MAX_BEFORE_ACCEPTED && !anyAccepted;
  }

  synchronized long refused() {
    return refused;
  }

  /** For {@link #restore}: whether any was accepted (1 or 0), and how many were refused. */
  synchronized long[] state() {
    return new long[] {anyAccepted ? 1 : 0, refused};
  }

  /** Adds what a writer of an earlier attempt knew; the most that any of them saw refused. */
  synchronized void restore(long[] state) {
    anyAccepted |= state[0] == 1;
    refused = Math.max(refused, state[1]);
  }
}
