package io.tidemark.sink;

import java.util.Map;
import java.util.Optional;

/**
 * What a kind of database has, and how it behaves. A database without insert slots leaves {@link
 * Concept#INSERT_SLOTS} out of its remedies.
 *
 * @param remedies by each concept that the database has, reported or not: what to do if it stops
 *     the writes, in one line of the database's own words, e.g. the name of a setting
 * @param orderedPerSeries whether it refuses a sample that is older than the last of its series;
 *     the writer then sends the requests of a series one after the other
 * @param threadPerRequest whether its client blocks and needs a thread for each request in flight;
 *     otherwise one thread sends them all
 */
public record Capabilities(
    Map<Concept, String> remedies, boolean orderedPerSeries, boolean threadPerRequest) {
  public Capabilities {
    remedies = Map.copyOf(remedies);
  }

  /** The capabilities of a database whose client does not block. */
  public Capabilities(Map<Concept, String> remedies, boolean orderedPerSeries) {
    this(remedies, orderedPerSeries, false);
  }

  public boolean has(Concept concept) {
    return remedies.containsKey(concept);
  }

  /**
   * Returns what to do if this concept stops the writes; empty if the database does not have it.
   */
  public Optional<String> remedy(Concept concept) {
    return Optional.ofNullable(remedies.get(concept));
  }
}
