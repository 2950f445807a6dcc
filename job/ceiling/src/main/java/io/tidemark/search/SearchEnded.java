package io.tidemark.search;

/** A search can't go on: what was found so far is its result. */
final class SearchEnded extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Why, in words for a report. */
  enum Why {
    INTERRUPTED,
    OUT_OF_TIME,
    LOST
  }

  private final Why why;

  SearchEnded(Why why, String message) {
    super(message);
    this.why = why;
  }

  Why why() {
    return why;
  }
}
