package io.tidemark.job.write;

import io.tidemark.job.config.JobConfig;
import io.tidemark.job.deadletter.DeadLetter;
import io.tidemark.job.deadletter.EverythingRefusedException;
import io.tidemark.job.deadletter.FirstRefused;
import io.tidemark.job.deadletter.RefusedShare;
import io.tidemark.job.state.ExactTotals;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.accumulators.DoubleCounter;
import org.apache.flink.api.common.accumulators.LongMaximum;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.api.common.typeutils.base.array.DoublePrimitiveArraySerializer;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.co.CoProcessFunction;
import org.apache.flink.util.Collector;

/**
 * The last step of the job, with one subtask. It adds up the outcomes of all batches, keeps the
 * totals in state and publishes them as accumulators, so that a restart neither loses nor doubles
 * them. It emits all dead letters, including those of its second input, which were refused before
 * they were amplified. It ends the run if nearly everything becomes a dead letter.
 */
public final class Acks extends CoProcessFunction<WriteOutcome, DeadLetter, DeadLetter>
    implements CheckpointedFunction {
  private static final int ACKED = 0;
  private static final int DEAD_LETTERED = 1;
  private static final int REQUESTS = 2;
  private static final int RETRIES = 3;
  private static final int BYTES_RAW = 4;
  private static final int BYTES_SENT = 5;
  private static final int RECORDS = 6;

  private final double refusedShare;
  private final Duration refusedFor;
  private final double copies;

  private transient RefusedShare refusals;
  private transient ExactTotals totals;
  private transient LatencyAccumulator latency;
  private transient Smoothness smoothness;
  private transient FirstRefused firstRefused;
  private transient LongMaximum lastAckMillis;
  private transient DoubleCounter publishedSmoothness;
  private transient ListState<byte[]> latencyState;
  private transient ListState<double[]> smoothnessState;
  private transient Counter samplesAcked;
  private transient Counter samplesDeadLettered;
  private transient long publishedAtMillis;

  /**
   * @param copies the mean number of copies of a source sample
   */
  public Acks(JobConfig.DeadLetter config, double copies) {
    this.refusedShare = config.refusedShare();
    this.refusedFor = config.refusedFor();
    this.copies = copies;
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    totals =
        new ExactTotals(
            List.of(
                "samplesAcked",
                "samplesDeadLettered",
                "requests",
                "retries",
                "bytesRaw",
                "bytesSent",
                "lastReceivedRecords"));
    totals.restore(context.getOperatorStateStore());
    latency = new LatencyAccumulator();
    latencyState =
        context
            .getOperatorStateStore()
            .getListState(
                new ListStateDescriptor<>("latency", BytePrimitiveArraySerializer.INSTANCE));
    for (byte[] former : latencyState.get()) {
      latency.merge(former);
    }
    smoothness = new Smoothness();
    smoothnessState =
        context
            .getOperatorStateStore()
            .getListState(
                new ListStateDescriptor<>("smoothness", DoublePrimitiveArraySerializer.INSTANCE));
    for (double[] former : smoothnessState.get()) {
      smoothness.restore(former);
    }
  }

  @Override
  public void open(OpenContext context) {
    totals.publish(getRuntimeContext());
    refusals = new RefusedShare(refusedShare, refusedFor, System.nanoTime());
    getRuntimeContext().addAccumulator("latency", latency);
    firstRefused = new FirstRefused();
    getRuntimeContext().addAccumulator(FirstRefused.NAME, firstRefused);
    lastAckMillis = new LongMaximum();
    getRuntimeContext().addAccumulator("lastAckMillis", lastAckMillis);
    publishedSmoothness = new DoubleCounter();
    getRuntimeContext().addAccumulator("smoothness", publishedSmoothness);
    MetricGroup group = getRuntimeContext().getMetricGroup().addGroup("tidemark");
    samplesAcked = group.counter("samples_acked_total");
    samplesDeadLettered = group.counter("samples_dead_lettered_total");
  }

  @Override
  public void processElement1(WriteOutcome outcome, Context context, Collector<DeadLetter> out) {
    totals.add(ACKED, outcome.samplesAcked());
    totals.add(DEAD_LETTERED, outcome.samplesDeadLettered());
    totals.add(REQUESTS, outcome.requests());
    totals.add(RETRIES, outcome.retries());
    totals.add(BYTES_RAW, outcome.rawBytes());
    totals.add(BYTES_SENT, outcome.sentBytes());
    totals.add(RECORDS, outcome.records());
    samplesAcked.inc(outcome.samplesAcked());
    samplesDeadLettered.inc(outcome.samplesDeadLettered());
    if (outcome.samplesAcked() > 0) {
      latency.add(outcome.ackNanos() / 1000);
      lastAckMillis.add(outcome.doneMillis());
    }
    smoothness.add(outcome.samplesAcked(), outcome.doneMillis());
    if (outcome.doneMillis() >= publishedAtMillis + Smoothness.BIN_MILLIS) {
      publishedAtMillis = outcome.doneMillis();
      publishSmoothness();
    }
    long nowNanos = System.nanoTime();
    refusals.acknowledged(outcome.samplesAcked(), nowNanos);
    for (DeadLetter letter : outcome.deadLetters()) {
      firstRefused.add(letter);
      long ageMillis = Math.max(0, outcome.doneMillis() - letter.timeMillis());
      long sinceNanos = nowNanos - TimeUnit.MILLISECONDS.toNanos(ageMillis);
      refusals.refused(letter, 1, 0, sinceNanos, nowNanos);
      out.collect(letter);
    }
    endIfTooMuch(nowNanos);
  }

  @Override
  public void processElement2(DeadLetter letter, Context context, Collector<DeadLetter> out) {
    long nowNanos = System.nanoTime();
    long passed = Math.round(copies * letter.passed());
    refusals.refused(letter, Math.round(copies), passed, nowNanos, nowNanos);
    out.collect(letter);
    endIfTooMuch(nowNanos);
  }

  /** The failure suppresses restarts, because a restart would meet the same samples again. */
  private void endIfTooMuch(long nowNanos) {
    if (refusals.isTooMuch(nowNanos)) {
      throw new SuppressRestartsException(new EverythingRefusedException(refusals.describe()));
    }
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    totals.snapshot();
    latencyState.clear();
    latencyState.add(latency.getLocalValue());
    smoothnessState.clear();
    smoothnessState.add(smoothness.state());
  }

  private void publishSmoothness() {
    double value = smoothness.coefficientOfVariation();
    if (!Double.isNaN(value)) {
      publishedSmoothness.add(value - publishedSmoothness.getLocalValuePrimitive());
    }
  }
}
