package io.tidemark.job.observe;

import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.jobgraph.tasks.TaskOperatorEventGateway;
import org.apache.flink.runtime.operators.coordination.CoordinationResponse;
import org.apache.flink.streaming.api.graph.StreamingJobGraphGenerator;
import org.apache.flink.util.SerializedValue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends a subtask's counters to the {@link Instrument}, several times a second while someone
 * watches and else about once; the answer says how many batches this process may have in flight. It
 * sends requests, because a lost event of Flink's would fail the task. It has its own thread,
 * because the task's may wait for the very permit that the answer grants.
 */
public final class ObservationFeed implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ObservationFeed.class);
  private static final long MIN_PERIOD_MILLIS = 100;

  /** So the JobManager gets a hundred observations a second from each kind of task. */
  private static final long PERIOD_MILLIS_PER_SUBTASK = 10;

  /** Beside a database that fills the machine, each observation costs it a millisecond of CPU. */
  private static final long PERIOD_MILLIS_UNWATCHED = 1_000;

  /** While nobody watches, only the writers' counters are looked at each second. */
  private static final long PERIOD_MILLIS_UNWATCHED_NOT_WRITING = 3_000;

  private static final OperatorID INSTRUMENT =
      StreamingJobGraphGenerator.generateOperatorID(Instrument.UID);

  private final TaskOperatorEventGateway gateway;
  private final Supplier<Observation> reading;
  private final IntConsumer bound;
  private final ScheduledExecutorService thread;
  private final long periodMillis;
  private final long periodMillisUnwatched;
  private volatile boolean watched = true;

  /**
   * Begins to send.
   *
   * @param writing what a writer reports; null for other tasks
   * @param line the writer's connections, read while someone watches; null for other tasks
   * @param bound takes the bound on batches in flight in this process whenever one is set
   */
  public ObservationFeed(
      Environment task, Supplier<Observation.Writing> writing, TargetLine line, IntConsumer bound) {
    this.gateway = task.getOperatorCoordinatorEventGateway();
    TaskInfo info = task.getTaskInfo();
    String jobId = task.getJobID().toString();
    this.reading =
        () ->
            new Observation(
                info.getIndexOfThisSubtask(),
                info.getAttemptNumber(),
                System.currentTimeMillis(),
                writing.get(),
                ThisProcess.read(jobId, watched ? line : null));
    this.bound = bound;
    String threadName = "tidemark-observe-" + info.getTaskNameWithSubtasks();
    this.thread =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread observer = new Thread(work, threadName);
              observer.setDaemon(true);
              return observer;
            });
    this.periodMillis =
        Math.max(MIN_PERIOD_MILLIS, PERIOD_MILLIS_PER_SUBTASK * info.getNumberOfParallelSubtasks());
    this.periodMillisUnwatched =
        Math.max(
            periodMillis,
            line == null ? PERIOD_MILLIS_UNWATCHED_NOT_WRITING : PERIOD_MILLIS_UNWATCHED);
    thread.execute(this::send);
  }

  /** Sends one observation; the next follows a period later, but not before this one's answer. */
  private void send() {
    long due = System.nanoTime();
    try {
      gateway
          .sendRequestToCoordinator(INSTRUMENT, new SerializedValue<>(reading.get()))
          .whenComplete(this::answered)
          .whenComplete((answer, lost) -> sendAgain(due));
    } catch (IOException | RuntimeException e) {
      LOG.debug("an observation was not sent", e);
      sendAgain(due);
    }
  }

  private void sendAgain(long lastNanos) {
    long period = watched ? periodMillis : periodMillisUnwatched;
    long delay = TimeUnit.MILLISECONDS.toNanos(period) - (System.nanoTime() - lastNanos);
    try {
      thread.schedule(this::send, delay, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("the task ended before its last observation was answered", e);
    }
  }

  private void answered(CoordinationResponse answer, Throwable lost) {
    if (lost != null) {
      LOG.debug("an observation was lost", lost);
    } else {
      watched = Instrument.isWatched(answer);
      Instrument.boundIn(answer).ifPresent(bound);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
