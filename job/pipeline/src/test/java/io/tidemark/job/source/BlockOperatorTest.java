package io.tidemark.job.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.job.deadletter.DeadLetters;
import io.tidemark.job.split.SampleBlock;
import io.tidemark.job.split.SourceSample;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.io.network.api.writer.ResultPartitionWriter;
import org.apache.flink.runtime.io.network.partition.MockResultPartitionWriter;
import org.apache.flink.runtime.io.network.partition.ResultPartitionType;
import org.apache.flink.runtime.jobgraph.IntermediateDataSetID;
import org.apache.flink.streaming.api.graph.NonChainedOutput;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.partitioner.KeyGroupStreamPartitioner;
import org.apache.flink.streaming.runtime.partitioner.RebalancePartitioner;
import org.apache.flink.streaming.runtime.partitioner.StreamPartitioner;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try") // the harness closes with InterruptedException
class BlockOperatorTest {
  private static final long NOW = 1_700_000_000_000L;
  private static final int KEY_GROUPS = 720;

  private static final NonChainedOutput DEAD_LETTERS =
      output(DeadLetters.TAG, new RebalancePartitioner<>());
  private static final NonChainedOutput SAMPLES =
      output(null, new KeyGroupStreamPartitioner<>(SampleBlock::key, KEY_GROUPS));

  private static NonChainedOutput output(OutputTag<?> tag, StreamPartitioner<?> partitioner) {
    return new NonChainedOutput(
        false,
        0,
        1,
        KEY_GROUPS,
        100,
        false,
        new IntermediateDataSetID(),
        tag,
        partitioner,
        ResultPartitionType.PIPELINED_BOUNDED);
  }

  private static ResultPartitionWriter writer(int channels, int keyGroups) {
    return new MockResultPartitionWriter() {
      @Override
      public int getNumberOfSubpartitions() {
        return channels;
      }

      @Override
      public int getNumTargetKeyGroups() {
        return keyGroups;
      }
    };
  }

  /** Beside one that goes to dead letters, a keyed output of so many channels. */
  private static OneInputStreamOperatorTestHarness<SourceSample, SampleBlock> started(int channels)
      throws Exception {
    var harness =
        new OneInputStreamOperatorTestHarness<>(
            new BlockOperator<>(new CountSamples(), true), SourceSampleSerializer.INSTANCE);
    harness.setup(SampleBlockSerializer.INSTANCE);
    harness
        .getEnvironment()
        .addOutputs(List.of(writer(1, KEY_GROUPS), writer(channels, KEY_GROUPS)));
    harness.getStreamConfig().setOperatorNonChainedOutputs(List.of(SAMPLES, DEAD_LETTERS));
    harness.getStreamConfig().setVertexNonChainedOutputs(List.of(DEAD_LETTERS, SAMPLES));
    harness.getStreamConfig().serializeAllConfigs();
    harness.setProcessingTime(NOW);
    harness.open();
    return harness;
  }

  private static void process(
      OneInputStreamOperatorTestHarness<SourceSample, SampleBlock> harness, int samples)
      throws Exception {
    for (int i = 0; i < samples; i++) {
      Labels labels = Labels.of(Map.of("__name__", "m" + i));
      harness.processElement(SourceSample.of(new Sample(labels, NOW, i)), NOW);
    }
  }

  private static List<Integer> sent(
      OneInputStreamOperatorTestHarness<SourceSample, SampleBlock> harness) {
    return harness.extractOutputValues().stream().map(SampleBlock::count).toList();
  }

  @Test
  void sendsABlockToEachChannelOfTheKeyedOutput() throws Exception {
    try (var harness = started(3)) {
      process(harness, 60);
      assertThat(sent(harness)).isEmpty();
      harness.prepareSnapshotPreBarrier(1);
      assertThat(sent(harness)).hasSize(3);
      var channels = new Channels(3, KEY_GROUPS);
      assertThat(harness.extractOutputValues())
          .extracting(block -> channels.of(block.key()))
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void nothingStaysInABlockOverABarrier() throws Exception {
    try (var harness = started(1)) {
      process(harness, 3);
      harness.prepareSnapshotPreBarrier(1);
      assertThat(sent(harness)).containsExactly(3);
      harness.prepareSnapshotPreBarrier(2);
      assertThat(sent(harness)).containsExactly(3);
    }
  }

  @Test
  void nothingStaysInABlockAtTheEnd() throws Exception {
    try (var harness = started(1)) {
      process(harness, 3);
      harness.getOneInputOperator().finish();
      assertThat(sent(harness)).containsExactly(3);
    }
  }

  @Test
  void nothingStaysInABlockForLongerThanItLingers() throws Exception {
    try (var harness = started(1)) {
      process(harness, 3);
      harness.setProcessingTime(NOW + BlockOperator.LINGER_MILLIS - 1);
      assertThat(sent(harness)).isEmpty();
      harness.setProcessingTime(NOW + BlockOperator.LINGER_MILLIS);
      assertThat(sent(harness)).containsExactly(3);
      process(harness, 2);
      harness.setProcessingTime(NOW + 2 * BlockOperator.LINGER_MILLIS);
      assertThat(sent(harness)).as("a timer of its own").containsExactly(3, 2);
    }
  }

  @Test
  void samplesGoBeforeWatermarksAndIdleness() throws Exception {
    try (var harness = started(1)) {
      process(harness, 3);
      harness.processWatermark(new Watermark(NOW));
      process(harness, 2);
      harness.processWatermarkStatus(WatermarkStatus.IDLE);
      assertThat(harness.getOutput())
          .hasExactlyElementsOfTypes(
              StreamRecord.class, Watermark.class, StreamRecord.class, WatermarkStatus.class);
    }
  }

  @Test
  void whereThereAreNoChannelsToBeSeenEachSampleGoesAtOnce() throws Exception {
    try (var harness =
        new OneInputStreamOperatorTestHarness<>(
            new BlockOperator<>(new CountSamples(), true), SourceSampleSerializer.INSTANCE)) {
      harness.setup(SampleBlockSerializer.INSTANCE);
      harness.open();
      process(harness, 3);
      assertThat(sent(harness)).containsExactly(1, 1, 1);
    }
  }
}
