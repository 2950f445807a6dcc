package io.tidemark.job.write;

import io.tidemark.job.config.JobConfig;
import io.tidemark.job.deadletter.DeadLetter;
import io.tidemark.series.Sample;
import io.tidemark.sink.Payload;
import io.tidemark.sink.RequestTiming;
import io.tidemark.sink.WireFormat;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.WriteResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;

/**
 * Delivers one batch. It sends the batch, sends it again after a back-off, and splits it in halves
 * when it is rejected, until every sample is either acknowledged or a dead letter. It has one
 * request in flight at a time, so a batch never takes more than its one permit. The deadline counts
 * from the last progress.
 */
final class Delivery {
  /** All deliveries of a writer share these. */
  record Context(
      WriteClient client,
      WireFormat format,
      Backoff backoff,
      long deadlineNanos,
      JobConfig.OnRejected onRejected,
      ScheduledExecutorService scheduler,
      RandomGenerator random,
      BiConsumer<RequestOutcome, WriteResult> onRequest,
      Runnable onRetry,
      Refusals refusals) {
    Context with(JobConfig.OnRejected onRejected, Refusals refusals) {
      return new Context(
          client,
          format,
          backoff,
          deadlineNanos,
          onRejected,
          scheduler,
          random,
          onRequest,
          onRetry,
          refusals);
    }
  }

  private final Context shared;
  private final long rawBytes;
  private final Deque<Payload> pieces = new ArrayDeque<>();
  private final List<DeadLetter> deadLetters = new ArrayList<>();
  private final CompletableFuture<WriteOutcome> done = new CompletableFuture<>();

  private volatile long lastProgressNanos = System.nanoTime();
  private int failures;
  private long samplesAcked;
  private long requests;
  private long retries;
  private long sentBytes;
  private long ackNanos;

  private Delivery(Context shared, Payload payload) {
    this.shared = shared;
    this.rawBytes = payload.rawBytes();
    this.pieces.add(payload);
  }

  static Delivery start(Context shared, Payload payload) {
    var delivery = new Delivery(shared, payload);
    delivery.send();
    return delivery;
  }

  /** The future gives the batch's outcome; it fails only with a {@link DeliveryException}. */
  CompletableFuture<WriteOutcome> done() {
    return done;
  }

  /** Returns the time since the batch began or a piece was acknowledged, refused or split. */
  long waitedNanos() {
    return System.nanoTime() - lastProgressNanos;
  }

  private void send() {
    orFail(() -> shared.client().write(pieces.peek()).whenComplete(this::answered));
  }

  /**
   * Fails the delivery if a step throws. Steps run in callbacks on others' threads, where a
   * throwable (an {@link Error} too) would be lost and leave the batch in flight for ever.
   */
  private void orFail(Runnable step) {
    try {
      step.run();
    } catch (Throwable defect) {
      fail("a defect in writing: " + defect, true);
    }
  }

  private void answered(WriteResult result, Throwable defect) {
    if (defect != null) {
      fail("the client failed: " + defect, true);
    } else {
      orFail(() -> answered(result));
    }
  }

  private void answered(WriteResult result) {
    long pauseMillis = result.outcome().isPassing() ? nextPauseMillis(result) : 0;
    RequestOutcome outcome =
        result.outcome().isPassing() && isTooLong(pauseMillis)
            ? RequestOutcome.DEADLINE
            : RequestOutcome.of(result.outcome());
    shared.onRequest().accept(outcome, result);
    requests += result.attempts();
    retries += result.attempts() - 1;
    sentBytes += result.bytesSent();
    switch (outcome) {
      case OK, ALREADY_STORED -> acknowledged(result.timing());
      case THROTTLED, RETRY -> retry(pauseMillis);
      // A rejected batch is decoded and encoded again, which would hold up the I/O thread.
      case REJECT -> shared.scheduler().execute(() -> orFail(() -> rejected(result)));
      case FATAL -> fail(describe(result), true);
      case DEADLINE -> giveUp(result);
    }
  }

