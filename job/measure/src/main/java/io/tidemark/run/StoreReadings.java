package io.tidemark.run;

import io.tidemark.process.Poll;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.TsdbSignals;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** The database's own signals before and after a run. */
public final class StoreReadings implements AutoCloseable {
  /** Databases serve a page of metrics for about a second before they make a new one. */
  private static final Duration PAGE_AGE = Duration.ofMillis(1_100);

  private final Optional<CapacityProbe> probe;
  private final Observer observer;
  private Optional<TsdbSignals> before = Optional.empty();

  public StoreReadings(TargetConfig target, Observer observer) {
    this.observer = observer;
    this.probe =
        target.type().equals("null")
            ? Optional.empty()
            : Optional.of(
                Tsdb.byType(target.type(), StoreReadings.class.getClassLoader()).probe(target));
  }

  void before() {
    before = read();
  }

  /** The difference; null if either reading is missing. */
  RunResult.Store after() {
    if (before.isEmpty()) {
      return null;
    }
    Poll.pause(PAGE_AGE);
    return read().map(after -> difference(before.get(), after)).orElse(null);
  }

  private Optional<TsdbSignals> read() {
    if (probe.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(probe.get().read());
    } catch (IOException e) {
      observer.warn("the database's own metrics are left out: " + e.getMessage());
      return Optional.empty();
    }
  }

  private RunResult.Store difference(TsdbSignals before, TsdbSignals after) {
    if (!before.processStartSeconds().equals(after.processStartSeconds())) {
      observer.warn("the database restarted during the run; its CPU time is left out");
      return store(after, null, null);
    }
    Map<String, Long> ignored = ignored(before.rowsIgnored(), after.rowsIgnored());
    if (!ignored.isEmpty()) {
      observer.warn(
          "the database accepted rows but did not store them: %s; acknowledged samples are not all there"
              .formatted(ignored));
    }
    Double cpuSeconds =
        before.cpuSeconds().isPresent() && after.cpuSeconds().isPresent()
            ? after.cpuSeconds().getAsDouble() - before.cpuSeconds().getAsDouble()
            : null;
    return store(after, cpuSeconds, ignored);
  }

  static Map<String, Long> ignored(Map<String, Double> before, Map<String, Double> after) {
    var ignored = new TreeMap<String, Long>();
    after.forEach(
        (reason, rows) -> {
          long more = Math.round(rows - before.getOrDefault(reason, 0.0));
          if (more > 0) {
            ignored.put(reason, more);
          }
        });
    return ignored;
  }

  private static RunResult.Store store(
      TsdbSignals after, Double cpuSeconds, Map<String, Long> ignored) {
    return new RunResult.Store(
        after.version().orElse(null),
        cpuSeconds,
        whole(after.residentBytes()),
        whole(after.diskBytes()),
        ignored);
  }

  private static Long whole(OptionalDouble value) {
    return value.isPresent() ? Math.round(value.getAsDouble()) : null;
  }

  @Override
  public void close() {
    probe.ifPresent(CapacityProbe::close);
  }
}
