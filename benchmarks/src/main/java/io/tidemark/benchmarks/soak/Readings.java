package io.tidemark.benchmarks.soak;

import io.tidemark.statistics.Drift;
import io.tidemark.statistics.Estimate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Values that were read at equal intervals, by name; each name has the same number of values. */
final class Readings {
  /** Least number of readings for a line to be fitted. */
  static final int MIN = 12;

  private final Map<String, List<Double>> byName = new LinkedHashMap<>();

  void add(Map<String, Double> reading) {
    reading.forEach(
        (name, value) -> byName.computeIfAbsent(name, any -> new ArrayList<>()).add(value));
  }

  Map<String, List<Double>> byName() {
    return byName;
  }

  int size() {
    return byName.values().stream().mapToInt(List::size).min().orElse(0);
  }

  /**
   * Returns the change from the beginning to the end, without the first tenth, as a share of the
   * mean; empty if there are fewer than {@link #MIN} readings.
   */
  Optional<Estimate> drift(String name) {
    double[] values = byName.get(name).stream().mapToDouble(Double::doubleValue).toArray();
    return values.length < MIN ? Optional.empty() : Optional.of(Drift.afterTheFirstTenth(values));
  }
}
