package io.tidemark.job.write;

/**
 * Tells a database that refuses some samples from one that takes nothing of what is sent. The
 * latter may be a wrong setting, which would turn the whole stream into dead letters. It counts
 * over all batches of a writer and over its restarts, because the operator keeps its state.
 * Thread-safe.
 */
final class Refusals {
  /** This many samples refused one by one, before any was accepted, end the job. */
  static final int MAX_BEFORE_ACCEPTED = 64;

  private volatile boolean anyAccepted;
  private long refused;

  void accepted() {
    if (!anyAccepted) {
      anyAccepted = true;
    }
  }

  /** Counts a refused sample; tells whether these are too many without any accepted one. */
  synchronized boolean refusedTooMany() {
    refused++;
    return refused >= MAX_BEFORE_ACCEPTED && !anyAccepted;
  }

  synchronized long refused() {
    return refused;
  }

  /** Returns for {@link #restore} whether any was accepted (1 or 0), and how many were refused. */
  synchronized long[] state() {
    return new long[] {anyAccepted ? 1 : 0, refused};
  }

  /** Adds an earlier attempt's state; of several writers' refusals the largest number counts. */
  synchronized void restore(long[] state) {
    anyAccepted |= state[0] == 1;
    refused = Math.max(refused, state[1]);
  }
}
