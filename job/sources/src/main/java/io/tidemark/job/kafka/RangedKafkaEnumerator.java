package io.tidemark.job.kafka;

import io.tidemark.job.split.EndBarrier;
import java.io.IOException;
import java.util.List;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;

/** Ends all readers together, once each partition has reached its end; or never. */
final class RangedKafkaEnumerator
    implements SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> {
  private final SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> endless;
  private final SplitEnumeratorContext<KafkaPartitionSplit> context;
  private final EndBarrier endBarrier;
  private final boolean holds;

  RangedKafkaEnumerator(
      SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> endless,
      SplitEnumeratorContext<KafkaPartitionSplit> context,
      int partitions,
      boolean holds) {
    this.endless = endless;
    this.context = context;
    this.endBarrier = new EndBarrier(partitions);
    this.holds = holds;
  }

  @Override
  public void handleSourceEvent(int subtask, SourceEvent event) {
    if (event instanceof EndBarrier.Finished finished
        && endBarrier.reached(subtask, finished)
        && !holds) {
      context.registeredReaders().keySet().forEach(context::signalNoMoreSplits);
    }
  }

  @Override
  public void addReader(int subtask) {
    endBarrier.joined(subtask);
    endless.addReader(subtask);
  }

  @Override
  public void start() {
    endless.start();
  }

  @Override
  public void handleSplitRequest(int subtask, String host) {
    endless.handleSplitRequest(subtask, host);
  }

  @Override
  public void addSplitsBack(List<KafkaPartitionSplit> splits, int subtask) {
    endless.addSplitsBack(splits, subtask);
  }

  @Override
  public KafkaSourceEnumState snapshotState(long checkpointId) throws Exception {
    return endless.snapshotState(checkpointId);
  }

  @Override
  public void close() throws IOException {
    endless.close();
  }
}
