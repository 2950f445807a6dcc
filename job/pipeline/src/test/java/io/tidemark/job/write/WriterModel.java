package io.tidemark.job.write;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
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

  interface Step {
    void run();
  }

  record Named(String name, Step step) {}

  /** What a checkpoint holds. */
  private record Cut(List<Integer> read, List<String> inFlight, int acked, int deadLettered) {}

  private static final AtomicLong RUNS = new AtomicLong();

  private final Setting setting;
  private final List<String> schedule = new ArrayList<>();
  private final SortedSet<Character> stored = new TreeSet<>();
  private final SortedSet<Character> letters = new TreeSet<>();
  private Cut cut;
  private int attempt;
  private int faults;
  private int checkpoints;
  private int restarts;

  private List<ModelWriter> writers;
  private int[] read;
  private int acked;
  private int deadLettered;

  /** Writers that found no permit, in that order: what {@link Permits} holds inside. */
  private List<Integer> waiting;

  private boolean failed;

  /** A batch's deadline is about to pass. */
  private boolean mayFail;

  /** The first promise that was not kept; whoever noticed may be called by one who catches all. */
  private AssertionError broken;

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
      writers.add(new ModelWriter(this, w, job, InFlight.share(setting.inFlight(), w, count)));
    }
    for (int i = 0; i < cut.inFlight().size(); i++) {
      writers.get(i % count).restore(cut.inFlight().get(i));
    }
  }

  @Override
  public void close() {
    writers.forEach(ModelWriter::close);
  }

  /** Takes one of the steps that are possible now. */
  void take(int step) {
    Named taken = possible().get(step);
    schedule.add(taken.name());
    taken.step().run();
    writers.forEach(ModelWriter::runQueued);
    requireSafe();
  }

  int steps() {
    return possible().size();
  }

  private List<Named> possible() {
    var steps = new ArrayList<Named>();
    for (ModelWriter writer : writers) {
      writer.addSteps(steps);
    }
    boolean barrierPasses = writers.stream().noneMatch(ModelWriter::holdsBackABarrier);
    if (checkpoints < setting.checkpoints() && barrierPasses && !isDone()) {
      steps.add(new Named("checkpoint", this::checkpoint));
    }
    if (failed || (mayRestart() && !isDone())) {
      steps.add(new Named("restart", this::restart));
    }
    return steps;
  }

  private void checkpoint() {
    checkpoints++;
    var inFlight = new ArrayList<String>();
    writers.forEach(writer -> inFlight.addAll(writer.queued()));
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

  /** The next batch of a writer's partitions: of the first that is not read to its end. */
  Optional<String> read(int writer) {
    int partition = unread(writer);
    return partition < 0
        ? Optional.empty()
        : Optional.of(setting.partitions().get(partition).get(read[partition]++));
  }

  boolean hasUnread(int writer) {
    return unread(writer) >= 0;
  }

  private int unread(int writer) {
    for (int p = writer; p < read.length; p += writers.size()) {
      if (read[p] < setting.partitions().get(p).size()) {
        return p;
      }
    }
    return -1;
  }

  void waits(int writer) {
    waiting.add(writer);
  }

  void waitsNoLonger(int writer) {
    waiting.remove((Integer) writer);
  }

  boolean refuses(String piece) {
    return piece.chars().anyMatch(sample -> setting.poison().indexOf(sample) >= 0);
  }

  void store(String piece) {
    if (!refuses(piece)) {
      piece.chars().forEach(sample -> stored.add((char) sample));
    }
  }

  boolean mayFault() {
    return faults < setting.faults();
  }

  void faulted() {
    faults++;
  }

  boolean mayRestart() {
    return restarts < setting.restarts();
  }

  /** A batch has failed: Flink is about to end all tasks, and starts them anew. */
  void failed() {
    require(mayFail, "a batch fails before its deadline");
    failed = true;
  }

  boolean hasFailed() {
    return failed;
  }

  void givesUp() {
    mayFail = true;
  }

  void gaveUp() {
    mayFail = false;
    restarts++;
    require(failed, "a batch goes on beyond its deadline");
  }

  void count(WriteOutcome outcome) {
    acked += (int) outcome.samplesAcked();
    deadLettered += (int) outcome.samplesDeadLettered();
    outcome.deadLetters().forEach(letter -> letters.add((char) letter.offset()));
  }

  private boolean isDone() {
    return writers.stream().allMatch(ModelWriter::isDone);
  }

  /** At any time: what is counted is stored, and no more is in flight than may be. */
  private void requireSafe() {
    require(acked <= stored.size(), "more is counted than is stored");
    require(deadLettered <= letters.size(), "more dead letters are counted than written");
    long inFlight = writers.stream().mapToLong(ModelWriter::inFlight).sum();
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

  void require(boolean holds, String otherwise) {
    if (!holds && broken == null) {
      broken = new AssertionError(otherwise + " after " + schedule + "; " + state());
    }
    if (broken != null) {
      throw broken;
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
}
