package io.tidemark.job.kafka;

import java.io.Serializable;
import java.util.Map;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

/**
 * Where a run begins and ends in each partition, and what the topics were then; see {@link
 * KafkaRange#resolve}. Immutable.
 *
 * @param starts the first offset of each partition that a fresh run reads; the earliest, whatever
 *     that is when it is read, of those that are not among them
 * @param ends the first offset of each partition that is not read any more; empty for no end
 * @param logEnds the first offset of each partition that was not there yet
 * @param topicIds what Kafka gave each topic when it was made, by the names that {@code
 *     source.kafka.topics} has; zeros of brokers that give none
 */
record ResolvedRange(
    Map<TopicPartition, Long> starts,
    Map<TopicPartition, Long> ends,
    Map<TopicPartition, Long> logEnds,
    Map<String, String> topicIds)
    implements Serializable {
  private static final String NO_ID = Uuid.ZERO_UUID.toString();

  ResolvedRange {
    starts = Map.copyOf(starts);
    ends = Map.copyOf(ends);
    logEnds = Map.copyOf(logEnds);
    topicIds = Map.copyOf(topicIds);
  }

  boolean isEndless() {
    return ends.isEmpty();
  }

  boolean isNamed(TopicPartition partition) {
    return topicIds.containsKey(partition.topic());
  }

  /** Negative for the earliest, as Flink's connector has it. */
  long start(TopicPartition partition) {
    return starts.getOrDefault(partition, KafkaPartitionSplit.EARLIEST_OFFSET);
  }

  /** Nothing is read of a partition that was added after the ends were asked for. */
  long end(TopicPartition partition) {
    return ends.getOrDefault(partition, 0L);
  }

  /**
   * For a position of a run before this one, which nobody will read at, or Kafka would say it: an
   * offset that the partition did not have any more when this run was put together.
   *
   * @throws SuppressRestartsException if records are missing that this run or a later one takes for
   *     read
   */
  void requireReached(TopicPartition partition, long position) {
    long logEnd = logEnds.getOrDefault(partition, 0L);
    if (position > Math.max(logEnd, end(partition))) {
      throw new SuppressRestartsException(
          new IllegalStateException(
              "%s was read to offset %d before, and Kafka holds it to %d only: the topic was made anew, or has lost records; start without a savepoint, with source.kafka.start=earliest"
                  .formatted(partition, position, logEnd)));
    }
  }

  /**
   * @param before topics' ids that a savepoint or checkpoint has
   * @throws SuppressRestartsException if one of them is another topic by now, whose records have
   *     nothing to do with the offsets there
   */
  void requireSameTopics(Map<String, String> before) {
    before.forEach(
        (topic, id) -> {
          String now = topicIds.getOrDefault(topic, NO_ID);
          if (!now.equals(NO_ID) && !id.equals(NO_ID) && !now.equals(id)) {
            throw new SuppressRestartsException(
                new IllegalStateException(
                    "source.kafka.topics=%s was deleted and made anew since the savepoint, whose offsets are of other records [id=%s, idBefore=%s]; start without a savepoint"
                        .formatted(topic, now, id)));
          }
        });
  }
}
