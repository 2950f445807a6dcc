package io.tidemark.job.write;

import io.tidemark.job.observe.Observation;
import io.tidemark.job.observe.WriterCounter;
import io.tidemark.job.observe.WriterCounter.Unit;
import io.tidemark.job.shared.ThreadCpu;
import io.tidemark.sink.RequestTiming;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.WriteResult;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/** The metrics of a writer's requests; docs/metrics.md explains each. Thread-safe. */
final class WriterMetrics {
  private final InFlight inFlight = new InFlight();
  private final PermitWait permitWait = new PermitWait();
  private final Map<RequestOutcome, LongAdder> requests = new EnumMap<>(RequestOutcome.class);

  /** The sums of what was added; those of counters in seconds are in nanoseconds. */
  private final Map<WriterCounter, LongAdder> sums = new EnumMap<>(WriterCounter.class);

  /** How each counter is read, in its unit and in the order of the counters. */
  private final Map<WriterCounter, DoubleSupplier> readings = new EnumMap<>(WriterCounter.class);

  private final Recorder latencySinceObserved =
      new Recorder(LatencyHistogram.MAX_MICROS, LatencyHistogram.DIGITS);
  private final Recorder dueSinceObserved =
      new Recorder(LatencyHistogram.MAX_MICROS, LatencyHistogram.DIGITS);
  private final AnswerCounts answers = new AnswerCounts();
  private final Permits.Member permits;
  private final LatencyHistogram requestLatency = new LatencyHistogram();
  private final LatencyHistogram connectLatency = new LatencyHistogram();
  private final LatencyHistogram sendLatency = new LatencyHistogram();
  private final LatencyHistogram answerLatency = new LatencyHistogram();

  /** Registers the metrics; the task's thread has to call this. */
  WriterMetrics(MetricGroup group, WriteClient client, Permits.Member permits) {
    this.permits = permits;
    for (RequestOutcome outcome : RequestOutcome.values()) {
      LongAdder count = new LongAdder();
      requests.put(outcome, count);
      group
          .addGroup("outcome", outcome.name().toLowerCase(Locale.ROOT))
          .gauge("requests_total", count::sum);
    }
    for (WriterCounter counter : WriterCounter.values()) {
      LongAdder sum = new LongAdder();
      sums.put(counter, sum);
      readings.put(counter, counter.unit() == Unit.SECONDS ? () -> sum.sum() / 1e9 : sum::sum);
    }
    readings.put(WriterCounter.IN_FLIGHT_SECONDS, () -> inFlight.seconds(System.nanoTime()));
    readings.put(WriterCounter.PERMIT_WAIT_SECONDS, () -> permitWait.seconds(System.nanoTime()));
    readings.put(WriterCounter.THROTTLED, requests.get(RequestOutcome.THROTTLED)::sum);
    readings.put(WriterCounter.FAILED, requests.get(RequestOutcome.RETRY)::sum);
    readings.put(WriterCounter.REJECTED, requests.get(RequestOutcome.REJECT)::sum);
    readings.put(WriterCounter.HTTP_CPU_SECONDS, () -> client.cpuNanos() / 1e9);
    readings.forEach(
        (counter, reading) ->
            counter.metric().ifPresent(name -> group.gauge(name, gauge(counter, reading))));
    group.gauge("in_flight_batches", inFlight::now);
    group.gauge("in_flight_bound_batches", permits::share);
    group.histogram("request_latency_micros", requestLatency);
    group.histogram("request_connect_micros", connectLatency);
    group.histogram("request_send_micros", sendLatency);
    group.histogram("request_answer_micros", answerLatency);
    ThreadCpu.ofCurrentThread().register(group);
  }

  /** Returns a gauge of fractions for seconds, of whole numbers for all else. */
  private static Gauge<Number> gauge(WriterCounter counter, DoubleSupplier reading) {
    return counter.unit() == Unit.SECONDS
        ? reading::getAsDouble
        : () -> (long) reading.getAsDouble();
  }

  private void add(WriterCounter counter, long more) {
    sums.get(counter).add(more);
  }

  PermitWait permitWait() {
    return permitWait;
  }

  void started(long nowNanos) {
    inFlight.enter(nowNanos);
  }

  void ended(WriteOutcome outcome, long startNanos, long dueMillis) {
    long nowNanos = System.nanoTime();
    inFlight.exit(nowNanos);
    if (outcome != null) {
      add(WriterCounter.BATCHES, 1);
      add(WriterCounter.BATCH_SECONDS, nowNanos - startNanos);
      add(WriterCounter.SAMPLES, outcome.samplesAcked());
      add(WriterCounter.RAW_BYTES, outcome.rawBytes());
      if (dueMillis != Long.MIN_VALUE) {
        long micros = 1000 * Math.max(0, outcome.doneMillis() - dueMillis);
        dueSinceObserved.recordValueWithCount(
            Math.min(micros, LatencyHistogram.MAX_MICROS), outcome.samplesAcked());
      }
    }
  }

  void request(RequestOutcome outcome, WriteResult result) {
    RequestTiming timing = result.timing();
    requests.get(outcome).increment();
    add(WriterCounter.CALLS, 1);
    latencySinceObserved.recordValue(
        Math.min(timing.totalNanos() / 1000, LatencyHistogram.MAX_MICROS));
    // The client retries by itself, at once, on a connection that turned out closed.
    add(WriterCounter.RETRIES, result.attempts() - 1L);
    answers.add(outcome, result);
    add(WriterCounter.SENT_BYTES, result.bytesSent());
    add(WriterCounter.CONNECT_SECONDS, timing.connectNanos());
    add(WriterCounter.SEND_SECONDS, timing.sendNanos());
    add(WriterCounter.ANSWER_SECONDS, timing.answerNanos());
    requestLatency.updateNanos(timing.totalNanos());
    connectLatency.updateNanos(timing.connectNanos());
    sendLatency.updateNanos(timing.sendNanos());
    answerLatency.updateNanos(timing.answerNanos());
  }

  void retry() {
    add(WriterCounter.RETRIES, 1);
  }

  /** Returns the counters, with latencies since the last call; only one thread may call it. */
  Observation.Writing writing() {
    return new Observation.Writing(
        permits.bound(),
        readings.values().stream().mapToDouble(DoubleSupplier::getAsDouble).toArray(),
        encode(latencySinceObserved.getIntervalHistogram()),
        encode(dueSinceObserved.getIntervalHistogram()),
        answers.read());
  }

  private static byte[] encode(Histogram micros) {
    var buffer = ByteBuffer.allocate(micros.getNeededByteBufferCapacity());
    return Arrays.copyOf(buffer.array(), micros.encodeIntoCompressedByteBuffer(buffer));
  }
}
