package io.tidemark.benchmarks.result;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Formats a result file as a page: tables of medians with their spread. Pure. */
final class Markdown {
  private Markdown() {}

  static String of(ResultFile result) {
    var page = new StringBuilder("# %s\n\n".formatted(result.benchmark()));
    page.append("`%s`, %s. %s\n\n".formatted(result.command(), result.date(), result.method()));
    page.append("%s\n\n".formatted(describe(result.machine(), result.versions())));
    for (Section section : Section.values()) {
      page.append(table(section, result));
    }
    return page.toString();
  }

  private static String describe(Machine machine, Versions versions) {
    return "%d cores of %s, %d GiB, %s; Tidemark %s, Flink %s, %s%s."
        .formatted(
            machine.cores(),
            machine.cpu(),
            Math.round(machine.memoryBytes() / (double) (1 << 30)),
            machine.os(),
            versions.tidemark(),
            versions.flink(),
            versions.jdk(),
            versions.victoriaMetrics() == null
                ? ""
                : ", VictoriaMetrics " + versions.victoriaMetrics());
  }

  /** The kinds of figures; a page has a table for each. */
  private enum Section {
    FIGURES("", unit -> !unit.equals(Figure.NANOS) && !unit.equals(Figure.RATIO)),
    NANOS(
        "Where the CPU time of one sample goes, by thread, in nanoseconds:", Figure.NANOS::equals),
    RATIOS("Window by window; in brackets the 95 % interval of their mean:", Figure.RATIO::equals);

    private final String title;
    private final Predicate<String> units;

    Section(String title, Predicate<String> units) {
      this.title = title;
      this.units = units;
    }

    private boolean has(Figure figure) {
      return units.test(figure.unit());
    }
  }

  private static String table(Section section, ResultFile result) {
    Map<String, String> columns = new LinkedHashMap<>();
    for (Row row : result.rows()) {
      row.figures()
          .forEach(
              (name, figure) -> {
                if (section.has(figure)) {
                  columns.putIfAbsent(name, heading(name, figure.unit()));
                }
              });
    }
    if (columns.isEmpty()) {
      return "";
    }
    Set<String> words = section == Section.FIGURES ? words(result) : Set.of();
    var table = new StringBuilder(section.title.isEmpty() ? "" : section.title + "\n\n");
    table.append("| |");
    columns.values().forEach(heading -> table.append(" %s |".formatted(heading)));
    words.forEach(heading -> table.append(" %s |".formatted(heading)));
    table.append("\n|---|").append("---:|".repeat(columns.size()));
    table.append("---|".repeat(words.size())).append('\n');
    result.rows().stream()
        .filter(row -> row.figures().values().stream().anyMatch(section::has))
        .forEach(row -> table.append(line(row, columns.keySet(), words)));
    return table.append('\n').toString();
  }

  private static String heading(String name, String unit) {
    return unit.equals(Figure.NANOS) || unit.equals(Figure.RATIO) ? name : name + ", " + unit;
  }

  private static Set<String> words(ResultFile result) {
    return result.rows().stream()
        .flatMap(row -> row.words().keySet().stream())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static String line(Row row, Set<String> figures, Set<String> words) {
    return Stream.concat(
            figures.stream().map(name -> cell(row.figures().get(name))),
            words.stream().map(name -> row.words().getOrDefault(name, "")))
        .collect(Collectors.joining(" | ", "| " + row.name() + " | ", " |\n"));
  }

  private static String cell(Figure figure) {
    if (figure == null) {
      return "";
    }
    String spread =
        figure.values().size() < 2
            ? ""
            : String.format(Locale.ROOT, " ± %.1f %%", 100 * figure.spread());
    return number(figure.median()) + spread + interval(figure);
  }

  /** Returns the interval of a ratio. */
  private static String interval(Figure figure) {
    return figure
        .meanOfRatios()
        .map(mean -> " (%s to %s)".formatted(number(mean.low()), number(mean.high())))
        .orElse("");
  }

  /** Returns the number with four significant digits. */
  static String number(double value) {
    double size = Math.abs(value);
    if (size >= 1e9) {
      return String.format(Locale.ROOT, "%.3f G", value / 1e9);
    }
    if (size >= 1e6) {
      return String.format(Locale.ROOT, "%.3f M", value / 1e6);
    }
    if (size >= 1000) {
      return String.format(Locale.ROOT, "%.0f", value);
    }
    return String.format(Locale.ROOT, size >= 10 ? "%.1f" : "%.4f", value);
  }
}
