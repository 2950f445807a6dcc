package io.tidemark.sink;

import java.util.Set;

/**
 * What a kind of database is like.
 *
 * @param concepts those that it has, whether or not a given version reports on them
 * @param orderedPerSeries whether it refuses a sample that is older than the last of its series:
 *     the writer then sends one request of a series after the other
 */
public record Capabilities(Set<Concept> concepts, boolean orderedPerSeries) {
  public Capabilities {
    concepts = Set.copyOf(concepts);
  }

  public boolean has(Concept concept) {
    return concepts.contains(concept);
  }
}
