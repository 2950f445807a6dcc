package io.tidemark.sink;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;

/** What all processes of a database report together; a signal is absent if none of them has it. */
public final class SignalTotals {
  private SignalTotals() {}

  /** A restart of any process makes it the one that started last. */
  public static OptionalDouble processStartSeconds(TsdbSignals signals) {
    return signals.nodes().stream()
        .map(TsdbNode::startSeconds)
        .flatMapToDouble(OptionalDouble::stream)
        .max();
  }

  public static OptionalDouble cpuSeconds(TsdbSignals signals) {
    return sum(signals.nodes(), node -> node.cpu().seconds());
  }

  public static OptionalDouble slotsInUse(TsdbSignals signals) {
    return sum(limiting(signals), node -> node.slots().inUse());
  }

  public static OptionalDouble slots(TsdbSignals signals) {
    return sum(limiting(signals), node -> node.slots().capacity());
  }

  public static OptionalDouble rowsInserted(TsdbSignals signals) {
    return sum(signals.nodes(), node -> node.rows().inserted());
  }

  /** By reason. */
  public static Map<String, Double> rowsIgnored(TsdbSignals signals) {
    var ignored = new HashMap<String, Double>();
    for (TsdbNode node : signals.nodes()) {
      node.rows().ignored().forEach((reason, rows) -> ignored.merge(reason, rows, Double::sum));
    }
    return ignored;
  }

  /** Slots are those of the processes that take writes. */
  private static List<TsdbNode> limiting(TsdbSignals signals) {
    List<TsdbNode> takingWrites =
        signals.nodes().stream().filter(node -> node.role().takesWrites()).toList();
    return takingWrites.isEmpty() ? signals.nodes() : takingWrites;
  }

  private static OptionalDouble sum(
      List<TsdbNode> nodes, Function<TsdbNode, OptionalDouble> signal) {
    return nodes.stream().map(signal).flatMapToDouble(OptionalDouble::stream).reduce(Double::sum);
  }
}
