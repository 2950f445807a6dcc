package io.tidemark.sink;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Of all processes that have the signal; absent if none has. */
public record Totals(TsdbSignals signals) {
  public OptionalDouble cpuSeconds() {
    return sum(signals.nodes(), node -> node.cpu().seconds());
  }

  public OptionalDouble rowsInserted() {
    return sum(signals.nodes(), node -> node.rows().inserted());
  }

  /** For whatever reason. */
  public double rowsIgnored() {
    return signals.nodes().stream()
        .flatMap(node -> node.rows().ignored().values().stream())
        .mapToDouble(Double::doubleValue)
        .sum();
  }

  public OptionalDouble slots() {
    return sum(limiting(), node -> node.slots().capacity());
  }

  public OptionalDouble slotsInUse() {
    return sum(limiting(), node -> node.slots().inUse());
  }

  /** Slots are those of the processes that take writes. */
  private List<TsdbNode> limiting() {
    return signals.nodes().stream().filter(node -> node.role().takesWrites()).toList();
  }

  private static OptionalDouble sum(
      List<TsdbNode> nodes, Function<TsdbNode, OptionalDouble> signal) {
    return nodes.stream().map(signal).flatMapToDouble(OptionalDouble::stream).reduce(Double::sum);
  }
}
