package io.tidemark.benchmarks.story;

import io.tidemark.sink.OwnedDatabase.Settings;

/**
 * A stage of the story.
 *
 * @param name name of its rows
 * @param changed what changed since the previous stage
 * @param slots number of the database's insert slots ({@code -maxConcurrentInserts})
 */
public record Stage(String name, String changed, StoryJob job, int inFlight, int slots) {
  public Settings database() {
    return Settings.DEFAULT.withInsertSlots(slots);
  }

  /** Returns the name of its row. */
  public String row(int m) {
    return "%s, M=%d".formatted(name, m);
  }
}
