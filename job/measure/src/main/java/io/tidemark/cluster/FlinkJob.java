package io.tidemark.cluster;

import io.tidemark.job.RootCause;
import io.tidemark.job.observe.Instrument;
import io.tidemark.job.observe.InstrumentRequest;
import io.tidemark.process.Poll;
import io.tidemark.process.RunException;
import io.tidemark.process.StopBudget;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.operators.coordination.CoordinationRequest;
import org.apache.flink.runtime.rest.messages.EmptyRequestBody;
import org.apache.flink.runtime.rest.messages.JobConfigHeaders;
import org.apache.flink.runtime.rest.messages.JobExceptionsHeaders;
import org.apache.flink.runtime.rest.messages.JobMessageParameters;
import org.apache.flink.runtime.rest.messages.JobVertexMessageParameters;
import org.apache.flink.runtime.rest.messages.SubtasksTimesHeaders;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointStatistics;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointingStatistics;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointingStatisticsHeaders;
import org.apache.flink.runtime.rest.messages.job.JobDetailsInfo;
import org.apache.flink.runtime.scheduler.stopwithsavepoint.StopWithSavepointStoppingException;

/** One job, which is driven over REST. */
public final class FlinkJob {
  private static final String BEHIND_ITS_SAVEPOINT =
      StopWithSavepointStoppingException.class.getSimpleName();

  /** Flink says this for the path of a checkpoint that has none. */
  private static final String IN_MEMORY = "<";

  private static final long ANSWER_SECONDS = 90;
  private static final int LOOKS_PER_SECOND = 5;

  private final RestClusterClient<?> client;
  private final JobID id;
  private final String savepointFolder;

  /**
   * @param savepointFolder where the savepoint of a drained stop goes, null for the cluster's own
   */
  FlinkJob(RestClusterClient<?> client, JobID id, String savepointFolder) {
    this.client = client;
    this.id = id;
    this.savepointFolder = savepointFolder;
  }

  public String id() {
    return id.toString();
  }

  public JobStatus status() {
    return await(client.getJobStatus(id));
  }

  public boolean ended() {
    return status().isGloballyTerminalState();
  }

  /** Returns what the job shows of itself to anyone, as Flink's web UI shows it. */
  public Map<String, String> publicSettings() {
    var parameters = new JobMessageParameters();
    parameters.jobPathParameter.resolve(id);
    var config =
        await(
            client.sendRequest(
                JobConfigHeaders.getInstance(), parameters, EmptyRequestBody.getInstance()));
    var execution = config.getExecutionConfigInfo();
    return execution == null ? Map.of() : execution.getGlobalJobParameters();
  }

  /** Returns when the last task began to run, on the JobManager's clock; empty until all run. */
  public OptionalLong runningSinceMillis() {
    JobDetailsInfo details = await(client.getJobDetails(id));
    long latest = 0;
    for (var vertex : details.getJobVertexInfos()) {
      var parameters = new JobVertexMessageParameters();
      parameters.jobPathParameter.resolve(id);
      parameters.jobVertexIdPathParameter.resolve(vertex.getJobVertexID());
      var times =
          await(
              client.sendRequest(
                  SubtasksTimesHeaders.getInstance(), parameters, EmptyRequestBody.getInstance()));
      for (var subtask : times.getSubtasks()) {
        long running = subtask.getTimestamps().getOrDefault(ExecutionState.RUNNING, 0L);
        if (running <= 0) {
          return OptionalLong.empty();
        }
        latest = Math.max(latest, running);
      }
    }
    return latest == 0 ? OptionalLong.empty() : OptionalLong.of(latest);
  }

  /** Returns how long each vertex was busy, backpressured and idle, the source first. */
  public List<VertexReading> vertices() {
    return await(client.getJobDetails(id)).getJobVertexInfos().stream()
        .map(
            vertex ->
                new VertexReading(
                    vertex.getJobVertexID().toString(),
                    vertex.getName(),
                    vertex.getParallelism(),
                    vertex.getJobVertexMetrics().getAccumulatedBusy(),
                    vertex.getJobVertexMetrics().getAccumulatedBackpressured(),
                    vertex.getJobVertexMetrics().getAccumulatedIdle()))
        .toList();
  }

  /**
   * The times of a vertex since its subtasks began, summed over them. What Flink could not yet read
   * is 0.
   *
   * @param busyMillis NaN if any subtask does not know
   */
  public record VertexReading(
      String id,
      String name,
      int parallelism,
      double busyMillis,
      double backpressuredMillis,
      double idleMillis) {}

  /** Returns why the job last failed; it may have been restarted since. */
  public Optional<Failure> lastFailure() {
    return failures().max(Comparator.comparingLong(Failure::timestampMillis));
  }

  private Stream<Failure> failures() {
    var headers = JobExceptionsHeaders.getInstance();
    var parameters = headers.getUnresolvedMessageParameters();
    parameters.jobPathParameter.resolve(id);
    var answer = await(client.sendRequest(headers, parameters, EmptyRequestBody.getInstance()));
    return answer.getExceptionHistory().getEntries().stream()
        .map(
            entry ->
                new Failure(entry.getTimestamp(), RootCause.ofStackTrace(entry.getStacktrace())));
  }

  /**
   * @param cause one line
   */
  public record Failure(long timestampMillis, String cause) {}

