package io.tidemark.job.source;

import io.tidemark.job.split.SampleBlock;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;

/**
 * Runs a function that sends samples, and makes sure that no sample stays in a block for longer
 * than {@value #LINGER_MILLIS} ms, over a checkpoint's barrier, or at the end. So no block is ever
 * in state.
 */
final class BlockOperator<IN> extends ProcessOperator<IN, SampleBlock> {
  /** This is short beside the 100 ms that Flink lets a network buffer wait. */
  static final long LINGER_MILLIS = 10;

  /** What such a function does beside being a {@link ProcessFunction}. */
  interface Sender {
    /** Hands over the blocks, before the first record comes. */
    void sendTo(OutgoingBlocks blocks);
  }

  private final boolean inBlocks;
  private transient OutgoingBlocks blocks;
  private transient boolean lingerTimerSet;

  /**
   * @param inBlocks whether samples may wait for each other
   */
  <F extends ProcessFunction<IN, SampleBlock> & Sender> BlockOperator(
      F function, boolean inBlocks) {
    super(function);
    this.inBlocks = inBlocks;
  }

  @Override
  public void open() throws Exception {
    super.open();
    Channels channels =
        inBlocks
            ? Channels.of(
                    getOperatorConfig(),
                    getContainingTask().getEnvironment(),
                    getUserCodeClassloader())
                .orElse(null)
            : null;
    int subtask = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
    var out = new StreamRecord<SampleBlock>(null);
    blocks =
        new OutgoingBlocks(
            subtask,
            channels,
            (block, due) -> output.collect(out.replace(block, due)),
            this::flushAfterLinger);
    ((Sender) userFunction).sendTo(blocks);
  }

  @Override
  public void processElement(StreamRecord<IN> element) throws Exception {
    blocks.due(element.getTimestamp());
    super.processElement(element);
  }

  private void flushAfterLinger() {
    if (lingerTimerSet) {
      return;
    }
    lingerTimerSet = true;
    processingTimeService.registerTimer(
        processingTimeService.getCurrentProcessingTime() + LINGER_MILLIS,
        now -> {
          lingerTimerSet = false;
          blocks.flush();
        });
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) {
    blocks.flush();
  }

  @Override
  public void processWatermark(Watermark watermark) throws Exception {
    blocks.flush();
    super.processWatermark(watermark);
  }

  @Override
  public void processWatermarkStatus(WatermarkStatus status) throws Exception {
    blocks.flush();
    super.processWatermarkStatus(status);
  }

  @Override
  public void finish() throws Exception {
    blocks.flush();
    super.finish();
  }
}
