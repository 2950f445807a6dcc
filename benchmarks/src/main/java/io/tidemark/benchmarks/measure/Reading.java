package io.tidemark.benchmarks.measure;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * Counters at one moment.
 *
 * @param at time of the wall clock, to find events that another process recorded
 * @param samples number of samples written so far
 */
public record Reading(long nanos, Instant at, double samples, Map<String, Double> counters) {
  public static Reading now(double samples, Map<String, Double> counters) {
    return new Reading(System.nanoTime(), Instant.now(), samples, counters);
  }

  Reading with(String counter, double value) {
    var more = new HashMap<>(counters);
    more.put(counter, value);
    return new Reading(nanos, at, samples, more);
  }
}
