package io.tidemark.search;

import java.time.Duration;

/** Watches a search. It is called from the search's thread only. */
public interface SearchObserver {
  /** Takes what is worth knowing, e.g. what was started. */
  void note(String line);

  /** Takes what the reader has to know so that the result does not mislead. */
  void warn(String line);

  /**
   * Notes that a step begins.
   *
   * @param step the step in words, e.g. "8 requests in flight"
   * @param found the best so far in words; "" for nothing
   */
  void step(String step, String found, Duration elapsed, Duration most);

  /** Takes a step that was measured, as a line of the table. */
  void measured(String line);

  /** Notes that no more follows. */
  void ended();

  /** Ignores everything. */
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
