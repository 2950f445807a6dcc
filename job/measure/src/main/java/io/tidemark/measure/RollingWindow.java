package io.tidemark.measure;

import io.tidemark.cluster.FlinkJob;
import io.tidemark.job.config.PublicSettings;
import io.tidemark.job.observe.InstrumentRequest;
import io.tidemark.job.observe.InstrumentRequest.Observations;
import io.tidemark.sink.TargetConfig;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;

/**
 * The last seconds of a job that someone else started, and that goes on when this is closed. Not
 * thread-safe.
 */
public final class RollingWindow implements AutoCloseable {
  /** Writers tell several times a second, and a cluster passes it on. */
  private static final Duration SILENCE = Duration.ofSeconds(3);

  /** What is kept beside the window, for readings on its edges and attempts that ended. */
  private static final int WINDOWS_KEPT = 2;

  private final FlinkJob job;
  private final PublicSettings settings;
  private final Duration length;
  private final JobLog jobLog = new JobLog();
  private final VertexLog vertexLog = new VertexLog();
  private final DatabaseWatch database;
  private final WindowReader reader;
  private long known = InstrumentRequest.Read.NEWEST;
  private long toldFromMillis = Long.MIN_VALUE;
  private long toldUntilMillis = Long.MIN_VALUE;
  private long toldAtNanos;

  /**
   * @param target the database that the job writes to
   * @param sharedHost whether that may run on the job's host, if its addresses say so
   */
  public RollingWindow(
      FlinkJob job,
      PublicSettings settings,
      TargetConfig target,
      boolean sharedHost,
      Duration length) {
    this.job = job;
    this.settings = settings;
    this.length = length;
    this.database = new DatabaseWatch(target);
    this.reader =
        new WindowReader(
            jobLog, vertexLog, database.log(), sharedHost && SharedHost.isHere(target.urls()));
  }

  /**
   * Takes in what was told since the last time.
   *
   * @throws CompletionException if Flink can't be asked now
   */
  public void read() {
    Observations told = job.observations(known);
    known = told.last();
    jobLog.add(told);
    vertexLog.add(System.currentTimeMillis(), job.vertices());
    long until = jobLog.completeUntilMillis();
    if (!jobLog.isEmpty() && until != toldUntilMillis) {
      toldFromMillis = begun() ? toldFromMillis : until;
      toldUntilMillis = until;
      toldAtNanos = System.nanoTime();
    }
    if (begun()) {
      long before = endMillis() - WINDOWS_KEPT * length.toMillis();
      jobLog.forgetBefore(before);
      vertexLog.forgetBefore(before);
      database.log().forgetBefore(before);
    }
  }

  /** Whether a writer has told anything yet. */
  private boolean begun() {
    return toldUntilMillis != Long.MIN_VALUE;
  }

  /** Empty until writers have told for as long as it is. */
  public Optional<Window> window() {
    if (!begun() || endMillis() - toldFromMillis < length.toMillis()) {
      return Optional.empty();
    }
    long end = endMillis();
    return Optional.of(reader.read(load(), end - length.toMillis(), end, 0, List.of()));
  }

  /** Moves on when the writers have fallen silent, so that an old window does not seem new. */
  private long endMillis() {
    long silentNanos = System.nanoTime() - toldAtNanos;
    return toldUntilMillis
        + (silentNanos > SILENCE.toNanos() ? Duration.ofNanos(silentNanos).toMillis() : 0);
  }

  private Load load() {
    return new Load(
        jobLog.inFlightBound(),
        settings.m(),
        settings.n(),
        settings.batchSamples(),
        settings.parallelism(),
        settings.sourceRate());
  }

  /** Why the database could not be read last, if it could not. */
  public Optional<String> databaseFailure() {
    return database.log().failure();
  }

  @Override
  public void close() {
    database.close();
  }
}
