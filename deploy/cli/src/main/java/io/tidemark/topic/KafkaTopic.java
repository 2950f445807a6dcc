package io.tidemark.topic;

import static io.tidemark.job.kafka.KafkaRange.TIMEOUT_SECONDS;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig.Kafka;
import io.tidemark.job.kafka.KafkaProperties;
import io.tidemark.job.kafka.KafkaRange;
import io.tidemark.job.kafka.TopicReader;
import io.tidemark.process.Poll;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The single topic that {@code source.kafka} names, with the security settings of that source.
 * Commands use it to fill or copy the topic without a job.
 */
public final class KafkaTopic {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  private final Kafka config;
  private final Map<String, String> environment;
  private final KafkaProperties properties;
  private final Properties connection;

  /**
   * @throws ConfigException if {@code source.kafka.topics} names several, or a secret is missing
   */
  public KafkaTopic(Kafka config, Map<String, String> environment) {
    if (config.topics().size() != 1) {
      throw new ConfigException(
          "source.kafka.topics=%s; name the one topic that is meant".formatted(config.topics()));
    }
    this.config = config;
    this.environment = environment;
    this.properties = new KafkaProperties(config, environment);
    this.connection = KafkaProperties.connection(config, environment);
  }

  public String name() {
    return config.topics().get(0);
  }

  /**
   * @throws ConfigException if the brokers don't answer within 10 s or the topic does not exist
   */
  public int partitions() {
    return KafkaRange.ask(
        config, properties, admin -> KafkaRange.partitions(admin, config.topics()).size());
  }

  /**
   * Creates the topic with the brokers' default replication, unless it exists. Returns when each
   * partition has a leader, because records that are sent earlier wait for one, and may expire.
   *
   * @return number of partitions, which may differ from {@code partitions} if the topic existed
   */
  public int create(int partitions) {
    return KafkaRange.ask(config, properties, admin -> create(admin, partitions));
  }

  private int create(Admin admin, int partitions)
      throws ExecutionException, InterruptedException, TimeoutException {
    try {
      admin
          .createTopics(List.of(new NewTopic(name(), Optional.of(partitions), Optional.empty())))
          .all()
          .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw e;
      }
    }
    if (!Poll.until(Duration.ofSeconds(TIMEOUT_SECONDS), LOOK_AGAIN, () -> hasLeaders(admin))) {
      throw new TimeoutException();
    }
    List<TopicPartition> made = KafkaRange.partitions(admin, config.topics());
    KafkaRange.awaitLeaders(admin, made, properties);
    return made.size();
  }

  private boolean hasLeaders(Admin admin) {
    try {
      TopicDescription topic =
          admin
              .describeTopics(List.of(name()))
              .allTopicNames()
              .get(TIMEOUT_SECONDS, TimeUnit.SECONDS)
              .get(name());
      return topic.partitions().stream().noneMatch(partition -> partition.leader() == null);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return false;
      }
      throw KafkaRange.refused(config, properties, e.getCause());
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Returns a producer that keeps the order of records within a partition, even when it retries.
   *
   * @throws ConfigException if the settings are wrong for a client
   */
  public KafkaProducer<byte[], byte[]> producer() {
    var settings = new Properties();
    settings.putAll(connection);
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.LINGER_MS_CONFIG, "20");
    settings.put(ProducerConfig.BATCH_SIZE_CONFIG, Integer.toString(512 << 10));
    try {
      return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    } catch (KafkaException e) {
      throw KafkaRange.refused(config, properties, e);
    }
  }

  /**
   * Returns a reader as {@link TopicReader#of} does.
   *
   * @throws ConfigException if the brokers don't answer within 10 s or the topic does not exist
   */
  public TopicReader reader() {
    return TopicReader.of(config, environment);
  }

  /** Returns a client's message without the secrets that it may quote. */
  public String redact(String text) {
    return properties.redact(text);
  }
}
