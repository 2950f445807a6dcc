package io.tidemark.job;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;

/**
 * Runs {@code flink run --duration}: stops the job when its time is over, so that what was read is
 * written first. While the job restarts, that fails and is tried again; a job that can't be stopped
 * this way is cancelled, and never runs on.
 *
 * @param savepointFolder the folder for the stop's savepoint; null for the cluster's own
 * @param patience how long the stop is tried
 */
record TimedRun(JobClient job, String savepointFolder, Duration patience, Duration pause) {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  TimedRun(JobClient job, String savepointFolder) {
    this(job, savepointFolder, PATIENCE, PAUSE);
  }

  /**
   * @throws IllegalStateException if the job had to be cancelled; says why and what to change
   */
  JobExecutionResult endAfter(Duration duration) throws Exception {
    var result = job.getJobExecutionResult();
    if (endsWithin(duration, result)) {
      return result.get();
    }
    long deadlineNanos = System.nanoTime() + patience.toNanos();
    while (true) {
      try {
        job.stopWithSavepoint(true, savepointFolder, SavepointFormatType.CANONICAL).get();
        return result.get();
      } catch (ExecutionException e) {
        if (System.nanoTime() - deadlineNanos >= 0) {
          cancel(e);
        }
      }
      if (endsWithin(pause, result)) {
        return result.get();
      }
    }
  }

  private static boolean endsWithin(Duration duration, Future<JobExecutionResult> result)
      throws Exception {
    try {
      result.get(duration.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }

  private void cancel(ExecutionException why) throws Exception {
    job.cancel().get();
    throw new IllegalStateException(
        "the job was cancelled when --duration was over, and what was in flight then may not be written: stopping it failed for %d s (%s); set checkpoint.dir to a folder that all its machines see"
            .formatted(patience.toSeconds(), RootCause.of(why)),
        why);
  }
}
