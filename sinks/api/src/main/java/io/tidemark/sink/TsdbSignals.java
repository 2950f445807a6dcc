package io.tidemark.sink;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A database's own signals at one moment. Rates are the reader's to compute. A total is over the
 * processes that have the signal, and absent if none has.
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

  /** A restart of any process makes it the one that started last. */
  public OptionalDouble processStartSeconds() {
    return nodes.stream().map(TsdbNode::startSeconds).flatMapToDouble(OptionalDouble::stream).max();
  }

  public OptionalDouble cpuSeconds() {
    return sum(nodes, node -> node.cpu().seconds());
  }

  public OptionalDouble cpuCores() {
    return sum(nodes, node -> node.cpu().cores());
  }

  public OptionalDouble slotsInUse() {
    return sum(limiting(), node -> node.slots().inUse());
  }

  public OptionalDouble slots() {
    return sum(limiting(), node -> node.slots().capacity());
  }

  public OptionalDouble slotLimitReached() {
    return sum(limiting(), node -> node.slots().limitReached());
  }

  public OptionalDouble rowsInserted() {
    return sum(nodes, node -> node.rows().inserted());
  }

  /** By reason. */
  public Map<String, Double> rowsIgnored() {
    var ignored = new HashMap<String, Double>();
    for (TsdbNode node : nodes) {
      node.rows().ignored().forEach((reason, rows) -> ignored.merge(reason, rows, Double::sum));
    }
    return ignored;
  }

  public OptionalDouble residentBytes() {
    return sum(nodes, TsdbNode::residentBytes);
  }

  public OptionalDouble diskBytes() {
    return sum(nodes, node -> node.storage().diskBytes());
  }

  /** Total of a signal that has no method of its own. */
  public OptionalDouble total(Function<TsdbNode, OptionalDouble> signal) {
    return sum(nodes, signal);
  }

  /**
   * Slots are those of the processes that take writes: adding those of storage processes, which
   * come into play one after the other, would tell of slots that no writer can use.
   */
  private List<TsdbNode> limiting() {
    List<TsdbNode> takingWrites = nodes.stream().filter(node -> node.role().takesWrites()).toList();
    return takingWrites.isEmpty() ? nodes : takingWrites;
  }

  private static OptionalDouble sum(
      List<TsdbNode> nodes, Function<TsdbNode, OptionalDouble> signal) {
    return nodes.stream().map(signal).flatMapToDouble(OptionalDouble::stream).reduce(Double::sum);
  }
}
