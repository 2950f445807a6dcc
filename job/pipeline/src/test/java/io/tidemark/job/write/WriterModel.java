package io.tidemark.job.write;

import io.tidemark.job.config.JobConfig;
import io.tidemark.job.deadletter.DeadLetter;
import io.tidemark.sink.Payload;
import io.tidemark.sink.RequestTiming;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.WriteResult;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/**
 * All that can happen to a few batches between the amplifier and the totals, one step at a time:
 * {@link Permits}, {@link Delivery}, {@link Refusals} and {@link Backoff} are the job's own; the
 * database, the clock and Flink are stood in for. Of Flink it has what its documentation promises:
 * a checkpoint is a cut through all writers, the async operator's queue is in it, and nothing that
 * the cut has not seen survives a restart.
 *
 * <p>The same steps in the same order give the same state, so a schedule is a list of numbers.
 */
final class WriterModel implements AutoCloseable {
  /**
   * What a schedule may do.
   *
   * @param partitions of the source: for each its batches, each of which has its samples' numbers
   * @param poison samples that the database refuses
   * @param writers by attempt; the last number holds for all later ones
   * @param inFlight the job's bound
   * @param faults answers that are lost, or that say to try again
   * @param checkpoints at most
   * @param restarts at most, also those that a batch without any success asks for
   */
  record Setting(
      List<List<String>> partitions,
      String poison,
      List<Integer> writers,
      int inFlight,
      int faults,
      int checkpoints,
      int restarts) {}

  private interface Step {
    void run();
  }

  private record Named(String name, Step step) {}

  /** What a checkpoint holds. */
  private record Cut(List<Integer> read, List<String> inFlight, int acked, int deadLettered) {}

  private static final AtomicLong RUNS = new AtomicLong();
  private static final Duration DEADLINE = Duration.ofHours(2);
  private static final JobConfig.Retry RETRY =
      new JobConfig.Retry(Duration.ofMillis(1), Duration.ofHours(1), DEADLINE);

  private final Setting setting;
  private final List<String> schedule = new ArrayList<>();
  private final SortedSet<Character> stored = new TreeSet<>();
  private final SortedSet<Character> letters = new TreeSet<>();
  private Cut cut;
  private int attempt;
  private int faults;
  private int checkpoints;
  private int restarts;

  private List<Writer> writers;
  private int[] read;
  private int acked;
  private int deadLettered;

  /** Writers that found no permit, in that order: what {@link Permits} holds inside. */
  private List<Integer> waiting;

  private boolean failed;

  WriterModel(Setting setting) {
    this.setting = setting;
    cut = new Cut(setting.partitions().stream().map(batches -> 0).toList(), List.of(), 0, 0);
    begin();
  }

  private void begin() {
    int count = setting.writers().get(Math.min(attempt, setting.writers().size() - 1));
    String job = "model-" + RUNS.incrementAndGet();
    waiting = new ArrayList<>();
    failed = false;
    read = cut.read().stream().mapToInt(Integer::intValue).toArray();
    acked = cut.acked();
    deadLettered = cut.deadLettered();
    writers = new ArrayList<>();
    for (int w = 0; w < count; w++) {
      writers.add(new Writer(w, job, InFlight.share(setting.inFlight(), w, count)));
    }
    for (int i = 0; i < cut.inFlight().size(); i++) {
      writers.get(i % count).restored.add(cut.inFlight().get(i));
    }
  }

  @Override
  public void close() {
    writers.forEach(writer -> writer.permits.close());
  }

  /** Takes one of the steps that are possible now. */
  void take(int step) {
    Named taken = possible().get(step);
    schedule.add(taken.name());
    taken.step().run();
    writers.forEach(Writer::runQueued);
    requireSafe();
  }

  int steps() {
    return possible().size();
  }

  List<String> schedule() {
    return schedule;
  }

  private List<Named> possible() {
    var steps = new ArrayList<Named>();
    for (Writer writer : writers) {
      writer.addSteps(steps);
    }
    boolean barrierPasses =
        writers.stream().allMatch(w -> w.inHand == null && w.restored.isEmpty());
    if (checkpoints < setting.checkpoints() && barrierPasses && !isDone()) {
      steps.add(new Named("checkpoint", this::checkpoint));
    }
    if (failed || (restarts < setting.restarts() && !isDone())) {
      steps.add(new Named("restart", this::restart));
    }
    return steps;
  }

