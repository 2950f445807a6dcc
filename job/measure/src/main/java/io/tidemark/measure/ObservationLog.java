package io.tidemark.measure;

import io.tidemark.cluster.FlinkJob.VertexReading;
import io.tidemark.job.observe.InstrumentRequest.Observations;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * All that was observed of one job and the database that it writes to: counters, pages and when
 * they were read, restarts included. What a search, a comparison and a watch say is computed from
 * it. Not thread-safe but for the database's part.
 */
public final class ObservationLog {
  /** Of each rate. */
  public static final long GRID_MILLIS = JobLog.GRID_MILLIS;

  private final JobLog job = new JobLog();
  private final VertexLog vertices = new VertexLog();
  private final DatabaseLog database;
  private final WindowReader reader;

  /**
   * @param database which outlives the job
   * @param sharedHost whether the database runs on the job's host
   */
  public ObservationLog(DatabaseLog database, boolean sharedHost) {
    this.database = database;
    this.reader = new WindowReader(job, vertices, database, sharedHost);
  }

  public void add(Observations read) {
    job.add(read);
  }

  public void add(long millis, List<VertexReading> readings) {
    vertices.add(millis, readings);
  }

  public DatabaseLog database() {
    return database;
  }

  /** Number of the last observation of the job. */
  public long known() {
    return job.known();
  }

  /** Whether no writer has reported yet. */
  public boolean isEmpty() {
    return job.isEmpty();
  }

  /** Acknowledged since the job started, as far as was reported. */
  public long samples() {
    return Math.round(job.samples(Long.MAX_VALUE));
  }

  /** The moment up to which all writers have reported. */
  public long completeUntilMillis() {
    return job.completeUntilMillis();
  }

  /** Batches that the whole job may have in flight. */
  int inFlightBound() {
    return job.inFlightBound();
  }

  void forgetBefore(long millis) {
    job.forgetBefore(millis);
    vertices.forgetBefore(millis);
    database.forgetBefore(millis);
  }

  /** Samples acknowledged per second in each grid step between two moments, over all writers. */
  public double[] rates(long fromMillis, long toMillis) {
    return job.acknowledged(fromMillis, toMillis, GRID_MILLIS);
  }

  /** Of all samples acknowledged between two moments, since they were due. */
  public Histogram dueMicros(long fromMillis, long toMillis) {
    return job.latencyMicros(true, fromMillis, toMillis);
  }

  /**
   * @param warmUpMillis left out before {@code from}
   * @param marks what is known to be doubtful already
   */
  public Window window(
      Load load, long fromMillis, long toMillis, long warmUpMillis, List<String> marks) {
    return reader.read(load, fromMillis, toMillis, warmUpMillis, marks);
  }

  /**
   * The part of a run that has ended, from one share of its samples to another.
   *
   * @param samples acknowledged in the whole run
   * @param lastAckMillis when the last of them was
   * @return empty if the writers were not observed
   */
  public Optional<Part> part(double fromShare, double toShare, long samples, long lastAckMillis) {
    return Part.of(job, fromShare, toShare, samples, lastAckMillis);
  }
}
