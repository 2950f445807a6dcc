package io.tidemark.sink.ignite;

import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.Payload;
import io.tidemark.sink.RequestTiming;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.WriteResult;
import io.tidemark.sink.client.ErrorText;
import io.tidemark.sink.client.Failure;
import io.tidemark.sink.rows.KnownSeries;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.ignite.client.IgniteClient;

/** One thread makes rows of payloads; Ignite's own send them and take the answers. Thread-safe. */
final class RowClient implements WriteClient {
  private static final Set<String> ENCODINGS = Set.of(Rows.CODE.encoding());
  private static final Failure LATE = new Failure(ResponseClass.RETRY, "", "");
  private static final Failure CLOSED = new Failure(ResponseClass.FATAL, "", "");

  private final Connector connector;
  private final IgniteOptions own;
  private final ClientOptions options;
  private final KnownSeries known = new KnownSeries();
  private final ThreadsOfOne made;
  private final ThreadPoolExecutor sender;
  private final ScheduledThreadPoolExecutor deadlines;

  /** Of the sender's thread alone, until that has ended. */
  private UpsertSession session;

  private volatile boolean closed;

  RowClient(TargetConfig target, ClientOptions options) {
    this.connector = Connector.of(target);
    this.own = IgniteOptions.of(target);
    this.options = options;
    this.made = new ThreadsOfOne(options.name());
    this.sender =
        new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), made);
    this.deadlines = new ScheduledThreadPoolExecutor(1, made);
    deadlines.setRemoveOnCancelPolicy(true);
  }

  @Override
  public CompletableFuture<WriteResult> write(Payload payload) {
    payload.requireEncoding(ENCODINGS);
    var call = new Call(payload);
    try {
      call.begin();
    } catch (RejectedExecutionException e) {
      call.end(CLOSED, "the client is closed");
    }
    return call.result;
  }

  /** One payload on its way. */
  private final class Call {
    private final Payload payload;
    private final CompletableFuture<WriteResult> result = new CompletableFuture<>();
    private final long beganNanos = System.nanoTime();
    private volatile long connectedNanos = beganNanos;
    private volatile long sentNanos = beganNanos;

    Call(Payload payload) {
      this.payload = payload;
    }

    void begin() {
      ScheduledFuture<?> deadline =
          deadlines.schedule(
              () -> end(LATE, "no answer within " + options.timeout()),
              options.timeout().toMillis(),
              TimeUnit.MILLISECONDS);
      result.whenComplete((done, none) -> deadline.cancel(false));
      sender.execute(this::send);
    }

    private void send() {
      if (result.isDone()) {
        return;
      }
      if (closed) {
        end(CLOSED, "the client is closed");
        return;
      }
      try {
        UpsertSession open = session();
        connectedNanos = System.nanoTime();
        CompletableFuture<Void> written = open.write(payload);
        sentNanos = System.nanoTime();
        written.whenComplete((done, e) -> end(e));
      } catch (RuntimeException e) {
        end(e);
      }
    }

    private void end(Throwable e) {
      if (e == null) {
        end(new Failure(ResponseClass.OK, "", ""), "");
        return;
      }
      Failure failure = Failures.of(e);
      String text = ErrorText.of(String.valueOf(Failures.cause(e).getMessage()));
      end(failure, failure.remedy().isEmpty() ? text : text + "; " + failure.remedy());
    }

    private void end(Failure outcome, String error) {
      long connected = Math.max(connectedNanos, beganNanos);
      long sent = Math.max(sentNanos, connected);
      result.complete(
          new WriteResult(
              outcome.outcome(),
              outcome.code(),
              1,
              payload.body().length,
              connector.endpoint(),
              error,
              OptionalLong.empty(),
              new RequestTiming(
                  connected - beganNanos, sent - connected, System.nanoTime() - sent)));
    }
  }

  /** Ignite's client opens its connections again by itself. */
  private UpsertSession session() {
    if (session == null) {
      IgniteClient client = connector.open(options.timeout(), Runnable::run);
      try {
        session = new UpsertSession(client, own, known);
      } finally {
        if (session == null) {
          client.close();
        }
      }
    }
    return session;
  }

  @Override
  public long cpuNanos() {
    return made.cpuNanos();
  }

  @Override
  public void close() {
    closed = true;
    List<Runnable> unsent = sender.shutdownNow();
    unsent.forEach(Runnable::run);
    deadlines.shutdownNow();
    try {
      sender.awaitTermination(10, TimeUnit.SECONDS);
      deadlines.awaitTermination(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (session != null) {
      session.close();
      made.awaitEnd();
    }
  }
}
