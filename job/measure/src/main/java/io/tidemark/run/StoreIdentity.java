package io.tidemark.run;

import io.tidemark.measure.Amounts;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.TsdbSignals;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Which database a run wrote to. Runs can be compared only if its version, flags and processes are
 * the same.
 *
 * @param nodes by a node's name, what tells it from another, in words
 */
public record StoreIdentity(Map<String, String> nodes) {
  private static final String OWN = "own";

  /**
   * @param own whether Tidemark starts it anew for each run, so that its process says nothing
   * @return empty if it tells nothing, or there is none
   */
  public static Optional<StoreIdentity> read(TargetConfig target, boolean own) {
    if (target.type().equals("null")) {
      return Optional.empty();
    }
    try (CapacityProbe probe =
        Tsdb.byType(target.type(), StoreIdentity.class.getClassLoader()).probe(target)) {
      return Optional.of(of(probe.read(), own));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  static StoreIdentity of(TsdbSignals signals, boolean own) {
    var nodes = new TreeMap<String, String>();
    for (TsdbNode node : signals.nodes()) {
      var flags = new TreeMap<>(node.flags());
      String process =
          own || node.startSeconds().isEmpty()
              ? ""
              : ", started at " + Amounts.whole(node.startSeconds().getAsDouble());
      nodes.put(
          own ? OWN : node.name(),
          "version %s%s, flags %s".formatted(node.version().orElse("unknown"), process, flags));
    }
    return new StoreIdentity(nodes);
  }

  /** Returns what is different now, in words; empty if nothing is. */
  public Optional<String> changedTo(StoreIdentity now) {
    return nodes.equals(now.nodes)
        ? Optional.empty()
        : Optional.of(
            "the database is another than before: was %s, is %s".formatted(nodes, now.nodes));
  }
}
