package io.tidemark.benchmarks.measure;

import java.util.Map;
import java.util.TreeMap;

/** The difference between two readings of one contender. */
public record ContenderWindow(Reading from, Reading to) {
  public double seconds() {
    return (to.nanos() - from.nanos()) / 1e9;
  }

  /**
   * Returns the growth of a counter. It is never negative, although the counts of threads that have
   * ended are lost.
   *
   * @throws IllegalStateException if there is no such counter
   */
  public double growth(String counter) {
    Double end = to.counters().get(counter);
    if (end == null) {
      throw new IllegalStateException(
          "no counter %s among %s".formatted(counter, to.counters().keySet()));
    }
    return Math.max(0, end - from.counters().getOrDefault(counter, 0.0));
  }

  public double samples() {
    return to.samples() - from.samples();
  }

  public double samplesPerSecond() {
    return samples() / seconds();
  }

  public double perSample(String counter) {
    return growth(counter) / samples();
  }

  public double perSecond(String counter) {
    return growth(counter) / seconds();
  }

  /** Returns the growth of every counter with this prefix, by the rest of its name. */
  public Map<String, Double> growthOf(String prefix) {
    var growth = new TreeMap<String, Double>();
    for (String counter : to.counters().keySet()) {
      if (counter.startsWith(prefix)) {
        growth.put(counter.substring(prefix.length()), growth(counter));
      }
    }
    return growth;
  }
}
