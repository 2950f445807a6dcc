package io.tidemark.run;

import io.tidemark.cluster.Start;
import io.tidemark.job.config.JobConfig;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * One execution of a job.
 *
 * @param countedBefore totals in the savepoint that are no part of this run
 * @param limit the time after which the job is stopped; empty if it ends with its source
 * @param savepointFolder where it is stopped with a savepoint; empty if it is drained instead
 */
public record JobPlan(
    JobConfig config,
    Start start,
    Map<String, Long> countedBefore,
    Optional<Duration> limit,
    Optional<String> savepointFolder) {

  public static JobPlan of(JobConfig config, Start start, Optional<Duration> limit) {
    return new JobPlan(config, start, Map.of(), limit, Optional.empty());
  }

  public JobPlan countingFrom(Map<String, Long> countedBefore) {
    return new JobPlan(config, start, countedBefore, limit, savepointFolder);
  }

  public JobPlan stoppingWithSavepoint(Optional<String> folder) {
    return new JobPlan(config, start, countedBefore, limit, folder);
  }

  /** Tells whether acknowledgements are counted on from those in the savepoint. */
  boolean resumes() {
    return start.savepoint().isPresent() && start.fork().isEmpty();
  }
}
