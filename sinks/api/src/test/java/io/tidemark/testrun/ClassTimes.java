package io.tidemark.testrun;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** How long each class of a test run took, its set-up and its end included. */
record ClassTimes(List<Row> rows) {
  private static final String BEGIN = "<!-- Written by ./tidemark test --table. -->\n";
  private static final String END = "<!-- The end of the table. -->";

  /** Shorter ones have none. */
  private static final double OWN_ROW_SECONDS = 5;

  private static final Pattern LINE =
      Pattern.compile("^\\| `(\\w+)` \\| ([\\w/-]+) \\| (\\d+) \\|$", Pattern.MULTILINE);

  record Row(String module, String type, double seconds) {}

  static ClassTimes of(Path root, List<Path> modules, Instant since) throws IOException {
    var rows = new ArrayList<Row>();
    for (Path module : modules) {
      var seconds = new TreeMap<String, Double>();
      for (TestEvent event : TestRunSummary.events(List.of(module), since)) {
        if (event.test().isEmpty()) {
          seconds.merge(event.name(), event.tookMillis() / 1e3, Double::sum);
        }
      }
      String name = root.relativize(module).toString();
      seconds.forEach((type, sum) -> rows.add(new Row(name, type, sum)));
    }
    return new ClassTimes(rows);
  }

  /** These, and those of an older table that this run left out. */
  private String table(String older) {
    Map<String, Row> all =
        LINE.matcher(older)
            .results()
            .map(row -> new Row(row.group(2), row.group(1), Double.parseDouble(row.group(3))))
            .collect(Collectors.toMap(Row::type, row -> row, (one, other) -> other, TreeMap::new));
    rows.forEach(row -> all.put(row.type, row));
    return all.values().stream()
        .filter(row -> row.seconds >= OWN_ROW_SECONDS)
        .sorted(Comparator.comparingDouble(Row::seconds).reversed())
        .map(row -> "| `%s` | %s | %.0f |\n".formatted(row.type, row.module, row.seconds))
        .collect(Collectors.joining("", "| class | module | s |\n|---|---|---:|\n", ""));
  }

  /**
   * Puts the table between its two marks, where rows of classes that did not run stay.
   *
   * @throws IllegalArgumentException if the page has no such marks
   */
  void writeInto(Path page) throws IOException {
    String text = Files.readString(page);
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IllegalArgumentException(page + " has no place for the table of classes: " + BEGIN);
    }
    int rows = begin + BEGIN.length();
    Files.writeString(
        page, text.substring(0, rows) + table(text.substring(rows, end)) + text.substring(end));
  }
}
