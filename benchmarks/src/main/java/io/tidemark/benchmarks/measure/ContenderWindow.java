package io.tidemark.benchmarks.measure;

import java.util.Map;
import java.util.TreeMap;

/** What happened between two readings of one contender. */
public record ContenderWindow(Reading from, Reading to) {
  public double seconds() {
    return (to.nanos() - from.nanos()) / 1e9;
  }

  /**
   * Never negative: what a thread that ended had counted is gone.
   *
   * @throws IllegalStateException if nobody counts this
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

  /** The growth of every counter whose name begins so, by the rest of the name. */
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
