package io.tidemark.simulated;

import io.tidemark.job.config.JobConfig;
import io.tidemark.job.observe.Observation;
import io.tidemark.job.observe.WriterCounter;
import io.tidemark.simulated.time.SharedCores;
import io.tidemark.simulated.time.Slowdown;
import io.tidemark.simulated.time.VirtualTime;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.Histogram;

/**
 * A writer subtask: its batches wait for permits of its process, are sent by one thread, and
 * retried.
 */
final class SimulatedWriter extends Stage {
  private static final int STORED = 204;

  /**
   * Latencies are kept to a hundredth, because more digits cost more than all else that is
   * simulated.
   */
  private static final int LATENCY_DIGITS = 2;

  private static final byte[] NONE = encoded(new Histogram(LATENCY_DIGITS));

  /** The permits of a process, passed on in the order in which writers came. */
  static final class Permits {
    private final Deque<SimulatedWriter> waiting = new ArrayDeque<>();
    private int bound;
    private int inUse;

    Permits(int bound) {
      this.bound = bound;
    }

    int bound() {
      return bound;
    }

    void bound(int next) {
      bound = next;
      wake();
    }

    private boolean take(SimulatedWriter writer) {
      if (inUse < bound && (waiting.isEmpty() || waiting.peek() == writer)) {
        waiting.remove(writer);
        inUse++;
        return true;
      }
      if (!waiting.contains(writer)) {
        waiting.add(writer);
      }
      return false;
    }

    private void release() {
      inUse--;
      wake();
    }

    private void wake() {
      for (int before = -1; inUse < bound && !waiting.isEmpty() && before != inUse; ) {
        before = inUse;
        waiting.peek().wake();
      }
    }
  }

  private record Answer(String node, int status) {}

  private final JobConfig.Retry retry;
  private final Slowdown slowdown;
  private final SimulatedSetup.Costs costs;
  private final List<SimulatedNode> targets;
  private final SimulatedGateway gateway;
  private final Permits permits;
  private final SharedCores.Process process;
  private final SharedCores.Thread http;
  private final VirtualTime time;
  private final Deque<SimulatedBatch> toSend = new ArrayDeque<>();
  private final Set<SimulatedBatch> inFlight = new LinkedHashSet<>();
  private final Map<Answer, double[]> answers = new LinkedHashMap<>();
  private final Histogram latencyMicros = new Histogram(LATENCY_DIGITS);
  private final Histogram dueMicros = new Histogram(LATENCY_DIGITS);
  private boolean sending;
  private boolean closed;
  private int nextTarget;
  private long waitsSinceNanos = -1;
  private long countedNanos;
  private final double[] counts = new double[WriterCounter.values().length];

  SimulatedWriter(
      JobConfig.Retry retry,
      Slowdown slowdown,
      SimulatedSetup.Costs costs,
      List<SimulatedNode> targets,
      SimulatedGateway gateway,
      Permits permits,
      SharedCores.Process process,
      VirtualTime time) {
    super(process, time);
    this.retry = retry;
    this.slowdown = slowdown;
    this.costs = costs;
    this.targets = targets;
    this.gateway = gateway;
    this.permits = permits;
    this.process = process;
    this.http = process.thread();
    this.time = time;
    this.countedNanos = time.nanos();
  }

  @Override
  double nanosFor(SimulatedBatch batch) {
    return slowdown.now() * costs.perBatch().toNanos();
  }

  /** A writer that waits for a permit is busy to Flink, too. */
  @Override
  State blocked() {
    return State.BUSY;
  }

  @Override
  boolean handOn(SimulatedBatch batch) {
    if (closed || !permits.take(this)) {
      waitsSinceNanos = waitsSinceNanos < 0 ? time.nanos() : waitsSinceNanos;
      return false;
    }
    countWait();
    waitsSinceNanos = -1;
    countInFlight();
    inFlight.add(batch);
    batch.answered = this::answered;
    batch.permitNanos = time.nanos();
    call(batch);
    return true;
  }

  private void call(SimulatedBatch batch) {
    if (!closed) {
      batch.callNanos = time.nanos();
      toSend.add(batch);
      send();
    }
  }

  private void send() {
    if (sending || toSend.isEmpty()) {
      return;
    }
    sending = true;
    SimulatedBatch batch = toSend.remove();
    process.add(
        http,
        slowdown.now() * costs.perCall().toNanos(),
        time.nanos(),
        done -> {
          sending = false;
          batch.begins();
          SimulatedNode target = targets.get(nextTarget++ % targets.size());
          batch.target = target.name();
          gateway.send(target, batch);
          send();
        });
  }

