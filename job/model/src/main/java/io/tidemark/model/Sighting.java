package io.tidemark.model;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * One valid window: what was set, and what was seen. A signal that was not reported is not in it.
 *
 * @param seen by signal, in its unit
 * @param errors standard error of what was seen, by signal; relative for signals whose error is
 *     relative. What is not in it has the signal's own error alone.
 */
public record Sighting(Settings settings, Map<Signal, Double> seen, Map<Signal, Double> errors) {
  public Sighting {
    seen = copy(seen);
    errors = copy(errors);
  }

  double seen(Signal signal) {
    return seen.getOrDefault(signal, Double.NaN);
  }

  /** Samples are weighed by a reading some ten thousand times: hashing took a sixth of all. */
  private static Map<Signal, Double> copy(Map<Signal, Double> readings) {
    var copy = new EnumMap<Signal, Double>(Signal.class);
    copy.putAll(readings);
    return Collections.unmodifiableMap(copy);
  }
}
