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
 * A job that can be started, the database that it writes to, and the time that passes meanwhile: a
 * Flink with a database under watch, or a simulation of both. One job at a time. Not thread-safe.
 */
public interface SystemUnderTest {
  /** What the database is like. */
  Capabilities capabilities();

  /** What was read of the database, whichever job wrote to it. */
  DatabaseLog database();

  /**
   * Returns when all its tasks run and its writers report; whoever gets it closes it.
   *
   * @throws RunException if it does not start
   */
  Job start(JobConfig config);

  /** The same into a target that throws everything away; empty if there is none for it. */
  Optional<Job> startAlone(JobConfig config);

  /** Whether a job of this parallelism could be started now. */
  boolean hasTaskSlots(int parallelism);

  /** The database, if it may be changed. */
  Optional<ChangeableDatabase> changeable();

  /** Who reads the database beside the job, as long as it is not paused; empty if nobody does. */
  default Optional<ReadLoad> readers() {
    return Optional.empty();
  }

  /**
   * How fast the cores are that job and database share; empty where they do not, or are not idle.
   * Only while there is no job.
   */
  default Optional<CoreSpeed> coreSpeed() {
    return Optional.empty();
  }

  String flinkVersion();

  /** A running job; ended when it is closed. */
  interface Job extends AutoCloseable {
    /** Bounds the requests in flight from now on; false if that takes a job with fewer writers. */
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

  /** A database that was started for this. */
  interface ChangeableDatabase {
    /** That it may be given. */
    int cores();

    /** While it runs. */
    void useCores(int cores);

    /** Its address and data stay. */
    void restart(int insertSlots);

    /** The same as it was started, without waiting: it is done when the database takes writes. */
    Future<?> beginRestart();

    /**
     * Has it merge its files, which goes on afterwards, without waiting for its answer: fails if it
     * takes no such request.
     */
    Future<?> beginMerge();
  }
}
