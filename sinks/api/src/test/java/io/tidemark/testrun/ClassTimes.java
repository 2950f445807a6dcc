package io.tidemark.testrun;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How long each class of a test run took, its set-up and its end included. */
record ClassTimes(List<Row> rows) {
  private static final String BEGIN = "<!-- Written by ./tidemark test --table. -->\n";
  private static final String END = "<!-- The end of the table. -->";

  /** Shorter ones are added up by module. */
  private static final double OWN_ROW_SECONDS = 5;

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

  String table() {
    var text = new StringBuilder("| class | module | s |\n|---|---|---:|\n");
    rows.stream()
        .filter(row -> row.seconds >= OWN_ROW_SECONDS)
        .sorted(Comparator.comparingDouble(Row::seconds).reversed())
        .forEach(row -> text.append(line("`" + row.type + "`", row.module, row.seconds)));
    Map<String, List<Row>> others =
        rows.stream()
            .filter(row -> row.seconds < OWN_ROW_SECONDS)
            .collect(Collectors.groupingBy(Row::module, TreeMap::new, Collectors.toList()));
    others.forEach(
        (module, of) ->
            text.append(
                line(of.size() + " others", module, of.stream().mapToDouble(Row::seconds).sum())));
    return text.toString();
  }

  private static String line(String what, String module, double seconds) {
    return String.format(Locale.ROOT, "| %s | %s | %.0f |%n", what, module, seconds);
  }

  /**
   * Puts the table between its two marks.
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
    Files.writeString(
        page, text.substring(0, begin + BEGIN.length()) + table() + text.substring(end));
  }
}
