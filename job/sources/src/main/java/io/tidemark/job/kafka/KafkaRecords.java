package io.tidemark.job.kafka;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig.Kafka;
import io.tidemark.job.config.OffsetsText;
import io.tidemark.job.split.SourceRecord;
import java.time.Instant;
import java.util.Map;
import java.util.Properties;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/** Reads the records of Kafka topics within the range of a run. */
public final class KafkaRecords {
  private KafkaRecords() {}

  /**
   * Returns the source. It asks the brokers, which have to be reachable from this process.
   *
   * @throws ConfigException if they are not reachable, or a topic does not exist
   */
  public static Source<SourceRecord, ?, ?> source(Kafka config, Map<String, String> environment) {
    var kafkaProperties = new KafkaProperties(config, environment);
    ResolvedRange range = KafkaRange.resolve(config, kafkaProperties, Instant.now());
    Properties properties = kafkaProperties.properties();
    properties.putIfAbsent(KafkaSourceOptions.CLIENT_ID_PREFIX.key(), config.groupId());
    if (!range.isEndless()) {
      properties.put(KafkaSourceOptions.PARTITION_DISCOVERY_INTERVAL_MS.key(), "-1");
    }
    KafkaSource<SourceRecord> endless =
        KafkaSource.<SourceRecord>builder()
            .setTopics(config.topics())
            .setProperties(properties)
            .setStartingOffsets(new KafkaStart(range))
            .setDeserializer(new RangedKafkaReader.Schema())
            .build();
    var readerProperties = new Properties();
    readerProperties.putAll(properties);
    readerProperties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    return new RangedKafkaSource(
        endless, readerProperties, range, OffsetsText.holds(config.stop()));
  }
}
