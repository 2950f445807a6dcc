package io.tidemark.simulated;

import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.TsdbNode.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Makes what is read of the databases, if it differs from the truth. Pure. */
final class SimulatedPages {
  private final Surroundings.Pages pages;

  SimulatedPages(Surroundings.Pages pages) {
    this.pages = pages;
  }

  /**
   * @param last whether the node is the last of all
   */
  TsdbNode of(TsdbNode node, boolean last) {
    double factor = pages.lastOnly() && !last ? 1 : pages.coresFactor();
    var cores = OptionalDouble.of(node.cpu().cores().orElseThrow() * factor);
    TsdbNode.Builder page = node.toBuilder().cpu(new TsdbNode.Cpu(node.cpu().seconds(), cores));
    if (pages.ofAnother()) {
      page.role(Role.OTHER);
    }
    if (!pages.pressure()) {
      page.pressure(new TsdbNode.Pressure(OptionalDouble.empty(), OptionalDouble.empty()));
    }
    return page.build();
  }

  ArrayList<TsdbNode> of(List<TsdbNode> nodes) {
    var read = new ArrayList<>(nodes.subList(0, Math.max(1, nodes.size() - pages.missing())));
    if (pages.twice()) {
      read.add(nodes.get(0).toBuilder().name("again").build());
    }
    return read;
  }
}
