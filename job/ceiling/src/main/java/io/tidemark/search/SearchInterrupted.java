package io.tidemark.search;

/** Someone wants a search to end: what was found so far is its result. */
final class SearchInterrupted extends RuntimeException {
  private static final long serialVersionUID = 1;

  SearchInterrupted() {
    super("interrupted");
  }
}
