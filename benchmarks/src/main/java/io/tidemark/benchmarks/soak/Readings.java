package io.tidemark.benchmarks.soak;

import io.tidemark.statistics.Drift;
import io.tidemark.statistics.Estimate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What was read in equal steps, by name; each has the same number of values. */
final class Readings {
  /** Of fewer no line is drawn. */
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
   * From the beginning to the end of all but the first tenth, as a share of its mean; empty of
   * fewer than {@link #MIN}.
   */
  Optional<Estimate> drift(String name) {
    double[] values = byName.get(name).stream().mapToDouble(Double::doubleValue).toArray();
    return values.length < MIN ? Optional.empty() : Optional.of(Drift.afterTheFirstTenth(values));
  }
}
