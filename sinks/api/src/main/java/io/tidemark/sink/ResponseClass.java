package io.tidemark.sink;

/** What an answer means for the payload that was sent; the same for all databases. */
public enum ResponseClass {
  /** The database accepted the payload. */
  OK,
  /** Its samples were stored before, with these values, which is as good as accepted. */
  ALREADY_STORED,
  /** The database has too much to do now, so the payload is sent again later. */
  THROTTLED,
  /**
   * The payload is sent again later for any other reason: no answer in time, a broken connection, a
   * restart.
   */
  RETRY,
  /**
   * The database refuses the payload as it is. It is split until the offending samples are alone.
   */
  REJECT,
  /** Nothing is accepted until someone changes something. */
  FATAL;

  /** Tells whether the same payload may be accepted later. */
  public boolean isPassing() {
    return this == THROTTLED || this == RETRY;
  }
}
