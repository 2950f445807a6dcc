package io.tidemark.job.write;

import io.tidemark.job.config.JobConfig;
import io.tidemark.job.observe.TargetLine;
import io.tidemark.series.Amplification;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.Payload;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.Tsdb;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteClient;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.streaming.api.functions.async.ResultFuture;
import org.apache.flink.streaming.api.functions.async.RichAsyncFunction;

/**
 * Sends each batch and reports what became of it. What a restart can't mend (wrong credentials,
 * wrong path) ends the job; running out of retries restarts it from its checkpoint, where the batch
 * still lies.
 */
final class AsyncWriter extends RichAsyncFunction<Payload, WriteOutcome> {
  private final TargetConfig target;
  private final Amplification amplification;
  private final JobConfig.Write write;
  private transient Permits.Member permits;
  private transient Consumer<Throwable> onFailure;
  private transient Tsdb tsdb;
  private transient WriteClient client;
  private transient ScheduledExecutorService scheduler;
  private transient WriterMetrics metrics;
  private transient Delivery.Context shared;

  AsyncWriter(TargetConfig target, Amplification amplification, JobConfig.Write write) {
    this.target = target;
    this.amplification = amplification;
    this.write = write;
  }

  /**
   * Set before {@link #open}.
   *
   * @param permits one of which each batch brings along
   * @param onFailure ends the task. A failed batch's future is never completed: Flink would take
   *     the batch out of its queue before the task is dead, and a checkpoint could pass without it.
   */
  void attach(Permits.Member permits, Consumer<Throwable> onFailure) {
    this.permits = permits;
    this.onFailure = onFailure;
  }

  @Override
  public void open(OpenContext context) {
    String name = "tidemark-write-" + getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
    tsdb = Tsdb.byType(target.type(), getRuntimeContext().getUserCodeClassLoader());
    WireFormat format = tsdb.format(target, amplification);
    client = tsdb.client(target, new ClientOptions(write.inFlight(), write.timeout(), name));
    scheduler =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, name + "-retry");
              thread.setDaemon(true);
              return thread;
            });
    metrics =
        new WriterMetrics(
            getRuntimeContext().getMetricGroup().addGroup("tidemark"), client, permits);
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
            new AtomicBoolean());
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
    metrics.started(startNanos);
    Delivery.start(shared, payload)
        .whenComplete(
            (outcome, failure) -> {
              metrics.ended(outcome, startNanos);
              if (failure == null) {
                permits.release();
                result.complete(List.of(outcome));
                return;
              }
              permits.stopAll();
              boolean mayHelp = failure instanceof DeliveryException delivery && !delivery.fatal();
              onFailure.accept(mayHelp ? failure : new SuppressRestartsException(failure));
            });
  }

  @Override
  public void close() {
    if (scheduler != null) {
      scheduler.shutdownNow();
    }
    if (client != null) {
      client.close();
    }
  }
}
