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
 * @param limit after which the job is stopped; empty: when its source ends
 * @param savepointFolder stop with a savepoint in there, instead of draining
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

  /** Whether acknowledgements are counted on from those in the savepoint. */
  boolean resumes() {
    return start.savepoint().isPresent() && start.fork().isEmpty();
  }
}