  /** Returns what the tasks last reported, which is late by a heartbeat. */
  public Map<String, Object> accumulators() {
    return await(client.getAccumulators(id, FlinkJob.class.getClassLoader()));
  }

  /**
   * Returns what the tasks have counted, as they report it several times a second.
   *
   * @param after as in {@link InstrumentRequest.Read}
   */
  public InstrumentRequest.Observations observations(long after) {
    return observations(new InstrumentRequest.Read(after));
  }

  /**
   * Returns the same, without asking for more than one observation a second.
   *
   * @param after as in {@link InstrumentRequest.Read}
   */
  public InstrumentRequest.Observations peek(long after) {
    return observations(new InstrumentRequest.Peek(after));
  }

  private InstrumentRequest.Observations observations(CoordinationRequest request) {
    return (InstrumentRequest.Observations)
        await(client.sendCoordinationRequest(id, Instrument.UID, request));
  }

  /** Changes how many batches the running job may have in flight. */
  public InstrumentRequest.Bounded boundInFlight(int batches) {
    return (InstrumentRequest.Bounded)
        await(
            client.sendCoordinationRequest(
                id, Instrument.UID, new InstrumentRequest.BoundInFlight(batches)));
  }

  /**
   * Ends the source and lets what was read be written. The savepoint that Flink makes of it is
   * removed, because nothing is left to do.
   */
  public CompletableFuture<Void> stopWithDrain() {
    return client
        .stopWithSavepoint(id, true, savepointFolder, SavepointFormatType.CANONICAL)
        .thenCompose(path -> client.disposeSavepoint(path).handle((done, failed) -> null));
  }

  /** Stops the job where it is, and returns the savepoint's path. */
  public CompletableFuture<String> stopWithSavepoint(String folder) {
    return client.stopWithSavepoint(id, false, folder, SavepointFormatType.CANONICAL);
  }

  /** Returns where the last completed checkpoint is; empty if there is none on disk. */
  public Optional<String> lastCheckpoint() {
    var headers = CheckpointingStatisticsHeaders.getInstance();
    var parameters = headers.getUnresolvedMessageParameters();
    parameters.jobPathParameter.resolve(id);
    var answer = await(client.sendRequest(headers, parameters, EmptyRequestBody.getInstance()));
    return Optional.ofNullable(answer.getLatestCheckpoints())
        .map(CheckpointingStatistics.LatestCheckpoints::getCompletedCheckpointStatistics)
        .map(CheckpointStatistics.CompletedCheckpointStatistics::getExternalPath)
        .filter(path -> !path.startsWith(IN_MEMORY));
  }

  public void cancel() {
    await(client.cancel(id));
  }

  /**
   * Returns how an ended job ended.
   *
   * @throws RunException if it failed
   */
  public Ended result() {
    JobResult result = await(client.requestJobResult(id));
    JobStatus status = status();
    if (status == JobStatus.FAILED) {
      throw new RunException(cause(result), result.getSerializedThrowable().orElse(null));
    }
    var totals = new HashMap<String, Object>();
    try {
      for (var entry : result.getAccumulatorResults().entrySet()) {
        totals.put(
            entry.getKey(),
            entry.getValue().deserializeValue(FlinkJob.class.getClassLoader()).getUnchecked());
      }
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException("the job's totals can't be read", e);
    }
    return new Ended(totals, endMillis());
  }

  /**
   * Returns why the job failed. If it failed behind its last savepoint, Flink only says where that
   * is, and the history has the failure.
   */
  private String cause(JobResult result) {
    String cause = result.getSerializedThrowable().map(RootCause::of).orElse("the job failed");
    if (!cause.startsWith(BEHIND_ITS_SAVEPOINT)) {
      return cause;
    }
    return failures()
        .map(Failure::cause)
        .filter(failure -> !failure.startsWith(BEHIND_ITS_SAVEPOINT))
        .findFirst()
        .map(failure -> "failed when its savepoint was written: %s; %s".formatted(failure, cause))
        .orElse(cause);
  }

  /** Returns when the job ended; the server caches that, so it may lag behind the status. */
  private long endMillis() {
    var details = new JobDetailsInfo[1];
    Poll.until(
        Duration.ofSeconds(10),
        Duration.ofMillis(100),
        () -> {
          details[0] = await(client.getJobDetails(id));
          return details[0].getEndTime() > 0;
        });
    return details[0].getEndTime() > 0 ? details[0].getEndTime() : details[0].getNow();
  }

  /**
   * @param totals accumulators by name
   * @param endMillis on the JobManager's clock
   */
  public record Ended(Map<String, Object> totals, long endMillis) {}

  /** Waits a moment at a time, because nobody answers while this process or its host is stopped. */
  static <T> T await(CompletableFuture<T> answer) {
    try {
      for (int looks = 0; looks < ANSWER_SECONDS * LOOKS_PER_SECOND; looks++) {
        try {
          return answer.get(1_000 / LOOKS_PER_SECOND, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          if (StopBudget.ofThisProcess().isOver(StopBudget.Step.CANCEL)) {
            throw new RunException("Flink does not answer, and the time to stop is over", e);
          }
        }
      }
      throw new RunException("Flink did not answer within %d s".formatted(ANSWER_SECONDS));
    } catch (ExecutionException e) {
      throw new CompletionException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for Flink", e);
    }
  }
}
