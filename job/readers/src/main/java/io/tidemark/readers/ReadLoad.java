package io.tidemark.readers;

import io.tidemark.job.config.JobConfig;
import java.util.Optional;

/** Readers beside a job, as a search controls them: Tidemark's own, or simulated ones. */
public interface ReadLoad {
  /** Stops asking queries until {@link #resume}. */
  void pause();

  /** Continues; queries that were due during the pause are not asked. */
  void resume();

  /**
   * Sets the rate. Queries that were due at the previous rate and are not asked yet are dropped.
   *
   * @param perSecond queries per second, above 0
   */
  void rate(double perSecond);

  /**
   * Returns the number of queries at the latest report that were asked, but neither answered nor
   * given up.
   */
  long outstanding();

  /**
   * Tells how far the job has written, because queries look back from the newest sample, and the
   * time of a generator differs from the clock.
   *
   * @param running configuration of the job
   * @param samples number of samples that the job has written
   */
  void written(JobConfig running, long samples);

  /**
   * Returns the readers' results between two moments of Unix time; empty if there are too few
   * reports.
   */
  Optional<Reads> between(long fromMillis, long toMillis);
}
