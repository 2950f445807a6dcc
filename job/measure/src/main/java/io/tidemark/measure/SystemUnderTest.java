package io.tidemark.measure;

import io.tidemark.job.config.JobConfig;
import io.tidemark.process.CoreSpeed;
import io.tidemark.process.RunException;
import io.tidemark.readers.ReadLoad;
import io.tidemark.sink.Capabilities;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;

/**
 * A job that can be started, the database that it writes to, and the time that passes meanwhile. It
 * is either a Flink with a real database or a simulation of both. It runs one job at a time. Not
 * thread-safe.
 */
public interface SystemUnderTest {
  /** Returns what the database has, and how it behaves. */
  Capabilities capabilities();

  /** Returns what was read of the database, whichever job wrote to it. */
  DatabaseLog database();

  /**
   * Starts a job, and returns when all its tasks run and its writers report. The caller closes it.
   *
   * @throws RunException if it does not start
   */
  Job start(JobConfig config);

  /**
   * Starts the same job against a target that throws everything away; empty if there is no such
   * target for the database.
   */
  Optional<Job> startAlone(JobConfig config);

  /** Tells whether a job of this parallelism could be started now. */
  boolean hasTaskSlots(int parallelism);

  /** Returns the database if it may be changed. */
  Optional<ChangeableDatabase> changeable();

  /** Returns the readers that run beside the job unless paused; empty if there are none. */
  default Optional<ReadLoad> readers() {
    return Optional.empty();
  }

  /**
   * Returns the speed of the cores that job and database share; empty if they share none, or if the
   * cores are not idle. It may be called only while there is no job.
   */
  default Optional<CoreSpeed> coreSpeed() {
    return Optional.empty();
  }

  String flinkVersion();

  /** A running job; closing it ends it. */
  interface Job extends AutoCloseable {
    /** Sets the in-flight limit; returns false if that needs a job with fewer writers. */
    boolean bound(int inFlight);

    /**
     * Lets time pass, and returns all that was observed since the job began.
     *
     * @throws RunException if the job has ended, or can't be asked any more
     */
    ObservationLog observe(Duration time);

    @Override
    void close();
  }

  /** A database that Tidemark started, so it may be changed. */
  interface ChangeableDatabase {
    /** Returns the number of cores that it may be given. */
    int cores();

    /** Gives it this many cores while it runs. */
    void useCores(int cores);

    /** Restarts it with this many insert slots. Its address and data stay. */
    void restart(int insertSlots);

    /**
     * Restarts it with its original settings and does not wait; the future is done when the
     * database takes writes.
     */
    Future<?> beginRestart();

    /**
     * Lets it merge its files, which goes on afterwards, and does not wait for its answer. The
     * future fails if the database takes no such request.
     */
    Future<?> beginMerge();
  }
}
