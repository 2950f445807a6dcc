package io.tidemark.job.source;

import java.util.List;
import java.util.Optional;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.io.network.api.writer.ResultPartitionWriter;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.graph.NonChainedOutput;
import org.apache.flink.streaming.api.graph.StreamConfig;
import org.apache.flink.streaming.runtime.partitioner.KeyGroupStreamPartitioner;

/**
 * The subtasks that an operator's keyed output goes to, as deployed in this attempt; after a
 * rescaling there are others.
 *
 * @param keyGroups the maximum parallelism
 */
record Channels(int count, int keyGroups) {
  /** Returns the channels; empty for an operator without exactly one keyed output. */
  static Optional<Channels> of(StreamConfig operator, Environment task, ClassLoader loader) {
    List<NonChainedOutput> keyed =
        operator.getOperatorNonChainedOutputs(loader).stream()
            .filter(output -> output.getPartitioner() instanceof KeyGroupStreamPartitioner)
            .toList();
    if (keyed.size() != 1) {
      return Optional.empty();
    }
    List<NonChainedOutput> all =
        new StreamConfig(task.getTaskConfiguration()).getVertexNonChainedOutputs(loader);
    ResultPartitionWriter[] writers = task.getAllWriters();
    int index = all.indexOf(keyed.get(0));
    if (index < 0 || all.size() != writers.length) {
      return Optional.empty();
    }
    // Flink gives the partitioner the number of key groups that the writer has, too.
    ResultPartitionWriter writer = writers[index];
    return writer.getNumTargetKeyGroups() > 0
        ? Optional.of(
            new Channels(writer.getNumberOfSubpartitions(), writer.getNumTargetKeyGroups()))
        : Optional.empty();
  }

  /** Returns the subtask that {@code keyBy} sends a sample of this hash to. */
  int of(long hash) {
    return KeyGroupRangeAssignment.assignKeyToParallelOperator(hash, keyGroups, count);
  }
}
