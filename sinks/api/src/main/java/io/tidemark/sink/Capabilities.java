package io.tidemark.sink;

import java.util.Map;
import java.util.Optional;

/**
 * What a kind of database is like.
 *
 * @param remedies for each concept that it has, whether or not a given version reports on it: what
 *     to do where that stops the writes, one line in the database's own words, e.g. the name of a
 *     setting
 * @param orderedPerSeries whether it refuses a sample that is older than the last of its series:
 *     the writer then sends one request of a series after the other
 */
public record Capabilities(Map<Concept, String> remedies, boolean orderedPerSeries) {
  public Capabilities {
    remedies = Map.copyOf(remedies);
  }

  public boolean has(Concept concept) {
    return remedies.containsKey(concept);
  }

  /** Empty if it has no such thing. */
  public Optional<String> remedy(Concept concept) {
    return Optional.ofNullable(remedies.get(concept));
  }
}
