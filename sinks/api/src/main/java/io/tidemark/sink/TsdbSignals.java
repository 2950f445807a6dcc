package io.tidemark.sink;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A database's own signals at one moment. Rates and totals are the reader's to compute.
 *
 * @param nodes one for each process that was read
 * @param warnings what is known of these versions and settings that makes a measurement doubtful,
 *     one line each
 */
public record TsdbSignals(List<TsdbNode> nodes, List<String> warnings) {
  public static final TsdbSignals NONE = new TsdbSignals(List.of(), List.of());

  public TsdbSignals {
    nodes = List.copyOf(nodes);
    warnings = List.copyOf(warnings);
  }

  /** All there are, should they differ. */
  public Optional<String> version() {
    String versions =
        nodes.stream()
            .map(TsdbNode::version)
            .flatMap(Optional::stream)
            .distinct()
            .collect(Collectors.joining(", "));
    return versions.isEmpty() ? Optional.empty() : Optional.of(versions);
  }
}
