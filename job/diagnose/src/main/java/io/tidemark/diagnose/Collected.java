package io.tidemark.diagnose;

import io.tidemark.measure.Amounts;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;

/**
 * What {@code diagnose --collect} saved, and what is in it.
 *
 * @param processes number of saved pages, by the name that their files begin with
 * @param failures why pages could not be read
 * @param raw whether values of labels were saved as they are
 * @param pseudonyms number of pseudonyms that stand for values
 * @param keptValues by label, the values that were saved as they are
 * @param droppedSettings names of settings whose values were dropped
 * @param leftOut number of samples that were left out, by reason
 * @param ended what ended it: {@code time}, {@code size} or {@code interrupted}
 */
public record Collected(
    String folder,
    SortedMap<String, Integer> processes,
    long bytes,
    List<String> failures,
    boolean raw,
    int pseudonyms,
    SortedMap<String, Set<String>> keptValues,
    Set<String> droppedSettings,
    SortedMap<String, Integer> leftOut,
    String ended) {
  private static final int MOST_SHOWN = 8;

  public int pages() {
    return processes.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Returns what is in the files, for people who are about to show them to others. */
  public String table() {
    var table = new StringBuilder();
    row(
        table,
        "saved",
        "%d pages of %d processes, %s; ended by %s"
            .formatted(pages(), processes.size(), Amounts.bytes(bytes), ended));
    processes.forEach(
        (name, pages) -> row(table, "process", "%s: %d pages".formatted(name, pages)));
    failures.forEach(failure -> row(table, "failed", failure));
    if (raw) {
      row(table, "inside", "all values of labels as they were: hosts, addresses, tenants, names");
    } else {
      row(
          table,
          "inside",
          "%d pseudonyms stand for hosts, addresses and whatever else".formatted(pseudonyms));
      keptValues.forEach((label, values) -> row(table, "values", label + ": " + shown(values)));
    }
    if (!droppedSettings.isEmpty()) {
      row(table, "dropped", "values of settings: " + String.join(", ", droppedSettings));
    }
    leftOut.forEach((why, samples) -> row(table, "left out", "%d %s".formatted(samples, why)));
    row(table, "read it", "tidemark diagnose --pages " + folder);
    return table.toString();
  }

  private static String shown(Set<String> values) {
    String first = String.join(", ", values.stream().limit(MOST_SHOWN).toList());
    return values.size() > MOST_SHOWN
        ? "%s and %d more".formatted(first, values.size() - MOST_SHOWN)
        : first;
  }

  private static void row(StringBuilder table, String name, String value) {
    table.append("%-10s %s%n".formatted(name, value));
  }
}
