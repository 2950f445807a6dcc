package io.tidemark.job.source;

import io.tidemark.job.split.SampleBlock;
import io.tidemark.job.split.SourceSample;
import org.apache.flink.api.common.accumulators.LongMaximum;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Counts generated samples where other sources parse records; each counts as one. It publishes how
 * far generated time has come, in Unix milliseconds, as accumulator {@value #GENERATED_MILLIS}.
 */
public final class CountSamples extends ProcessFunction<SourceSample, SampleBlock>
    implements CheckpointedFunction, BlockOperator.Sender {
  /** The accumulator belongs to the running attempt. */
  public static final String GENERATED_MILLIS = "generatedMillis";

  private transient LongMaximum generatedMillis;
  private transient SourceMetrics metrics;
  private transient OutgoingBlocks blocks;

  @Override
  public void initializeState(FunctionInitializationContext state) throws Exception {
    metrics = new SourceMetrics(state.getOperatorStateStore(), getRuntimeContext());
    generatedMillis = new LongMaximum();
    getRuntimeContext().addAccumulator(GENERATED_MILLIS, generatedMillis);
  }

  @Override
  public void snapshotState(FunctionSnapshotContext snapshot) throws Exception {
    metrics.snapshot();
  }

  @Override
  public void sendTo(OutgoingBlocks blocks) {
    this.blocks = blocks;
  }

  @Override
  public void processElement(SourceSample sample, Context context, Collector<SampleBlock> out) {
    metrics.recordRead();
    metrics.sampleRead();
    generatedMillis.add(sample.timestampMillis());
    blocks.add(
        sample.number(), sample.hash(), sample.labels(), sample.timestampMillis(), sample.value());
  }
}
