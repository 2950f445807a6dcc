package io.tidemark.job.kafka;

import java.io.Serializable;
import java.util.Map;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

/**
 * The range of a run in each partition, and the topics' ids at its start; see {@link
 * KafkaRange#resolve}. Immutable.
 *
 * @param starts first offset that a new run reads, by partition; a partition that is missing is
 *     read from its earliest offset at that time
 * @param ends first offset that is no longer read, by partition; empty if the run has no end
 * @param logEnds first offset that did not exist yet, by partition
 * @param topicIds ids that Kafka gave the topics when they were created, by name in {@code
 *     source.kafka.topics}; zeros from brokers without ids
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

  /** Returns the start; negative for the earliest offset, as in Flink's connector. */
  long start(TopicPartition partition) {
    return starts.getOrDefault(partition, KafkaPartitionSplit.EARLIEST_OFFSET);
  }

  /**
   * Returns the end. It is 0 for a partition that was added after the ends were found, of which
   * nothing is read.
   */
  long end(TopicPartition partition) {
    return ends.getOrDefault(partition, 0L);
  }

  /**
   * Checks a position of an earlier run from which nothing will be read. Where records are read,
   * Kafka itself reports an offset that no longer exists.
   *
   * @throws SuppressRestartsException if the position is beyond the partition's records, so that
   *     this run or a later one would take missing records for read ones
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
   * @param before ids of the topics in a savepoint or checkpoint
   * @throws SuppressRestartsException if a topic was created anew since, because the offsets belong
   *     to the records of the old one
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
