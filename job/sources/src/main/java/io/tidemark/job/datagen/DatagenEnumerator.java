package io.tidemark.job.datagen;

import io.tidemark.job.split.EndBarrier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.SplitsAssignment;

/** Gives each reader its shards when it registers, and ends all readers together. */
final class DatagenEnumerator implements SplitEnumerator<DatagenShard, List<DatagenShard>> {
  private final SplitEnumeratorContext<DatagenShard> context;
  private final List<DatagenShard> unassigned;
  private final EndBarrier endBarrier;

  DatagenEnumerator(
      SplitEnumeratorContext<DatagenShard> context, Collection<DatagenShard> unassigned) {
    this.context = context;
    this.unassigned = new ArrayList<>(unassigned);
    this.endBarrier = new EndBarrier(DatagenShard.COUNT);
  }

  @Override
  public void start() {}

  @Override
  public void addReader(int subtask) {
    endBarrier.joined(subtask);
    var mine = new ArrayList<DatagenShard>();
    for (DatagenShard shard : unassigned) {
      if (shard.owner(context.currentParallelism()) == subtask) {
        mine.add(shard);
      }
    }
    if (!mine.isEmpty()) {
      unassigned.removeAll(mine);
      context.assignSplits(new SplitsAssignment<>(Map.of(subtask, mine)));
    }
  }

  @Override
  public void addSplitsBack(List<DatagenShard> shards, int subtask) {
    unassigned.addAll(shards);
  }

  @Override
  public void handleSplitRequest(int subtask, String host) {
    throw new UnsupportedOperationException("a datagen reader never asks for shards");
  }

  @Override
  public void handleSourceEvent(int subtask, SourceEvent event) {
    if (event instanceof EndBarrier.Finished finished && endBarrier.reached(subtask, finished)) {
      context.registeredReaders().keySet().forEach(context::signalNoMoreSplits);
    }
  }

  @Override
  public List<DatagenShard> snapshotState(long checkpointId) {
    return List.copyOf(unassigned);
  }

  @Override
  public void close() {}
}
