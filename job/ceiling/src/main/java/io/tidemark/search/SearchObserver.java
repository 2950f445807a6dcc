package io.tidemark.search;

import java.time.Duration;

/** Who watches a search. Called from the search's thread only. */
public interface SearchObserver {
  /** Something worth knowing, e.g. what was started. */
  void note(String line);

  /** Something without which the result would mislead. */
  void warn(String line);

  /**
   * A step begins.
   *
   * @param step e.g. "8 requests in flight"
   * @param found the best so far, or ""
   */
  void step(String step, String found, Duration elapsed, Duration most);

  /** A step has been measured: one line of the table. */
  void measured(String line);

  /** No more follows. */
  void ended();

  /** Wants to know nothing. */
  SearchObserver SILENT =
      new SearchObserver() {
        @Override
        public void note(String line) {}

        @Override
        public void warn(String line) {}

        @Override
        public void step(String step, String found, Duration elapsed, Duration most) {}

        @Override
        public void measured(String line) {}

        @Override
        public void ended() {}
      };
}
