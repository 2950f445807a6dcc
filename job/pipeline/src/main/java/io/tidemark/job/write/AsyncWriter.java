package io.tidemark.job.write;

import io.tidemark.job.config.JobConfig;
import io.tidemark.job.observe.TargetLine;
import io.tidemark.job.track.Recorded;
import io.tidemark.series.Amplification;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.Payload;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.streaming.api.functions.async.ResultFuture;
import org.apache.flink.streaming.api.functions.async.RichAsyncFunction;

/**
 * Sends each batch and reports its outcome. An error that a restart can't mend (wrong credentials,
 * a wrong path) ends the job. A batch that has run out of retries restarts the job from its
 * checkpoint, which still holds the batch.
 */
final class AsyncWriter extends RichAsyncFunction<Payload, WriteOutcome> {
  private final TargetConfig target;
  private final Amplification amplification;
  private final JobConfig.Write write;
  private final JobConfig.LastReceived lastReceived;
  private transient Permits.Member permits;
  private transient Refusals refusals;
  private transient Consumer<Throwable> onFailure;
  private transient Runnable onHandedOn;
  private transient Tsdb tsdb;
  private transient Later later;
  private transient WriteClient client;
  private transient ScheduledExecutorService scheduler;
  private transient WriterMetrics metrics;

  /** These batches have no outcome yet; {@link #timeout} looks them up here. */
  private transient Map<ResultFuture<WriteOutcome>, Delivery> inFlight;

  private transient Delivery.Context shared;

  /** This is null unless the job writes records beside the samples. */
  private transient LastReceivedWriter records;

  /** Once this is true, failures are ignored, because closing causes them. */
  private transient volatile boolean closed;

  private transient long dueMillis;

  /** Runs an action after a delay. */
  interface Later {
    void run(long millis, Runnable what);
  }

  AsyncWriter(
      TargetConfig target,
      Amplification amplification,
      JobConfig.Write write,
      JobConfig.LastReceived lastReceived) {
    this.target = target;
    this.amplification = amplification;
    this.write = write;
    this.lastReceived = lastReceived;
  }

  /**
   * Hands over what the operator shares with this function, before {@link #open}.
   *
   * @param permits the writer's permits; each batch that comes already holds one of them
   * @param refusals this writer's refusals, including those of earlier attempts
   * @param onFailure ends the task. A failed batch's future is never completed: Flink would take
   *     the batch out of its queue before the task is dead, and a checkpoint could pass without it.
   * @param onHandedOn runs when a batch is no longer in flight; on any thread, quickly
   * @param later runs an action on the task's thread
   */
  void attach(
      Permits.Member permits,
      Refusals refusals,
      Consumer<Throwable> onFailure,
      Runnable onHandedOn,
      Later later) {
    this.onHandedOn = onHandedOn;
    this.permits = permits;
    this.refusals = refusals;
    this.later = later;
    this.onFailure = onFailure;
  }

