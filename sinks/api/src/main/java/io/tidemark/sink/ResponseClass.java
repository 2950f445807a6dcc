package io.tidemark.sink;

/** What an answer means for the payload that was sent; the same for all databases. */
public enum ResponseClass {
  /** Accepted. */
  OK,
  /** Its samples were there before, with these values: as good as accepted. */
  ALREADY_STORED,
  /** Not now: the database has too much to do. */
  THROTTLED,
  /** Not now, for any other reason: no answer in time, a broken connection, a restart. */
  RETRY,
  /** Not like this. Split until the offending samples are alone. */
  REJECT,
  /** Not at all until someone changes something. */
  FATAL;

  /** Whether the same payload may be accepted later. */
  public boolean isPassing() {
    return this == THROTTLED || this == RETRY;
  }
}
