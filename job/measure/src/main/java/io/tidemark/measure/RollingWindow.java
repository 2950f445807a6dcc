package io.tidemark.measure;

import io.tidemark.cluster.FlinkJob;
import io.tidemark.job.config.PublicSettings;
import io.tidemark.job.observe.InstrumentRequest;
import io.tidemark.job.observe.InstrumentRequest.Observations;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.TsdbSignals;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;

/**
 * The last window of a running job that someone else started, and that goes on when this is closed.
 * Not thread-safe.
 */
public final class RollingWindow implements AutoCloseable {
  /** Writers that report nothing for longer are silent: they report several times a second. */
  private static final Duration SILENCE = Duration.ofSeconds(3);

  /** So many windows' time is kept, for readings on edges and attempts that ended. */
  private static final int WINDOWS_KEPT = 2;

  private final FlinkJob job;
  private final PublicSettings settings;
  private final Duration length;
  private final Time time;
  private final DatabaseWatch database;
  private final ObservationLog log;
  private long known = InstrumentRequest.Read.NEWEST;
  private long readFromMillis = Long.MIN_VALUE;
  private long readUntilMillis = Long.MIN_VALUE;
  private long readAtNanos;

  /**
   * @param target the database that the job writes to
   * @param sharedHost whether the database may run on the job's host, if its addresses say so
   */
  public RollingWindow(
      FlinkJob job,
      PublicSettings settings,
      TargetConfig target,
      boolean sharedHost,
      Duration length,
      Time time) {
    this.job = job;
    this.time = time;
    this.settings = settings;
    this.length = length;
    this.database = new DatabaseWatch(target);
    this.log = new ObservationLog(database.log(), sharedHost && SharedHost.isHere(target.urls()));
  }

  /**
   * Adds what was reported since the last time.
   *
   * @throws CompletionException if Flink can't be asked now
   */
  public void read() {
    Observations read = job.observations(known);
    known = read.last();
    log.add(read);
    log.add(time.millis(), job.vertices());
    long until = log.completeUntilMillis();
    if (!log.isEmpty() && until != readUntilMillis) {
      readFromMillis = begun() ? readFromMillis : until;
      readUntilMillis = until;
      readAtNanos = time.nanos();
    }
    if (begun()) {
      long before = endMillis() - WINDOWS_KEPT * length.toMillis();
      log.forgetBefore(before);
    }
  }

  /** Tells whether a writer has reported anything yet. */
  private boolean begun() {
    return readUntilMillis != Long.MIN_VALUE;
  }

  /** Returns the last window; empty until writers have reported for so long. */
  public Optional<Window> window() {
    if (!begun() || endMillis() - readFromMillis < length.toMillis()) {
      return Optional.empty();
    }
    long end = endMillis();
    return Optional.of(log.window(load(), end - length.toMillis(), end, 0, List.of()));
  }

  /** Returns the end of the window; it moves on if writers are silent, so no old one seems new. */
  private long endMillis() {
    long silentNanos = time.nanos() - readAtNanos;
    return readUntilMillis
        + (silentNanos > SILENCE.toNanos() ? Duration.ofNanos(silentNanos).toMillis() : 0);
  }

  private Load load() {
    return new Load(
        log.inFlightBound(),
        settings.m(),
        settings.n(),
        settings.batchSamples(),
        settings.parallelism(),
        settings.sourceRate());
  }

  /** Returns why the database could not be read last; empty if it could. */
  public Optional<String> databaseFailure() {
    return database.log().failure();
  }

  /** Returns what the database reported last. */
  public TsdbSignals databaseSignals() {
    return database.log().last();
  }

  @Override
  public void close() {
    database.close();
  }
}
