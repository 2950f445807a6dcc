package io.tidemark.sink.victoriametrics;

import io.tidemark.sink.TsdbNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Known problems of versions, which make a measurement of them doubtful. Pure. */
final class KnownProblems {
  private KnownProblems() {}

  /** Returns one line for each process and problem. */
  static List<String> of(List<TsdbNode> nodes) {
    var problems = new ArrayList<String>();
    for (TsdbNode node : nodes) {
      Optional<int[]> release = node.version().map(KnownProblems::release);
      if (release.isPresent() && leaksSlots(release.get())) {
        problems.add(
            "VictoriaMetrics %s at %s can lose insert slots until ingestion stops (its issue 10784); use 1.140 or later, or 1.136.4 of the long-term line"
                .formatted(node.version().get(), node.name()));
      }
    }
    return problems;
  }

  private static int[] release(String version) {
    String[] parts = version.split("\\.");
    return new int[] {Integer.parseInt(parts[1]), Integer.parseInt(parts[2])};
  }

  /** Versions from 1.134 on leak slots, until the fix in 1.140, 1.136.4 and 1.122.19. */
  private static boolean leaksSlots(int[] release) {
    int minor = release[0];
    int patch = release[1];
    return switch (minor) {
      case 122 -> patch < 19;
      case 136 -> patch < 4;
      default -> minor >= 134 && minor < 140;
    };
  }
}
