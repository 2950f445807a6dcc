package io.tidemark.readers;

import io.tidemark.job.config.JobConfig;
import java.util.Optional;

/** Who reads beside a job, as it can be steered: readers of our own, or a simulation of them. */
public interface ReadLoad {
  /** Asks nothing until {@link #resume}. */
  void pause();

  /** What would have been due meanwhile is not asked. */
  void resume();

  /**
   * Asks at another rate from now on; what was due at the one before and is not asked yet is not
   * asked.
   *
   * @param perSecond more than 0
   */
  void rate(double perSecond);

  /** Queries that were asked and neither answered nor given up, when it was last reported. */
  long outstanding();

  /**
   * A generator makes time of its own, and queries look back from the newest sample.
   *
   * @param running the job's configuration
   * @param samples that it has written
   */
  void written(JobConfig running, long samples);

  /** What was reported between two moments of Unix time; empty if that is too little to say. */
  Optional<Reads> between(long fromMillis, long toMillis);
}
