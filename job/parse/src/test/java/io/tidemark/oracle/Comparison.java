package io.tidemark.oracle;

import io.tidemark.format.Format;
import io.tidemark.parse.Parsed;
import io.tidemark.series.Sample;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
  /**
   * Of the largest value that is stored of a series: the database keeps the values of a block as
   * whole numbers of 64 bits with one power of ten, so that a small one beside a large one is
   * rounded. Two doubles of about the largest value differ by more.
   */
  private static final double ROUNDED = 1e-17;

  boolean isAlike() {
    return missing().isEmpty() && added().isEmpty();
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

  private Set<Sample> without(Set<Sample> samples, Set<Sample> others) {
    var left = new HashSet<>(samples);
    left.removeAll(others);
    left.removeIf(sample -> others.stream().anyMatch(other -> isRounded(sample, other)));
    return left;
  }

  private boolean isRounded(Sample sample, Sample other) {
    return sample.labels().equals(other.labels())
        && sample.timestampMillis() == other.timestampMillis()
        && Math.abs(sample.value() - other.value())
            <= ROUNDED
                * Stream.concat(stored.stream(), ours.stream())
                    .filter(each -> each.labels().equals(sample.labels()))
                    .mapToDouble(each -> Math.abs(each.value()))
                    .filter(Double::isFinite)
                    .max()
                    .orElse(0);
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
