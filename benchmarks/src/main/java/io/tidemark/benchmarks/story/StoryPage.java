package io.tidemark.benchmarks.story;

import io.tidemark.benchmarks.result.Figure;
import io.tidemark.benchmarks.result.ResultFile;
import io.tidemark.benchmarks.result.Row;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes the tables of docs/story.md, and keeps the text around them. */
public final class StoryPage {
  public static final String CAUSE = "Tidemark says";
  public static final String CONFIDENCE = "confidence";
  public static final String BECAUSE = "because";
  public static final String ADVICE = "advice";

  private static final String BEGIN = "<!-- benchmarks/run story writes what follows -->\n";
  private static final String END = "<!-- until here -->\n";

  private final ResultFile result;
  private final List<Stage> stages;
  private final List<Integer> ms;
  private final Map<String, Row> rows;

  private StoryPage(ResultFile result, List<Stage> stages, List<Integer> ms) {
    this.result = result;
    this.stages = stages;
    this.ms = ms;
    this.rows = result.rows().stream().collect(Collectors.toMap(Row::name, Function.identity()));
  }

  public static StoryPage of(ResultFile result, List<Stage> stages, List<Integer> ms) {
    return new StoryPage(result, stages, ms);
  }

  /** Replaces the text between the page's two marks. */
  public void writeInto(Path page) {
    try {
      Files.writeString(page, into(Files.readString(page)));
    } catch (IOException e) {
      throw new UncheckedIOException("can't write the story to " + page, e);
    }
  }

  /**
   * @throws IllegalArgumentException if the page lacks a mark
   */
  String into(String page) {
    int begin = page.indexOf(BEGIN);
    int end = page.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IllegalArgumentException(
          "the page has no place for the tables; it needs the lines %s and %s"
              .formatted(BEGIN.strip(), END.strip()));
    }
    return page.substring(0, begin + BEGIN.length()) + tables() + page.substring(end);
  }

  private String tables() {
    return "`%s`, %s, %d cores of %s, VictoriaMetrics %s:\n\n"
            .formatted(
                result.command(),
                result.date(),
                result.machine().cores(),
                result.machine().cpu(),
                result.versions().victoriaMetrics())
        + measured()
        + "\n"
        + told();
  }

  /**
   * Returns a table of what is written at each M, and other values at the largest M, where each
   * stage is at its limit.
   */
  private String measured() {
    var table = new StringBuilder("| million samples/min |");
    ms.forEach(m -> table.append(" M = %d |".formatted(m)));
    table.append(" against the stage before | slots taken | database CPU | job CPU |\n|---|");
    table.append("---:|".repeat(ms.size() + 4)).append("\n| expected |");
    ms.forEach(m -> table.append(" %s |".formatted(millions(row(0, m), "expected"))));
    table.append(" | | | |\n");
    for (int stage = 0; stage < stages.size(); stage++) {
      int at = stage;
      table.append("| %s |".formatted(stages.get(at).name()));
      ms.forEach(m -> table.append(" %s |".formatted(millions(row(at, m), "actual"))));
      Row row = row(at, largest());
      table.append(
          " %s | %s of %d | %s | %s |\n"
              .formatted(
                  at == 0 ? "" : gain(row, row(at - 1, largest())),
                  number(row, "slots taken", "%.1f"),
                  stages.get(at).slots(),
                  number(row, "database CPU", "%.0f %%"),
                  number(row, "job CPU", "%.2f cores")));
    }
    return table.toString();
  }

  private String told() {
    var table =
        new StringBuilder("| stage | what was changed | verdict | advice |\n|---|---|---|---|\n");
    for (int stage = 0; stage < stages.size(); stage++) {
      Map<String, String> words = row(stage, largest()).words();
      table.append(
          "| %s | %s | `%s` (%s) | %s |\n"
              .formatted(
                  stages.get(stage).name(),
                  stages.get(stage).changed(),
                  words.get(CAUSE),
                  words.get(CONFIDENCE),
                  words.getOrDefault(ADVICE, "")));
    }
    return table.toString();
  }

  private int largest() {
    return ms.get(ms.size() - 1);
  }

  private Row row(int stage, int m) {
    return rows.get(stages.get(stage).row(m));
  }

  private static String gain(Row row, Row before) {
    double factor = value(row, "actual") / value(before, "actual");
    return String.format(Locale.ROOT, "× %.1f", factor);
  }

  private static String millions(Row row, String figure) {
    return String.format(Locale.ROOT, "%.1f", value(row, figure) / 1e6);
  }

  private static String number(Row row, String name, String format) {
    Figure figure = row.figures().get(name);
    return figure == null ? "?" : String.format(Locale.ROOT, format, figure.median());
  }

  private static double value(Row row, String figure) {
    return row.figures().get(figure).median();
  }
}