  private void acknowledged(RequestTiming timing) {
    samplesAcked += pieces.remove().samples();
    shared.refusals().accepted();
    ackNanos = timing.totalNanos();
    progressed();
  }

  private void progressed() {
    failures = 0;
    lastProgressNanos = System.nanoTime();
    if (pieces.isEmpty()) {
      done.complete(
          new WriteOutcome(
              samplesAcked,
              deadLetters.size(),
              requests,
              retries,
              rawBytes,
              sentBytes,
              ackNanos,
              System.currentTimeMillis(),
              deadLetters,
              0));
    } else {
      shared.scheduler().execute(this::send);
    }
  }

  private long nextPauseMillis(WriteResult result) {
    failures++;
    return shared.backoff().delayMillis(failures, result.retryAfterMillis(), shared.random());
  }

  /** Tells whether the deadline would pass during the pause. */
  private boolean isTooLong(long pauseMillis) {
    return waitedNanos() + TimeUnit.MILLISECONDS.toNanos(pauseMillis) > shared.deadlineNanos();
  }

  private void retry(long pauseMillis) {
    retries++;
    shared.onRetry().run();
    shared.scheduler().schedule(this::send, pauseMillis, TimeUnit.MILLISECONDS);
  }

  private void giveUp(WriteResult result) {
    fail(
        "gave up after %d requests in %d s; last: %s; raise write.retry.deadline (%d s) to wait longer"
            .formatted(
                failures,
                TimeUnit.NANOSECONDS.toSeconds(waitedNanos()),
                describe(result),
                TimeUnit.NANOSECONDS.toSeconds(shared.deadlineNanos())),
        false);
  }

  private void rejected(WriteResult result) {
    if (shared.onRejected() == JobConfig.OnRejected.FAIL) {
      fail("write.on-rejected is fail; " + describe(result), true);
      return;
    }
    List<Sample> samples = shared.format().decode(pieces.remove());
    if (samples.size() > 1) {
      int half = samples.size() / 2;
      addFirst(samples.subList(half, samples.size()));
      addFirst(samples.subList(0, half));
    } else {
      deadLetters.add(deadLetter(samples.get(0), result));
      if (shared.refusals().refusedTooMany()) {
        fail(
            "the database has refused the first %d samples, each alone, and accepted none; %s; check the keys of section target and the database's version"
                .formatted(shared.refusals().refused(), describe(result)),
            true);
        return;
      }
    }
    progressed();
  }

  /**
   * Puts the samples in front of the queue, in pieces of at most the original batch's size. Samples
   * that shared their labels in the batch repeat them in the pieces, and a database reads only so
   * many bytes at once.
   */
  private void addFirst(List<Sample> samples) {
    Payload piece = shared.format().encode(samples);
    if (piece.rawBytes() <= rawBytes || samples.size() == 1) {
      pieces.addFirst(piece);
      return;
    }
    int half = samples.size() / 2;
    addFirst(samples.subList(half, samples.size()));
    addFirst(samples.subList(0, half));
  }

  private static DeadLetter deadLetter(Sample sample, WriteResult result) {
    String value = Double.toString(sample.value());
    return new DeadLetter(
        sample.labels().toString(),
        -1,
        sample.timestampMillis(),
        reason(result.code()),
        "value=" + value + ": " + result.error(),
        value.getBytes(StandardCharsets.UTF_8),
        System.currentTimeMillis());
  }

  private static String reason(String code) {
    return "rejected-" + code.toLowerCase(Locale.ROOT).replace(' ', '-');
  }

  private void fail(String message, boolean fatal) {
    done.completeExceptionally(new DeliveryException(message, fatal));
  }

  private static String describe(WriteResult result) {
    return "%s: %s".formatted(result.endpoint(), result.error());
  }
}
