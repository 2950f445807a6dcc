package io.tidemark.benchmarks.result;

import io.tidemark.benchmarks.result.Figure.Better;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Compares a result with an earlier one of the same benchmark. Pure.
 *
 * @param note other differences, such as the machine; may be empty
 */
public record ResultComparison(String note, List<Change> changes) {
  /** The smallest drop, as a share, that counts. */
  public static final double SMALLEST_DROP = 0.04;

  /**
   * @param drop share by which the figure got worse; negative if it got better; NaN if it is
   *     missing
   * @param bound the larger of the smallest drop and twice the larger relative standard deviation
   *     of the two
   */
  public record Change(
      String row, String figure, double before, double after, double drop, double bound) {
    public boolean isWorse() {
      return !(drop <= bound);
    }
  }

  /**
   * @param smallestDrop smallest drop that counts, as a share
   * @throws IllegalArgumentException if the results are from different benchmarks
   */
  public static ResultComparison of(ResultFile before, ResultFile after, double smallestDrop) {
    if (!before.benchmark().equals(after.benchmark())) {
      throw new IllegalArgumentException(
          "these are different benchmarks: %s and %s"
              .formatted(before.benchmark(), after.benchmark()));
    }
    Map<String, Row> rows =
        after.rows().stream().collect(Collectors.toMap(Row::name, Function.identity()));
    var changes = new ArrayList<Change>();
    for (Row row : before.rows()) {
      row.figures()
          .forEach(
              (name, figure) -> {
                if (figure.better() != Better.NEITHER) {
                  Row now = rows.get(row.name());
                  changes.add(
                      change(
                          row.name(),
                          name,
                          figure,
                          now == null ? null : now.figures().get(name),
                          smallestDrop));
                }
              });
    }
    return new ResultComparison(note(before, after), changes);
  }

  private static Change change(
      String row, String name, Figure before, Figure after, double smallestDrop) {
    if (after == null) {
      return new Change(row, name, before.median(), Double.NaN, Double.NaN, smallestDrop);
    }
    double growth = (after.median() - before.median()) / before.median();
    return new Change(
        row,
        name,
        before.median(),
        after.median(),
        before.better() == Better.HIGHER ? -growth : growth,
        Math.max(smallestDrop, 2 * Math.max(before.spread(), after.spread())));
  }

  private static String note(ResultFile before, ResultFile after) {
    if (!before.machine().equals(after.machine())) {
      return "the machines differ: %s, now %s".formatted(before.machine(), after.machine());
    }
    return before.method().equals(after.method())
        ? ""
        : "the methods differ: %s Now: %s".formatted(before.method(), after.method());
  }

  /**
   * Returns the changes of figures that both results have, because two commits may measure
   * differently.
   *
   * @throws IllegalArgumentException if there are none
   */
  public ResultComparison ofBoth() {
    List<Change> both = changes.stream().filter(it -> !Double.isNaN(it.after())).toList();
    if (both.isEmpty()) {
      throw new IllegalArgumentException("they have no figure in common");
    }
    return new ResultComparison(note, both);
  }

  public List<Change> worse() {
    return changes.stream().filter(Change::isWorse).toList();
  }

  /** One line for each figure; those that got worse begin with "WORSE". */
  public String toText() {
    var text = new StringBuilder(note.isEmpty() ? "" : note + "\n");
    for (Change change : changes) {
      text.append(
          String.format(
              Locale.ROOT,
              "%-6s %s, %s: %s -> %s%s%n",
              change.isWorse() ? "WORSE" : "ok",
              change.row(),
              change.figure(),
              Markdown.number(change.before()),
              Double.isNaN(change.after()) ? "gone" : Markdown.number(change.after()),
              Double.isNaN(change.drop())
                  ? ""
                  : String.format(
                      Locale.ROOT,
                      " (%+.1f %% for the better, bound %.1f %%)",
                      -100 * change.drop(),
                      100 * change.bound())));
    }
    return text.toString();
  }
}