  @Override
  public void open(OpenContext context) {
    String name = "tidemark-write-" + getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
    tsdb = Tsdb.byType(target.type(), getRuntimeContext().getUserCodeClassLoader());
    WireFormat format = tsdb.format(target, amplification);
    try {
      client = tsdb.client(target, new ClientOptions(write.inFlight(), write.timeout(), name));
    } catch (IllegalArgumentException e) {
      // A password or a file is missing on this machine; a restart would not find it either.
      throw new SuppressRestartsException(e);
    }
    scheduler =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, name + "-retry");
              thread.setDaemon(true);
              return thread;
            });
    MetricGroup group = getRuntimeContext().getMetricGroup().addGroup("tidemark");
    metrics = new WriterMetrics(group, client, permits);
    inFlight = new ConcurrentHashMap<>();
    RandomGenerator random = () -> ThreadLocalRandom.current().nextLong();
    shared =
        new Delivery.Context(
            client,
            format,
            new Backoff(write.retry()),
            write.retry().deadline().toNanos(),
            write.onRejected(),
            scheduler,
            random,
            metrics::request,
            metrics::retry,
            refusals);
    if (lastReceived.mode() != JobConfig.Tracking.OFF) {
      var recorded =
          Recorded.join(
              getRuntimeContext().getJobInfo().getJobId().toString(),
              getRuntimeContext().getTaskInfo().getIndexOfThisSubtask(),
              lastReceived);
      records = new LastReceivedWriter(shared, recorded, group);
    }
  }

  /** Sets when the next batch's first sample was due, or {@link Long#MIN_VALUE}; Unix millis. */
  void due(long millis) {
    dueMillis = millis;
  }

  /** Tells whether all outcomes have reached the task's mailbox or were emitted from it. */
  boolean hasNothingInFlight() {
    return inFlight.isEmpty();
  }

  /** Returns a hash, free of secrets, that tells databases apart in state. */
  long database() {
    return Objects.hash(
        target.type(),
        target.urls().stream()
            .map(url -> "%s %d %s".formatted(url.getHost(), url.getPort(), url.getPath()))
            .toList());
  }

  TargetLine line() {
    return new TargetLine(target.urls(), tsdb::defaultPort);
  }

  WriterMetrics metrics() {
    return metrics;
  }

  @Override
  public void asyncInvoke(Payload payload, ResultFuture<WriteOutcome> result) {
    long startNanos = System.nanoTime();
    long due = dueMillis;
    metrics.started(startNanos);
    Delivery delivery = Delivery.start(shared, payload);
    inFlight.put(result, delivery);
    afterRecords(payload, delivery, result)
        .whenComplete((outcome, failure) -> ended(outcome, failure, startNanos, due, result));
  }

  private CompletableFuture<WriteOutcome> afterRecords(
      Payload payload, Delivery delivery, ResultFuture<WriteOutcome> result) {
    if (records == null || payload.records() == null) {
      return delivery.done();
    }
    return delivery
        .done()
        .thenCompose(
            outcome ->
                records.write(payload.records(), outcome, next -> inFlight.put(result, next)));
  }

  private void ended(
      WriteOutcome outcome,
      Throwable failure,
      long startNanos,
      long due,
      ResultFuture<WriteOutcome> result) {
    try {
      metrics.ended(outcome, startNanos, due);
      if (failure == null) {
        permits.release();
        handOn(outcome, result);
        inFlight.remove(result);
        onHandedOn.run();
      } else {
        fail(failure instanceof CompletionException step ? step.getCause() : failure);
      }
    } catch (Throwable defect) {
      fail(defect);
    }
  }

  /**
   * Emits the outcome. A task that ends after a savepoint or a cancellation accepts none; the
   * savepoint or checkpoint then holds the batch as not answered.
   */
  private static void handOn(WriteOutcome outcome, ResultFuture<WriteOutcome> result) {
    try {
      result.complete(List.of(outcome));
    } catch (RejectedExecutionException ended) {
      // The batch is sent again after a restore.
    }
  }

  private void fail(Throwable failure) {
    if (closed) {
      return;
    }
    permits.stopAll();
    boolean mayHelp = failure instanceof DeliveryException delivery && !delivery.fatal();
    onFailure.accept(mayHelp ? failure : new SuppressRestartsException(failure));
  }

  /**
   * Returns how long a batch can go without progress while all is well: the deadline, a last
   * request begun just before it, and as much again for threads that run late.
   */
  static Duration patience(JobConfig.Write write) {
    return write.retry().deadline().plus(write.timeout().multipliedBy(2));
  }

  /**
   * Fails a batch that has made no progress for too long. This is the last resort, because {@link
   * Delivery} and the client bound each of their steps themselves. A batch that was split may take
   * long; it is looked at again later.
   */
  @Override
  public void timeout(Payload payload, ResultFuture<WriteOutcome> result) {
    Delivery delivery = inFlight.get(result);
    if (delivery == null) {
      return;
    }
    long left = patience(write).toMillis() - TimeUnit.NANOSECONDS.toMillis(delivery.waitedNanos());
    if (left > 0) {
      later.run(left, () -> timeout(payload, result));
    } else {
      fail(
          new DeliveryException(
              "a batch was neither acknowledged nor refused within %d s, beyond write.retry.deadline and write.timeout: a defect in the client of target.type=%s"
                  .formatted(patience(write).toSeconds(), target.type()),
              false));
    }
  }

  @Override
  public void close() {
    closed = true;
    if (scheduler != null) {
      scheduler.shutdownNow();
    }
    if (client != null) {
      client.close();
    }
    if (records != null) {
      records.close();
      records = null;
    }
  }
}
