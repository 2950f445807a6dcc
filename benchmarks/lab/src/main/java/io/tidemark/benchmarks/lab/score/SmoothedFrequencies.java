package io.tidemark.benchmarks.lab.score;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Turns names into probabilities: how often each event came true among the training cases in which
 * this name was said, by Laplace's rule of succession. Not thread-safe.
 */
public final class SmoothedFrequencies {
  private final Map<String, Long> said = new HashMap<>();
  private final Map<String, Map<String, Long>> came = new HashMap<>();

  /**
   * @param said what was said, such as a cause with its confidence
   * @param came all events that came true
   */
  public void train(String said, Set<String> came) {
    this.said.merge(said, 1L, Long::sum);
    Map<String, Long> counts = this.came.computeIfAbsent(said, key -> new HashMap<>());
    came.forEach(event -> counts.merge(event, 1L, Long::sum));
  }

  /** Returns (k + 1) / (n + 2), for k events in n cases. */
  public double probability(String said, String event) {
    long all = this.said.getOrDefault(said, 0L);
    long some = came.getOrDefault(said, Map.of()).getOrDefault(event, 0L);
    return (some + 1.0) / (all + 2.0);
  }
}
