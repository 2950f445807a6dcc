package io.tidemark.sink;

import io.tidemark.series.Amplification;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * A kind of database, found by {@code target.type} through {@link ServiceLoader}. A new one is one
 * new module that implements this.
 */
public interface Tsdb {
  /** The value of {@code target.type}. */
  String type();

  WireFormat format(TargetConfig target, Amplification amplification);

  WriteClient client(TargetConfig target, ClientOptions options);

  CapacityProbe probe(TargetConfig target);

  /** What it is like, whichever version it has. */
  Capabilities capabilities();

  /** How one of our own is started; empty where that can't be done. */
  default Optional<OwnedDatabase.Starter> starter() {
    return Optional.empty();
  }

  /**
   * Starts a {@link NullTarget} for this protocol; empty where there is none.
   *
   * @throws io.tidemark.process.RunException if it does not start
   */
  default Optional<NullTarget> startNullTarget() {
    return Optional.empty();
  }

  /**
   * @throws IllegalArgumentException if there is none, naming those there are
   */
  static Tsdb byType(String type, ClassLoader loader) {
    var known = new TreeMap<String, Tsdb>();
    ServiceLoader.load(Tsdb.class, loader).forEach(tsdb -> known.put(tsdb.type(), tsdb));
    Tsdb found = known.get(type);
    if (found == null) {
      throw new IllegalArgumentException(
          "unknown target.type=%s; one of %s".formatted(type, known.keySet()));
    }
    return found;
  }
}
