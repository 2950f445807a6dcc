package io.tidemark.job.kafka;

import java.util.Collection;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;

/**
 * Where a fresh run begins, the same in every attempt.
 *
 * <p>An offset that is gone later on is an error: Kafka's own start strategies would skip to the
 * other end of the topic without a word.
 */
record KafkaStart(ResolvedRange range) implements OffsetsInitializer {
  @Override
  public Map<TopicPartition, Long> getPartitionOffsets(
      Collection<TopicPartition> partitions, PartitionOffsetsRetriever kafka) {
    return partitions.stream().collect(Collectors.toMap(Function.identity(), range::start));
  }

  @Override
  @SuppressWarnings("deprecation") // the connector's interface still has Kafka's former class
  public OffsetResetStrategy getAutoOffsetResetStrategy() {
    return OffsetResetStrategy.NONE;
  }
}
