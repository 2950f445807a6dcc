package io.tidemark.benchmarks.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What was measured of one configuration.
 *
 * @param name unique in its file; comparisons go by it
 * @param figures by name, in the order of the table's columns
 */
public record Row(String name, Map<String, Figure> figures) {
  public Row {
    figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
  }

  /** With one figure more. */
  public Row with(String figureName, Figure figure) {
    var more = new LinkedHashMap<>(figures);
    more.put(figureName, figure);
    return new Row(name, more);
  }

  /** A figure of this row over the same of another, window by window. */
  public Row ratio(String ratioName, String figureName, Row other) {
    List<Double> mine = figures.get(figureName).values();
    List<Double> others = other.figures.get(figureName).values();
    var ratios =
        IntStream.range(0, Math.min(mine.size(), others.size()))
            .mapToObj(i -> mine.get(i) / others.get(i))
            .toList();
    var better = figures.get(figureName).better();
    return new Row(ratioName, Map.of(figureName, Figure.of(Figure.RATIO, better, ratios)));
  }
}
