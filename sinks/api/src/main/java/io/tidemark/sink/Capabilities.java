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
 * @param threadPerRequest whether its client blocks, with a thread for each request in flight: else
 *     one thread sends them all
 */
public record Capabilities(
    Map<Concept, String> remedies, boolean orderedPerSeries, boolean threadPerRequest) {
  public Capabilities {
    remedies = Map.copyOf(remedies);
  }

  /** Of a client that does not block. */
  public Capabilities(Map<Concept, String> remedies, boolean orderedPerSeries) {
    this(remedies, orderedPerSeries, false);
  }

  public boolean has(Concept concept) {
    return remedies.containsKey(concept);
  }

  /** Empty if it has no such thing. */
  public Optional<String> remedy(Concept concept) {
    return Optional.ofNullable(remedies.get(concept));
  }
}
