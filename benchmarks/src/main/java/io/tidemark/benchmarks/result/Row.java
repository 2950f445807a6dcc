package io.tidemark.benchmarks.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The figures of one configuration.
 *
 * @param name name, unique in its file; comparisons match rows by it
 * @param figures figures by name, in the order of the table's columns
 * @param words values that are no numbers by name, in the order of the columns after them
 */
public record Row(
    String name,
    Map<String, Figure> figures,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> words) {
  public Row {
    figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    // Most results have no words, and no field for them.
    words = words == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(words));
  }

  public Row(String name, Map<String, Figure> figures) {
    this(name, figures, Map.of());
  }

  /**
   * Returns the row with the windows of another run.
   *
   * @throws IllegalArgumentException if the other row has another name, or other figures
   */
  Row and(Row other) {
    if (!name.equals(other.name) || !figures.keySet().equals(other.figures.keySet())) {
      throw new IllegalArgumentException(
          "these are different rows: %s %s, %s %s"
              .formatted(name, figures.keySet(), other.name, other.figures.keySet()));
    }
    var all = new LinkedHashMap<String, Figure>();
    figures.forEach((key, figure) -> all.put(key, figure.and(other.figures.get(key))));
    return new Row(name, all, words);
  }

  /**
   * Returns a figure of one row divided by that of another, window by window; empty if either row
   * is missing.
   */
  public static Optional<Row> ratio(
      String ratioName, String figureName, List<Row> rows, String above, String below) {
    return named(above, rows)
        .flatMap(row -> named(below, rows).map(other -> row.over(other, ratioName, figureName)));
  }

  private static Optional<Row> named(String name, List<Row> rows) {
    return rows.stream().filter(row -> row.name().equals(name)).findFirst();
  }

  private Row over(Row other, String ratioName, String figureName) {
    Figure mine = figures.get(figureName);
    List<Double> others = other.figures.get(figureName).values();
    var ratios =
        IntStream.range(0, Math.min(mine.values().size(), others.size()))
            .mapToObj(i -> mine.values().get(i) / others.get(i))
            .toList();
    return new Row(ratioName, Map.of(figureName, Figure.of(Figure.RATIO, mine.better(), ratios)));
  }
}
