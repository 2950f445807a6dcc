package io.tidemark.benchmarks.story;

import io.tidemark.sink.OwnedDatabase.Settings;

/**
 * One stage of the story.
 *
 * @param name of its rows
 * @param changed since the stage before
 * @param slots of the database ({@code -maxConcurrentInserts})
 */
public record Stage(String name, String changed, StoryJob job, int inFlight, int slots) {
  public Settings database() {
    return Settings.DEFAULT.withInsertSlots(slots);
  }

  /** As its row is named. */
  public String row(int m) {
    return "%s, M=%d".formatted(name, m);
  }
}
