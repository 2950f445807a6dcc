package io.tidemark.run;

import io.tidemark.measure.DatabaseLog;
import io.tidemark.measure.Time;
import io.tidemark.process.Poll;
import io.tidemark.process.StopBudget;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** Reads the database's own signals before and after a run. */
public final class StoreReadings implements AutoCloseable {
  /** Databases serve a page of metrics for about a second before they make a new one. */
  private static final Duration PAGE_AGE = Duration.ofMillis(1_100);

  private final Optional<CapacityProbe> probe;
  private final Observer observer;
  private final DatabaseLog log = new DatabaseLog(Time.REAL);
  private final boolean ofOurOwn;
  private boolean before;
  private long readNanos;

  /**
   * @param ofOurOwn whether nobody else reads the database's pages
   */
  public StoreReadings(TargetConfig target, boolean ofOurOwn, Observer observer) {
    this.ofOurOwn = ofOurOwn;
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

  /** Returns the difference of the readings; null if either one is missing. */
  RunResult.Store after() {
    if (!before) {
      return null;
    }
    Poll.pause(untilANewPage());
    return read() ? difference() : null;
  }

  /** Returns the same for a run that someone ended, without a wait; null without an answer. */
  RunResult.Store afterStop() {
    return before && !StopBudget.ofThisProcess().isOver(StopBudget.Step.WRITE) ? after() : null;
  }

  /** Returns the time until a new page; one is made when someone asks for it. */
  private Duration untilANewPage() {
    Duration age = Duration.ofNanos(System.nanoTime() - readNanos);
    if (!ofOurOwn) {
      return PAGE_AGE;
    }
    return age.compareTo(PAGE_AGE) < 0 ? PAGE_AGE.minus(age) : Duration.ZERO;
  }

  private boolean read() {
    if (probe.isEmpty()) {
      return false;
    }
    try {
      log.add(probe.get().read());
      readNanos = System.nanoTime();
      return true;
    } catch (IOException e) {
      observer.warn("the database's own metrics are left out: " + e.getMessage());
      return false;
    }
  }

  private RunResult.Store difference() {
    DatabaseLog.Change change = log.change();
    if (change.restarted()) {
      observer.warn("the database restarted during the run; its CPU time is left out");
    } else if (!change.rowsIgnored().isEmpty()) {
      observer.warn(
          "the database accepted rows but did not store them: %s; acknowledged samples are not all there"
              .formatted(change.rowsIgnored()));
    }
    return new RunResult.Store(
        change.version(),
        change.restarted() ? null : change.cpuSeconds(),
        whole(change.residentBytes()),
        whole(change.diskBytes()),
        change.restarted() ? null : change.rowsIgnored());
  }

  private static Long whole(Double value) {
    return value == null ? null : Long.valueOf(Math.round(value));
  }

  @Override
  public void close() {
    probe.ifPresent(CapacityProbe::close);
  }
}
