package io.tidemark.oracle;

import io.tidemark.format.Format;
import io.tidemark.parse.Parsed;
import io.tidemark.series.Sample;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What became of one record.
 *
 * @param stored by the database that read it itself
 * @param ours what another one stores of the samples that the parser made
 * @param refused by the parser
 */
record Comparison(
    Format format,
    Input input,
    Set<Sample> stored,
    Set<Sample> ours,
    List<Parsed.Refused> refused) {
  boolean isAlike() {
    return stored.equals(ours);
  }

  /** Only the database made these. */
  Set<Sample> missing() {
    return without(stored, ours);
  }

  /** Only the parser did. */
  Set<Sample> added() {
    return without(ours, stored);
  }

  boolean isRefusedFor(String... details) {
    return refused.stream().anyMatch(r -> List.of(details).stream().anyMatch(r.detail()::contains));
  }

  private static Set<Sample> without(Set<Sample> samples, Set<Sample> others) {
    var left = new HashSet<>(samples);
    left.removeAll(others);
    return left;
  }

  @Override
  public String toString() {
    return "%s\n  input   %s\n  missing %s\n  added   %s\n  refused %s"
        .formatted(
            format,
            input,
            shown(missing()),
            shown(added()),
            refused.stream().map(r -> r.why().reason() + ": " + r.detail()).toList());
  }

  private static String shown(Set<Sample> samples) {
    return samples.stream()
        .limit(4)
        .map(s -> "%s %s %d".formatted(s.labels(), s.value(), s.timestampMillis()))
        .collect(Collectors.joining("; "));
  }
}
