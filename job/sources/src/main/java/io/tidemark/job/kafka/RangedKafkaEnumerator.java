package io.tidemark.job.kafka;

import io.tidemark.job.split.EndBarrier;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;

/**
 * Ends all readers together when every partition has reached its end, unless they hold there. It
 * keeps the topics' ids in state, and refuses to continue with topics that were created anew.
 */
final class RangedKafkaEnumerator
    implements SplitEnumerator<KafkaPartitionSplit, RangedKafkaState> {
  private final SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> endless;
  private final SplitEnumeratorContext<KafkaPartitionSplit> context;
  private final EndBarrier endBarrier;
  private final ResolvedRange range;
  private final boolean holds;
  private final Map<String, String> topicIdsBefore;

  /**
   * @param holds whether the readers wait at their ends instead of ending
   * @param topicIdsBefore ids of the topics in the restored state; empty for a new run
   */
  RangedKafkaEnumerator(
      SplitEnumerator<KafkaPartitionSplit, KafkaSourceEnumState> endless,
      SplitEnumeratorContext<KafkaPartitionSplit> context,
      ResolvedRange range,
      boolean holds,
      Map<String, String> topicIdsBefore) {
    this.endless = endless;
    this.context = context;
    this.endBarrier = new EndBarrier(range.ends().size());
    this.range = range;
    this.holds = holds;
    this.topicIdsBefore = topicIdsBefore;
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
    range.requireSameTopics(topicIdsBefore);
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
  public RangedKafkaState snapshotState(long checkpointId) throws Exception {
    var topicIds = new HashMap<>(topicIdsBefore);
    topicIds.putAll(range.topicIds());
    return new RangedKafkaState(endless.snapshotState(checkpointId), topicIds);
  }

  @Override
  public void close() throws IOException {
    endless.close();
  }
}
