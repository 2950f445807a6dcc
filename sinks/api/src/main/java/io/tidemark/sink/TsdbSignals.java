package io.tidemark.sink;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A database's own signals at one moment. The reader computes rates and totals.
 *
 * @param nodes the signals of each process that was read
 * @param warnings what is known of these versions and settings that makes a measurement doubtful,
 *     one line each
 */
public record TsdbSignals(List<TsdbNode> nodes, List<String> warnings) {
  public static final TsdbSignals NONE = new TsdbSignals(List.of(), List.of());

  public TsdbSignals {
    nodes = List.copyOf(nodes);
    warnings = List.copyOf(warnings);
  }

  /** Returns the processes' version, or all their versions if they differ. */
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
