package io.tidemark.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.junit.jupiter.api.Test;

class TimedRunTest {
  private static final Duration MILLI = Duration.ofMillis(1);

  /** A job that can be stopped after some attempts. */
  private static final class Job implements JobClient {
    private final CompletableFuture<JobExecutionResult> result = new CompletableFuture<>();
    private final int failures;
    private int stops;
    private boolean cancelled;

    Job(int failures) {
      this.failures = failures;
    }

    @Override
    public JobID getJobID() {
      return new JobID();
    }

    @Override
    public CompletableFuture<JobStatus> getJobStatus() {
      return CompletableFuture.completedFuture(JobStatus.RUNNING);
    }

    @Override
    public CompletableFuture<Void> cancel() {
      cancelled = true;
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<String> stopWithSavepoint(
        boolean drain, String folder, SavepointFormatType format) {
      assertThat(drain).isTrue();
      if (++stops <= failures) {
        return CompletableFuture.failedFuture(new IllegalStateException("a task is not up"));
      }
      result.complete(new JobExecutionResult(getJobID(), 1, Map.of()));
      return CompletableFuture.completedFuture("savepoint");
    }

    @Override
    public CompletableFuture<String> triggerSavepoint(String folder, SavepointFormatType format) {
      throw new AssertionError("not a stop");
    }

    @Override
    public CompletableFuture<Map<String, Object>> getAccumulators() {
      return CompletableFuture.completedFuture(Map.of());
    }

    @Override
    public CompletableFuture<JobExecutionResult> getJobExecutionResult() {
      return result;
    }
  }

  @Test
  void stopsAJobThatIsBeingRestartedOnceItRuns() throws Exception {
    var job = new Job(3);
    new TimedRun(job, null, Duration.ofSeconds(60), MILLI).endAfter(MILLI);
    assertThat(job.stops).isEqualTo(4);
    assertThat(job.cancelled).isFalse();
  }

  @Test
  void cancelsAJobThatCanNotBeStopped() {
    var job = new Job(Integer.MAX_VALUE);
    assertThatThrownBy(() -> new TimedRun(job, null, Duration.ofMillis(20), MILLI).endAfter(MILLI))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("a task is not up")
        .hasMessageContaining("checkpoint.dir");
    assertThat(job.cancelled).isTrue();
  }

  @Test
  void leavesAJobAloneThatEndsByItself() throws Exception {
    var job = new Job(0);
    job.result.complete(new JobExecutionResult(job.getJobID(), 1, Map.of()));
    new TimedRun(job, null, Duration.ofSeconds(60), MILLI).endAfter(Duration.ofDays(1));
    assertThat(job.stops).isZero();
  }
}
