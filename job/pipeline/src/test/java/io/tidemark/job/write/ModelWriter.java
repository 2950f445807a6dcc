package io.tidemark.job.write;

import io.tidemark.job.config.JobConfig;
import io.tidemark.sink.Payload;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.WriteResult;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A writer's operator in {@link WriterModel}, with Flink's queue of what is in flight; its steps
 * are those of a task.
 */
final class ModelWriter implements AutoCloseable {
  static final Duration DEADLINE = Duration.ofHours(2);

  private static final JobConfig.Retry RETRY =
      new JobConfig.Retry(Duration.ofMillis(1), Duration.ofHours(1), DEADLINE);

  private final WriterModel model;
  private final int number;
  private final Permits.Member permits;
  private final Delivery.Context shared;
  private final Deque<String> restored = new ArrayDeque<>();
  private final List<ModelBatch> queue = new ArrayList<>();
  private final SteppedScheduler scheduler = new SteppedScheduler();
  private String inHand;
  private boolean woken;
  private ModelBatch sending;

  ModelWriter(WriterModel model, int number, String job, int share) {
    this.model = model;
    this.number = number;
    permits = Permits.join(job, share, Integer.MAX_VALUE, () -> woken = true);
    shared =
        new Delivery.Context(
            new Client(),
            new LetterFormat(),
            new Backoff(RETRY),
            DEADLINE.toNanos(),
            JobConfig.OnRejected.DEAD_LETTER,
            scheduler,
            () -> 0,
            (outcome, result) -> {},
            () -> {},
            new Refusals());
  }

  /** What was in the queue at the checkpoint comes first. */
  void restore(String batch) {
    restored.add(batch);
  }

  @Override
  public void close() {
    permits.close();
  }

  void addSteps(List<WriterModel.Named> steps) {
    if (inHand != null && woken) {
      steps.add(new WriterModel.Named("wake " + number, this::wake));
    }
    if (inHand == null && hasNext()) {
      steps.add(new WriterModel.Named("take " + number, this::takeNext));
    }
    for (ModelBatch batch : queue) {
      batch.addSteps(steps);
    }
  }

  private boolean hasNext() {
    return !restored.isEmpty() || model.hasUnread(number);
  }

  private void takeNext() {
    inHand = restored.isEmpty() ? model.read(number).orElseThrow() : restored.remove();
    if (!start()) {
      model.waits(number);
    }
  }

  private void wake() {
    woken = false;
    if (start()) {
      model.waitsNoLonger(number);
    }
  }

  private boolean start() {
    if (!permits.tryTake()) {
      return false;
    }
    model.require(!model.hasFailed(), "a batch is begun after one has failed");
    var batch = new ModelBatch(model, this, inHand);
    inHand = null;
    queue.add(batch);
    sending = batch;
    Delivery delivery = Delivery.start(shared, LetterFormat.payload(batch.samples()));
    delivery.done().whenComplete((outcome, failure) -> ended(batch, outcome, failure));
    return true;
  }

  /** As {@link AsyncWriter} does it: what has failed stays in the queue. */
  private void ended(ModelBatch batch, WriteOutcome outcome, Throwable failure) {
    if (failure == null) {
      permits.release();
      batch.ended(outcome);
    } else {
      boolean mayHelp = failure instanceof DeliveryException delivery && !delivery.fatal();
      model.require(mayHelp, "ended for good: " + failure);
      permits.stopAll();
      model.failed();
    }
  }

  void emit(ModelBatch batch, WriteOutcome outcome) {
    queue.remove(batch);
    model.count(outcome);
  }

  /** What its scheduler is given next, it is given for this batch. */
  void actsFor(ModelBatch batch) {
    scheduler.actsFor(batch, batch::later);
  }

  void sends(ModelBatch batch) {
    sending = batch;
  }

  /** What its scheduler was given to do at once. */
  void runQueued() {
    scheduler.runQueued(owner -> sending = (ModelBatch) owner);
  }

  /** It comes behind what is in hand or restored, and these are in no queue. */
  boolean holdsBackABarrier() {
    return inHand != null || !restored.isEmpty();
  }

  /** What a checkpoint holds of it: also what is answered and not emitted. */
  List<String> queued() {
    return queue.stream().map(ModelBatch::samples).toList();
  }

  long inFlight() {
    return queue.stream().filter(batch -> !batch.hasEnded()).count();
  }

  boolean isDone() {
    return inHand == null && !hasNext() && queue.isEmpty();
  }

  void describe(StringBuilder text) {
    text.append('|').append(restored).append(inHand).append(woken);
    queue.forEach(batch -> batch.describe(text));
  }

  /** Answers when the schedule says so. */
  private final class Client implements WriteClient {
    @Override
    public CompletableFuture<WriteResult> write(Payload payload) {
      return sending.sent(LetterFormat.samples(payload));
    }

    @Override
    public long cpuNanos() {
      return 0;
    }

    @Override
    public void close() {}
  }
}
