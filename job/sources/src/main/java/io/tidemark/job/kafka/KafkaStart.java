package io.tidemark.job.kafka;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;

/**
 * Where a fresh run begins: {@code earliest}, {@code latest}, {@code committed} (what the group
 * committed; the earliest where it has nothing committed) or an instant (the first record at or
 * after it; the end of a partition that has none).
 *
 * <p>Whatever the start, an offset that is gone later on is an error: Kafka's own start strategies
 * would skip to the other end of the topic without a word.
 */
record KafkaStart(String start) implements OffsetsInitializer {
  @Override
  public Map<TopicPartition, Long> getPartitionOffsets(
      Collection<TopicPartition> partitions, PartitionOffsetsRetriever kafka) {
    return switch (start) {
      case "earliest" -> earliest(partitions);
      case "latest" -> kafka.endOffsets(partitions);
      case "committed" -> {
        var offsets = earliest(partitions);
        offsets.putAll(kafka.committedOffsets(partitions));
        yield offsets;
      }
      default -> {
        long startMillis = Instant.parse(start).toEpochMilli();
        var offsets = new HashMap<>(kafka.endOffsets(partitions));
        kafka
            .offsetsForTimes(
                partitions.stream()
                    .collect(Collectors.toMap(Function.identity(), p -> startMillis)))
            .forEach(
                (partition, found) -> {
                  if (found != null && found.offset() >= 0) {
                    offsets.put(partition, found.offset());
                  }
                });
        yield offsets;
      }
    };
  }

  private static Map<TopicPartition, Long> earliest(Collection<TopicPartition> partitions) {
    var offsets = new HashMap<TopicPartition, Long>();
    partitions.forEach(partition -> offsets.put(partition, KafkaPartitionSplit.EARLIEST_OFFSET));
    return offsets;
  }

  @Override
  @SuppressWarnings("deprecation") // the connector's interface still has Kafka's former class
  public OffsetResetStrategy getAutoOffsetResetStrategy() {
    return OffsetResetStrategy.NONE;
  }
}
