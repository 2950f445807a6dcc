package io.tidemark.model;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What was measured with the same settings: the mean of one or more valid windows. A signal that
 * was not reported is not in it.
 *
 * @param seen readings by signal, in the signal's unit
 * @param errors standard errors that readings have besides their signal's own, by signal; relative
 *     if the signal's error is. A signal that is not in it has only its own
 */
public record Sighting(Settings settings, Map<Signal, Double> seen, Map<Signal, Double> errors) {
  public Sighting {
    seen = copy(seen);
    errors = copy(errors);
  }

  double seen(Signal signal) {
    return seen.getOrDefault(signal, Double.NaN);
  }

  /**
   * Copies into an EnumMap: each reading is looked up some ten thousand times, and hashing took a
   * sixth of the model's time.
   */
  private static Map<Signal, Double> copy(Map<Signal, Double> readings) {
    var copy = new EnumMap<Signal, Double>(Signal.class);
    copy.putAll(readings);
    return Collections.unmodifiableMap(copy);
  }
}