  void answered(SimulatedBatch batch, int status) {
    if (closed) {
      return;
    }
    add(WriterCounter.CALLS, 1);
    add(WriterCounter.SENT_BYTES, batch.bytes());
    add(WriterCounter.SEND_SECONDS, (batch.sentNanos - batch.callNanos) / 1e9);
    add(WriterCounter.ANSWER_SECONDS, (time.nanos() - batch.sentNanos) / 1e9);
    double[] sum = answers.computeIfAbsent(new Answer(batch.target, status), key -> new double[2]);
    sum[0]++;
    sum[1] += (time.nanos() - batch.callNanos) / 1e9;
    latencyMicros.recordValue((time.nanos() - batch.callNanos) / 1_000);
    if (status == STORED) {
      add(WriterCounter.SAMPLES, batch.samples());
      if (batch.dueNanos != Long.MIN_VALUE) {
        dueMicros.recordValueWithCount(
            (time.nanos() - batch.dueNanos) / 1_000, Math.round(batch.samples()));
      }
      add(WriterCounter.BATCHES, 1);
      add(WriterCounter.BATCH_SECONDS, (time.nanos() - batch.permitNanos) / 1e9);
      end(batch);
    } else if (status == 429 || status == 503) {
      add(WriterCounter.THROTTLED, 1);
      again(batch);
    } else if (status == 0 || status >= 500) {
      add(WriterCounter.FAILED, 1);
      again(batch);
    } else {
      add(WriterCounter.REJECTED, 1);
      end(batch);
    }
  }

  private void again(SimulatedBatch batch) {
    long pause = retry.initial().toMillis() << Math.min(10, batch.failures++);
    time.in(Duration.ofMillis(Math.min(retry.max().toMillis(), pause)), () -> call(batch));
  }

  private void end(SimulatedBatch batch) {
    countInFlight();
    inFlight.remove(batch);
    permits.release();
  }

  private void countInFlight() {
    add(WriterCounter.IN_FLIGHT_SECONDS, inFlight.size() * (time.nanos() - countedNanos) / 1e9);
    countedNanos = time.nanos();
  }

  private void countWait() {
    if (waitsSinceNanos >= 0) {
      add(WriterCounter.PERMIT_WAIT_SECONDS, (time.nanos() - waitsSinceNanos) / 1e9);
      waitsSinceNanos = time.nanos();
    }
  }

  /**
   * Returns the connections with bytes that the database's side has not acknowledged yet, but does.
   */
  long moving() {
    return inFlight.stream().filter(SimulatedBatch::isOnTheLine).count() - unread();
  }

  /** Returns the connections with bytes that nobody reads. */
  long unread() {
    return inFlight.stream().filter(SimulatedBatch::isUnread).count();
  }

  long samples() {
    return Math.round(counts[WriterCounter.SAMPLES.place()]);
  }

  private void add(WriterCounter counter, double more) {
    counts[counter.place()] += more;
  }

  Observation.Writing observed() {
    countInFlight();
    countWait();
    double[] now = counts.clone();
    now[WriterCounter.SAMPLES.place()] = samples();
    now[WriterCounter.SENT_BYTES.place()] = Math.round(now[WriterCounter.SENT_BYTES.place()]);
    now[WriterCounter.HTTP_CPU_SECONDS.place()] =
        process.usedSeconds(http, time.nanos()) / slowdown.garbage();
    return new Observation.Writing(
        permits.bound(),
        now,
        taken(latencyMicros),
        taken(dueMicros),
        answers.entrySet().stream().map(SimulatedWriter::answers).toList());
  }

  private static byte[] taken(Histogram histogram) {
    if (histogram.getTotalCount() == 0) {
      return NONE;
    }
    byte[] encoded = encoded(histogram);
    histogram.reset();
    return encoded;
  }

  private static byte[] encoded(Histogram histogram) {
    var buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    return Arrays.copyOf(buffer.array(), histogram.encodeIntoCompressedByteBuffer(buffer));
  }

  private static Observation.Answers answers(Map.Entry<Answer, double[]> sum) {
    int status = sum.getKey().status;
    return new Observation.Answers(
        sum.getKey().node,
        status == 0 ? "" : "HTTP " + status,
        status == STORED,
        (long) sum.getValue()[0],
        sum.getValue()[1],
        "");
  }

  void close() {
    closed = true;
  }
}
