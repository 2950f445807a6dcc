package io.tidemark.simulated;

import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.TsdbNode.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** What is read of the databases, where that is not what is so. Pure. */
final class SimulatedPages {
  private final Surroundings.Pages pages;

  SimulatedPages(Surroundings.Pages pages) {
    this.pages = pages;
  }

  /**
   * @param last of all
   */
  TsdbNode of(TsdbNode node, boolean last) {
    double factor = pages.lastOnly() && !last ? 1 : pages.coresFactor();
    var cores = OptionalDouble.of(node.cpu().cores().orElseThrow() * factor);
    return with(
        node,
        node.name(),
        pages.ofAnother() ? Role.OTHER : node.role(),
        new TsdbNode.Cpu(node.cpu().seconds(), cores),
        pages.pressure()
            ? node.pressure()
            : new TsdbNode.Pressure(OptionalDouble.empty(), OptionalDouble.empty()));
  }

  ArrayList<TsdbNode> of(List<TsdbNode> nodes) {
    var read = new ArrayList<>(nodes.subList(0, Math.max(1, nodes.size() - pages.missing())));
    if (pages.twice()) {
      TsdbNode first = nodes.get(0);
      read.add(with(first, "again", first.role(), first.cpu(), first.pressure()));
    }
    return read;
  }

  private static TsdbNode with(
      TsdbNode node, String name, Role role, TsdbNode.Cpu cpu, TsdbNode.Pressure pressure) {
    return new TsdbNode(
        name,
        role,
        node.readAtNanos(),
        node.version(),
        node.startSeconds(),
        cpu,
        pressure,
        node.residentBytes(),
        node.slots(),
        node.rows(),
        node.storage(),
        node.sessions(),
        node.links(),
        node.flags());
  }
}
