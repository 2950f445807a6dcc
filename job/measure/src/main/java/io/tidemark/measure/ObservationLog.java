package io.tidemark.measure;

import io.tidemark.cluster.FlinkJob.VertexReading;
import io.tidemark.job.observe.InstrumentRequest.Observations;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * All that was observed of one job and of the database that it writes to: counters, pages and when
 * they were read, restarts included. A search, a comparison and a watch compute their results from
 * it. Only the database's part is thread-safe.
 */
public final class ObservationLog {
  /** Each rate covers this many milliseconds. */
  public static final long GRID_MILLIS = JobLog.GRID_MILLIS;

  private final JobLog job = new JobLog();
  private final VertexLog vertices = new VertexLog();
  private final DatabaseLog database;
  private final WindowReader reader;

  /**
   * @param database the database's log, which outlives the job
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

  /** Returns the number of the last observation of the job. */
  public long known() {
    return job.known();
  }

  /** Tells whether no writer has reported yet. */
  public boolean isEmpty() {
    return job.isEmpty();
  }

  /** Returns the samples acknowledged since the job started, as far as was reported. */
  public long samples() {
    return Math.round(job.samples(Long.MAX_VALUE));
  }

  /** Returns the moment up to which all writers have reported. */
  public long completeUntilMillis() {
    return job.completeUntilMillis();
  }

  /** Returns how many batches the whole job may have in flight. */
  int inFlightBound() {
    return job.inFlightBound();
  }

  void forgetBefore(long millis) {
    job.forgetBefore(millis);
    vertices.forgetBefore(millis);
    database.forgetBefore(millis);
  }

  /** Returns the samples acknowledged per second in each grid step, over all writers. */
  public double[] rates(long fromMillis, long toMillis) {
    return job.acknowledged(fromMillis, toMillis, GRID_MILLIS);
  }

  /**
   * Returns the time from when each sample was due until it was acknowledged, for all samples
   * acknowledged between two moments.
   */
  public Histogram dueMicros(long fromMillis, long toMillis) {
    return job.latencyMicros(true, fromMillis, toMillis);
  }

  /**
   * @param warmUpMillis the time before {@code from} that is left out
   * @param marks what is known to be doubtful already
   */
  public Window window(
      Load load, long fromMillis, long toMillis, long warmUpMillis, List<String> marks) {
    return reader.read(load, fromMillis, toMillis, warmUpMillis, marks);
  }

  /**
   * Returns the part of a run that has ended, from one share of its samples to another.
   *
   * @param samples the samples acknowledged in the whole run
   * @param lastAckMillis when the last of them was
   * @return the part; empty if the writers were not observed
   */
  public Optional<Part> part(double fromShare, double toShare, long samples, long lastAckMillis) {
    return Part.of(job, fromShare, toShare, samples, lastAckMillis);
  }
}
