package io.tidemark.mechanism.job;

import io.tidemark.mechanism.time.Clock;
import io.tidemark.mechanism.wire.Connection;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;

/**
 * A writer's task: batches wait for a permit, one thread of the process sends them, and what is not
 * stored is sent again after a pause that doubles.
 */
public final class Writer extends Task {
  private static final int STORED = 204;

  /** Calls by who answered and what. */
  public record Answer(String target, int status) implements Comparable<Answer> {
    @Override
    public int compareTo(Answer other) {
      int names = target.compareTo(other.target);
      return names == 0 ? Integer.compare(status, other.status) : names;
    }
  }

  /** Since the job began; seconds are summed over requests. */
  public static final class Counts {
    public double samples;
    public double inFlightSeconds;
    public double waitSeconds;
    public long batches;
    public double batchSeconds;
    public long calls;
    public long throttled;
    public long failed;
    public double sentBytes;
    public double sendSeconds;
    public double answerSeconds;
    public final Map<Answer, double[]> answers = new TreeMap<>();
  }

  private final Plan plan;
  private final Costs costs;
  private final TaskManager manager;
  private final Deque<Batch> toSend = new ArrayDeque<>();
  private final Counts counts = new Counts();
  private double[] latencies = new double[64];
  private int latencyCount;
  private boolean sending;
  private boolean closed;
  private int turn;
  private int inFlight;
  private long countedNanos;
  private long waitsSinceNanos = -1;

  Writer(Clock clock, Plan plan, Costs costs, TaskManager manager, int first) {
    super(clock, manager.process());
    this.plan = plan;
    this.costs = costs;
    this.manager = manager;
    this.turn = first;
    this.countedNanos = clock.nanos();
  }

  @Override
  double work(Batch batch) {
    return costs.perBatchSeconds();
  }

  /** Flink counts a writer that waits within its own thread as busy. */
  @Override
  State standingStill() {
    return State.BUSY;
  }

  @Override
  boolean handOn(Batch batch) {
    if (closed || !manager.permits().take(this)) {
      waitsSinceNanos = waitsSinceNanos < 0 ? clock.nanos() : waitsSinceNanos;
      return false;
    }
    countWait();
    waitsSinceNanos = -1;
    countInFlight(1);
    batch.permittedNanos = clock.nanos();
    call(batch);
    return true;
  }

  private void call(Batch batch) {
    if (!closed) {
      batch.calledNanos = clock.nanos();
      toSend.add(batch);
      send();
    }
  }

  private void send() {
    if (sending || toSend.isEmpty()) {
      return;
    }
    sending = true;
    Batch batch = toSend.remove();
    manager
        .process()
        .run(
            manager.http(),
            costs.perCallSeconds(),
            () -> {
              sending = false;
              transmit(batch);
              send();
            });
  }

  private void transmit(Batch batch) {
    int target = turn++ % manager.targets().size();
    Connection connection = manager.connect(target);
    batch.sentNanos = clock.nanos();
    connection.send(
        batch.number * 31 + batch.failures,
        batch.samples,
        batch.bytes,
        () -> batch.sentNanos = clock.nanos(),
        status -> {
          manager.free(target, connection);
          if (!closed) {
            answered(batch, new Answer(manager.targets().get(target).name(), status));
          }
        });
  }

  private void answered(Batch batch, Answer answer) {
    double seconds = since(batch.calledNanos);
    counts.calls++;
    counts.sentBytes += batch.bytes;
    counts.answerSeconds += since(batch.sentNanos);
    counts.sendSeconds += seconds - since(batch.sentNanos);
    double[] sum = counts.answers.computeIfAbsent(answer, key -> new double[2]);
    sum[0]++;
    sum[1] += seconds;
    remember(seconds);
    if (answer.status == STORED) {
      counts.samples += batch.samples;
      counts.batches++;
      counts.batchSeconds += since(batch.permittedNanos);
      countInFlight(-1);
      manager.permits().release();
      return;
    }
    counts.throttled += answer.status == 429 || answer.status == 503 ? 1 : 0;
    counts.failed += answer.status == 429 || answer.status == 503 ? 0 : 1;
    double pause = plan.retrySeconds() * Math.pow(2, Math.min(20, batch.failures++));
    clock.after(Math.min(plan.retryMaxSeconds(), pause), () -> call(batch));
  }

  private double since(long nanos) {
    return (clock.nanos() - nanos) / Clock.NANOS;
  }

  private void countInFlight(int more) {
    counts.inFlightSeconds += inFlight * since(countedNanos);
    countedNanos = clock.nanos();
    inFlight += more;
  }

  private void countWait() {
    if (waitsSinceNanos >= 0) {
      counts.waitSeconds += since(waitsSinceNanos);
      waitsSinceNanos = clock.nanos();
    }
  }

  private void remember(double seconds) {
    if (latencyCount == latencies.length) {
      latencies = Arrays.copyOf(latencies, 2 * latencyCount);
    }
    latencies[latencyCount++] = seconds;
  }

  public Counts counts() {
    countInFlight(0);
    countWait();
    return counts;
  }

  /** Seconds of each call since this was asked last. */
  public double[] takeLatencies() {
    double[] taken = Arrays.copyOf(latencies, latencyCount);
    latencyCount = 0;
    return taken;
  }

  public TaskManager manager() {
    return manager;
  }

  void close() {
    closed = true;
  }
}
