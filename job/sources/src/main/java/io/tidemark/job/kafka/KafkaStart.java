package io.tidemark.job.kafka;

import java.util.Collection;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;

/**
 * The offsets at which a new run begins, the same in every attempt.
 *
 * <p>An offset that no longer exists is an error. Kafka's own start strategies would silently skip
 * to the beginning or the end of the topic.
 */
record KafkaStart(ResolvedRange range) implements OffsetsInitializer {
  @Override
  public Map<TopicPartition, Long> getPartitionOffsets(
      Collection<TopicPartition> partitions, PartitionOffsetsRetriever kafka) {
    return partitions.stream().collect(Collectors.toMap(Function.identity(), range::start));
  }

  @Override
  @SuppressWarnings("deprecation") // the interface of the connector still uses Kafka's old class
  public OffsetResetStrategy getAutoOffsetResetStrategy() {
    return OffsetResetStrategy.NONE;
  }
}