  private void checkpoint() {
    checkpoints++;
    var inFlight = new ArrayList<String>();
    writers.forEach(writer -> writer.queue.forEach(entry -> inFlight.add(entry.batch)));
    var positions = new ArrayList<Integer>();
    for (int position : read) {
      positions.add(position);
    }
    cut = new Cut(positions, inFlight, acked, deadLettered);
  }

  private void restart() {
    if (!failed) {
      restarts++;
    }
    close();
    attempt++;
    begin();
  }

  private boolean isDone() {
    return writers.stream().allMatch(Writer::isDone);
  }

  /** At any time: what is counted is stored, and no more is in flight than may be. */
  private void requireSafe() {
    require(acked <= stored.size(), "more is counted than is stored");
    require(deadLettered <= letters.size(), "more dead letters are counted than written");
    long inFlight =
        writers.stream().flatMap(w -> w.queue.stream()).filter(e -> e.outcome == null).count();
    require(inFlight <= setting.inFlight(), inFlight + " batches in flight");
  }

  /** Once no step is possible: each sample is stored or a dead letter, and counted once. */
  void requireComplete() {
    require(isDone(), "nothing can happen any more, and not all is written");
    int all = setting.partitions().stream().flatMap(List::stream).mapToInt(String::length).sum();
    int poison = setting.poison().length();
    require(stored.size() == all - poison, "stored " + stored);
    require(letters.size() == poison, "dead letters " + letters);
    require(acked == all - poison, acked + " counted as acknowledged");
    require(deadLettered == poison, deadLettered + " counted as dead letters");
  }

