package io.tidemark.benchmarks.measure;

import io.tidemark.benchmarks.result.Figure;
import io.tidemark.benchmarks.result.Figure.Better;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Collects figures with one value for each window. Not thread-safe. */
public final class Figures {
  private final List<ContenderWindow> windows;
  private final Map<String, Figure> figures = new LinkedHashMap<>();

  public Figures(List<ContenderWindow> windows) {
    this.windows = windows;
  }

  public Figures add(
      String name, String unit, Better better, ToDoubleFunction<ContenderWindow> ofWindow) {
    var values = windows.stream().mapToDouble(ofWindow).boxed().toList();
    figures.put(name, Figure.of(unit, better, values));
    return this;
  }

  /** Tells whether the windows have this counter. */
  public boolean counts(String counter) {
    return windows.get(0).to().counters().containsKey(counter);
  }

  public Map<String, Figure> all() {
    return figures;
  }
}
