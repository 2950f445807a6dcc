package io.tidemark.job.write;

import io.tidemark.job.observe.Observation;
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
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.apache.flink.metrics.MetricGroup;

/** The metrics of a writer's requests; docs/metrics.md explains each. Thread-safe. */
final class WriterMetrics {
  private final InFlight inFlight = new InFlight();
  private final PermitWait permitWait = new PermitWait();
  private final Map<RequestOutcome, LongAdder> requests = new EnumMap<>(RequestOutcome.class);
  private final LongAdder retries = new LongAdder();
  private final LongAdder rawBytes = new LongAdder();
  private final LongAdder sentBytes = new LongAdder();
  private final LongAdder samplesAcked = new LongAdder();
  private final LongAdder connectNanos = new LongAdder();
  private final LongAdder sendNanos = new LongAdder();
  private final LongAdder answerNanos = new LongAdder();
  private final LongAdder batches = new LongAdder();
  private final LongAdder batchNanos = new LongAdder();
  private final Recorder latencySinceObserved =
      new Recorder(LatencyHistogram.MAX_MICROS, LatencyHistogram.DIGITS);
  private final Recorder dueSinceObserved =
      new Recorder(LatencyHistogram.MAX_MICROS, LatencyHistogram.DIGITS);
  private final AnswerCounts answers = new AnswerCounts();
  private final ThreadCpu cpu = ThreadCpu.ofCurrentThread();
  private final WriteClient client;
  private final Permits.Member permits;
  private final LatencyHistogram requestLatency = new LatencyHistogram();
  private final LatencyHistogram connectLatency = new LatencyHistogram();
  private final LatencyHistogram sendLatency = new LatencyHistogram();
  private final LatencyHistogram answerLatency = new LatencyHistogram();

  /** Registers the metrics; the task's thread has to call this. */
  WriterMetrics(MetricGroup group, WriteClient client, Permits.Member permits) {
    this.client = client;
    this.permits = permits;
    for (RequestOutcome outcome : RequestOutcome.values()) {
      LongAdder count = new LongAdder();
      requests.put(outcome, count);
      group
          .addGroup("outcome", outcome.name().toLowerCase(Locale.ROOT))
          .gauge("requests_total", count::sum);
    }
    group.gauge("retries_total", retries::sum);
    group.gauge("batch_raw_bytes_total", rawBytes::sum);
    group.gauge("sent_bytes_total", sentBytes::sum);
    group.gauge("samples_written_total", samplesAcked::sum);
    group.gauge("in_flight_batches", inFlight::now);
    group.gauge("in_flight_bound_batches", permits::share);
    group.gauge("in_flight_batch_seconds_total", () -> inFlight.seconds(System.nanoTime()));
    group.gauge("permit_wait_seconds_total", () -> permitWait.seconds(System.nanoTime()));
    group.gauge("request_connect_seconds_total", () -> connectNanos.sum() / 1e9);
    group.gauge("request_send_seconds_total", () -> sendNanos.sum() / 1e9);
    group.gauge("request_answer_seconds_total", () -> answerNanos.sum() / 1e9);
    group.gauge("http_cpu_seconds_total", () -> client.cpuNanos() / 1e9);
    group.histogram("request_latency_micros", requestLatency);
    group.histogram("request_connect_micros", connectLatency);
    group.histogram("request_send_micros", sendLatency);
    group.histogram("request_answer_micros", answerLatency);
    cpu.register(group);
  }

  PermitWait permitWait() {
    return permitWait;
  }

  ThreadCpu cpu() {
    return cpu;
  }

  long samplesAcked() {
    return samplesAcked.sum();
  }

  void started(long nowNanos) {
    inFlight.enter(nowNanos);
  }

  void ended(WriteOutcome outcome, long startNanos, long dueMillis) {
    long nowNanos = System.nanoTime();
    inFlight.exit(nowNanos);
    if (outcome != null) {
      batches.increment();
      batchNanos.add(nowNanos - startNanos);
      samplesAcked.add(outcome.samplesAcked());
      rawBytes.add(outcome.rawBytes());
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
    latencySinceObserved.recordValue(
        Math.min(timing.totalNanos() / 1000, LatencyHistogram.MAX_MICROS));
    // The client retries by itself, at once, on a connection that turned out closed.
    retries.add(result.attempts() - 1L);
    answers.add(outcome, result);
    sentBytes.add(result.bytesSent());
    connectNanos.add(timing.connectNanos());
    sendNanos.add(timing.sendNanos());
    answerNanos.add(timing.answerNanos());
    requestLatency.updateNanos(timing.totalNanos());
    connectLatency.updateNanos(timing.connectNanos());
    sendLatency.updateNanos(timing.sendNanos());
    answerLatency.updateNanos(timing.answerNanos());
  }

  void retry() {
    retries.increment();
  }

  /** Returns the counters, with latencies since the last call; only one thread may call it. */
  Observation.Writing writing() {
    long nowNanos = System.nanoTime();
    return new Observation.Writing(
        permits.bound(),
        inFlight.seconds(nowNanos),
        permitWait.seconds(nowNanos),
        batches.sum(),
        batchNanos.sum() / 1e9,
        requests.values().stream().mapToLong(LongAdder::sum).sum(),
        requests.get(RequestOutcome.THROTTLED).sum(),
        requests.get(RequestOutcome.RETRY).sum(),
        requests.get(RequestOutcome.REJECT).sum(),
        sentBytes.sum(),
        connectNanos.sum() / 1e9,
        sendNanos.sum() / 1e9,
        answerNanos.sum() / 1e9,
        client.cpuNanos() / 1e9,
        encode(latencySinceObserved.getIntervalHistogram()),
        encode(dueSinceObserved.getIntervalHistogram()),
        answers.read());
  }

  private static byte[] encode(Histogram micros) {
    var buffer = ByteBuffer.allocate(micros.getNeededByteBufferCapacity());
    return Arrays.copyOf(buffer.array(), micros.encodeIntoCompressedByteBuffer(buffer));
  }
}
