package io.tidemark.job.kafka;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig.Kafka;
import io.tidemark.job.split.SourceRecord;
import io.tidemark.process.StopBudget;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads the records of topics in this process as a job would: with the same client properties, from
 * {@code source.kafka.start}, and each partition to its end. It commits nothing and joins no group.
 * Not thread-safe.
 */
public final class TopicReader implements AutoCloseable {
  private static final Duration CLOSES_WITHIN = Duration.ofSeconds(30);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Map<TopicPartition, Long> ends;

  /**
   * @param ends first offset that is no longer read, by partition; empty for no end
   */
  private TopicReader(KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
    this.consumer = consumer;
    this.ends = ends;
  }

  /**
   * Opens all topics of {@code source.kafka}, from its start to its stop.
   *
   * @throws ConfigException if the brokers don't answer within 10 s or a topic does not exist
   */
  public static TopicReader of(Kafka config, Map<String, String> environment) {
    var properties = new KafkaProperties(config, environment);
    var range = KafkaRange.resolve(config, properties, Instant.now());
    try {
      return open(properties, range);
    } catch (KafkaException e) {
      throw KafkaRange.refused(config, properties, e);
    }
  }

  private static TopicReader open(KafkaProperties properties, ResolvedRange range) {
    var settings = new Properties();
    settings.putAll(properties.properties());
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    var consumer = new KafkaConsumer<byte[], byte[]>(settings);
    try {
      consumer.assign(range.logEnds().keySet());
      for (TopicPartition partition : consumer.assignment()) {
        long start = range.start(partition);
        if (start < 0) {
          consumer.seekToBeginning(List.of(partition));
        } else {
          consumer.seek(partition, start);
        }
      }
      return new TopicReader(consumer, range.ends());
    } catch (RuntimeException e) {
      consumer.close();
      throw e;
    }
  }

  /**
   * Returns the records that have come, those of a partition in their order; none if none came in
   * time.
   */
  public List<SourceRecord> poll(Duration atMost) {
    var records = new ArrayList<SourceRecord>();
    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(atMost)) {
      Long end = ends.get(new TopicPartition(record.topic(), record.partition()));
      if (end == null || record.offset() < end) {
        records.add(
            new SourceRecord(
                record.topic(),
                record.partition(),
                record.offset(),
                record.timestamp(),
                record.value()));
      }
    }
    consumer.pause(partitionsAtEnd());
    return records;
  }

  /** Tells whether all partitions were read to their ends; never true without ends. */
  public boolean atEnd() {
    return !ends.isEmpty() && partitionsAtEnd().size() == ends.size();
  }

  private Collection<TopicPartition> partitionsAtEnd() {
    return ends.entrySet().stream()
        .filter(end -> consumer.position(end.getKey()) >= end.getValue())
        .map(Map.Entry::getKey)
        .toList();
  }

  @Override
  public void close() {
    consumer.close(
        CloseOptions.timeout(
            StopBudget.ofThisProcess().left(StopBudget.Step.CLOSE, CLOSES_WITHIN)));
  }
}