  private void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise + " after " + schedule + "; " + state());
    }
  }

  /** Equal for two schedules after which the same can happen. */
  String state() {
    var text = new StringBuilder();
    for (int position : read) {
      text.append(position);
    }
    text.append(stored).append(letters).append(acked).append('/').append(deadLettered);
    text.append(waiting).append(failed).append(cut).append(Math.min(attempt, 9));
    text.append(faults).append(checkpoints).append(restarts);
    writers.forEach(writer -> writer.describe(text));
    return text.toString();
  }

  /**
   * A writer's operator, with Flink's queue of what is in flight; its steps are those of a task.
   */
  private final class Writer {
    private final int number;
    private final Permits.Member permits;
    private final Delivery.Context shared;
    private final Deque<String> restored = new ArrayDeque<>();
    private final List<Entry> queue = new ArrayList<>();
    private final SteppedScheduler scheduler = new SteppedScheduler();
    private String inHand;
    private boolean woken;
    private Entry sending;

    Writer(int number, String job, int share) {
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

    void addSteps(List<Named> steps) {
      if (inHand != null && woken) {
        steps.add(new Named("wake " + number, this::wake));
      }
      if (inHand == null && hasNext()) {
        steps.add(new Named("take " + number, this::takeNext));
      }
      for (Entry entry : queue) {
        entry.addSteps(steps);
      }
    }

    private boolean hasNext() {
      return !restored.isEmpty() || partition() >= 0;
    }

    /** The first of its partitions that is not read to its end. */
    private int partition() {
      for (int p = number; p < read.length; p += writers.size()) {
        if (read[p] < setting.partitions().get(p).size()) {
          return p;
        }
      }
      return -1;
    }

    private void takeNext() {
      int partition = partition();
      inHand =
          restored.isEmpty()
              ? setting.partitions().get(partition).get(read[partition]++)
              : restored.remove();
      if (!start()) {
        waiting.add(number);
      }
    }

    private void wake() {
      woken = false;
      if (start()) {
        waiting.remove((Integer) number);
      }
    }

    private boolean start() {
      if (!permits.tryTake()) {
        return false;
      }
      var entry = new Entry(this, inHand);
      inHand = null;
      queue.add(entry);
      sending = entry;
      Delivery delivery = Delivery.start(shared, LetterFormat.payload(entry.batch));
      delivery.done().whenComplete((outcome, failure) -> ended(entry, outcome, failure));
      return true;
    }

    /** As {@link AsyncWriter} does it: what has failed stays in the queue. */
    private void ended(Entry entry, WriteOutcome outcome, Throwable failure) {
      if (failure == null) {
        permits.release();
        entry.outcome = outcome;
      } else {
        boolean mayHelp = failure instanceof DeliveryException delivery && !delivery.fatal();
        require(mayHelp, "ended for good: " + failure);
        permits.stopAll();
        failed = true;
      }
    }

    private void emit(Entry entry) {
      queue.remove(entry);
      acked += (int) entry.outcome.samplesAcked();
      deadLettered += (int) entry.outcome.samplesDeadLettered();
      for (DeadLetter letter : entry.outcome.deadLetters()) {
        letters.add((char) letter.offset());
      }
    }

    /** What its scheduler was given to do at once. */
    void runQueued() {
      scheduler.runQueued(owner -> sending = (Entry) owner);
    }

    boolean isDone() {
      return inHand == null && !hasNext() && queue.isEmpty();
    }

    void describe(StringBuilder text) {
      text.append('|').append(restored).append(inHand).append(woken);
      queue.forEach(entry -> entry.describe(text));
    }

    /** Answers when the schedule says so. */
    private final class Client implements WriteClient {
      @Override
      public CompletableFuture<WriteResult> write(Payload payload) {
        sending.request = new CompletableFuture<>();
        sending.piece = LetterFormat.samples(payload);
        return sending.request;
      }

      @Override
      public long cpuNanos() {
        return 0;
      }

      @Override
      public void close() {}
    }
  }

  /** A batch in the queue of its writer. */
  private final class Entry {
    private final Writer writer;
    private final String batch;
    private final StringBuilder progress = new StringBuilder();
    private WriteOutcome outcome;
    private CompletableFuture<WriteResult> request;
    private String piece = "";
    private Runnable again;

    Entry(Writer writer, String batch) {
      this.writer = writer;
      this.batch = batch;
    }

    void addSteps(List<Named> steps) {
      if (outcome != null) {
        steps.add(new Named("emit " + batch, () -> writer.emit(this)));
      }
      if (again != null) {
        steps.add(new Named("again " + batch, this::sendAgain));
      }
      if (request == null) {
        return;
      }
      steps.add(new Named("answer " + piece, this::answer));
      if (faults < setting.faults()) {
        steps.add(new Named("busy " + piece, () -> fault(ResponseClass.THROTTLED, false)));
        steps.add(new Named("lost " + piece, () -> fault(ResponseClass.RETRY, true)));
      }
      if (restarts < setting.restarts()) {
        steps.add(new Named("give up " + piece, this::giveUp));
      }
    }

    private boolean isPoisoned() {
      return piece.chars().anyMatch(sample -> setting.poison().indexOf(sample) >= 0);
    }

    private void store() {
      if (!isPoisoned()) {
        piece.chars().forEach(sample -> stored.add((char) sample));
      }
    }

    private void answer() {
      progress.append(isPoisoned() ? '-' : '+').append(piece);
      store();
      complete(isPoisoned() ? ResponseClass.REJECT : ResponseClass.OK, OptionalLong.empty());
    }

    private void fault(ResponseClass said, boolean storesIt) {
      faults++;
      if (storesIt) {
        store();
      }
      complete(said, OptionalLong.empty());
    }

    /** The database wants a longer wait than the deadline has. */
    private void giveUp() {
      restarts++;
      complete(ResponseClass.RETRY, OptionalLong.of(10 * DEADLINE.toMillis()));
    }

    private void complete(ResponseClass said, OptionalLong retryAfterMillis) {
      CompletableFuture<WriteResult> answered = request;
      request = null;
      writer.scheduler.actsFor(this, later -> again = later);
      answered.complete(
          new WriteResult(said, "", 1, 0, "", "", retryAfterMillis, new RequestTiming(0, 0, 0)));
    }

    private void sendAgain() {
      Runnable send = again;
      again = null;
      writer.sending = this;
      send.run();
    }

    void describe(StringBuilder text) {
      text.append('{').append(batch).append(progress).append(outcome != null);
      text.append(request != null).append(again != null).append('}');
    }
  }
}
