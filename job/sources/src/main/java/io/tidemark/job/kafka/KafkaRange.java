package io.tidemark.job.kafka;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig.Kafka;
import io.tidemark.job.config.OffsetsText;
import io.tidemark.job.config.OffsetsText.Partition;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Finds out what topics contain, and where a run begins and ends in each partition. The brokers are
 * asked once, when the job is built, so every attempt of the run and every subtask has the same
 * range.
 */
public final class KafkaRange {
  public static final int TIMEOUT_SECONDS = 10;

  private KafkaRange() {}

  /**
   * Returns the range that begins at {@code source.kafka.start}: {@code earliest}, {@code latest},
   * {@code committed} (the group's committed offset, or the earliest where it has none) or an
   * instant (the first record at or after it, or the end of a partition without one). With {@code
   * isolation.level=read_committed} neither start nor end is beyond an open transaction.
   *
   * @throws ConfigException if the brokers don't answer within 10 s, a topic does not exist, or the
   *     named ends are not those of its partitions
   */
  static ResolvedRange resolve(Kafka config, KafkaProperties properties, Instant now) {
    return ask(
        config,
        properties,
        admin -> {
          Collection<TopicDescription> topics = describe(admin, config.topics());
          List<TopicPartition> partitions = partitions(topics);
          // In this order no end is before its start, and no log end before an end.
          var starts = starts(admin, partitions, config, properties);
          var ends = ends(admin, partitions, config, properties, now);
          var logEnds =
              offsets(admin, partitions, OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED);
          return new ResolvedRange(
              starts,
              ends,
              logEnds,
              topics.stream()
                  .collect(
                      Collectors.toMap(
                          TopicDescription::name, topic -> topic.topicId().toString())));
        });
  }

  private static Map<TopicPartition, Long> starts(
      Admin admin, List<TopicPartition> partitions, Kafka config, KafkaProperties properties)
      throws ExecutionException, InterruptedException, TimeoutException {
    return switch (config.start()) {
      case "earliest" -> Map.of();
      case "latest" -> latest(admin, partitions, properties);
      case "committed" -> committed(admin, partitions, config.groupId());
      default -> at(admin, partitions, properties, Instant.parse(config.start()));
    };
  }

  private static Map<TopicPartition, Long> committed(
      Admin admin, List<TopicPartition> partitions, String group)
      throws ExecutionException, InterruptedException, TimeoutException {
    var committed = new HashMap<TopicPartition, Long>();
    admin
        .listConsumerGroupOffsets(group)
        .partitionsToOffsetAndMetadata()
        .get(TIMEOUT_SECONDS, TimeUnit.SECONDS)
        .forEach(
            (partition, found) -> {
              if (found != null && partitions.contains(partition)) {
                committed.put(partition, found.offset());
              }
            });
    return committed;
  }

  private static Map<TopicPartition, Long> ends(
      Admin admin,
      List<TopicPartition> partitions,
      Kafka config,
      KafkaProperties properties,
      Instant now)
      throws ExecutionException, InterruptedException, TimeoutException {
    return switch (config.stop()) {
      case "none" -> Map.of();
      case "latest" -> latest(admin, partitions, properties);
      default ->
          OffsetsText.isOffsets(config.stop())
              ? named(config.stop(), partitions)
              : at(admin, partitions, properties, stop(config, now));
    };
  }

  /**
   * Returns the offsets that each partition holds now.
   *
   * @throws ConfigException if the brokers don't answer within 10 s or a topic does not exist
   */
  public static SortedMap<Partition, Held> held(Kafka config, Map<String, String> environment) {
    var properties = new KafkaProperties(config, environment);
    return ask(
        config,
        properties,
        admin -> {
          List<TopicPartition> partitions = partitions(admin, config.topics());
          var latest = latest(admin, partitions, properties);
          var held = new TreeMap<Partition, Held>();
          offsets(admin, partitions, OffsetSpec.earliest(), isolation(properties))
              .forEach(
                  (partition, earliest) ->
                      held.put(
                          new Partition(partition.topic(), partition.partition()),
                          new Held(earliest, latest.get(partition))));
          return held;
        });
  }

  /**
   * The offsets that a partition holds.
   *
   * @param earliest first offset that still exists
   * @param end first offset that does not exist yet
   */
  public record Held(long earliest, long end) {}

  /** A question to the brokers. */
  public interface Question<T> {
    T ask(Admin admin) throws ExecutionException, InterruptedException, TimeoutException;
  }

  /**
   * Asks the brokers.
   *
   * @throws ConfigException if they don't answer within 10 s, or refuse
   */
  public static <T> T ask(Kafka config, KafkaProperties properties, Question<T> question) {
    var adminProperties = new Properties();
    adminProperties.putAll(properties.properties());
    String timeoutMillis = Long.toString(TimeUnit.SECONDS.toMillis(TIMEOUT_SECONDS));
    adminProperties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, timeoutMillis);
    adminProperties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, timeoutMillis);
    try (Admin admin = Admin.create(adminProperties)) {
      return question.ask(admin);
    } catch (TimeoutException e) {
      throw unreachable(config, e);
    } catch (ExecutionException e) {
      throw refused(config, properties, e.getCause());
    } catch (KafkaException e) {
      throw refused(config, properties, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConfigException("interrupted while asking Kafka about the topics", e);
    }
  }

  /**
   * Returns the ends that the configuration names.
   *
   * @param partitions existing partitions
   * @throws ConfigException if an unknown partition is named, whose end would never come, or a
   *     partition is missing, which would not be read
   */
  static Map<TopicPartition, Long> named(String offsets, List<TopicPartition> partitions) {
    var ends = new HashMap<TopicPartition, Long>();
    OffsetsText.parse(offsets)
        .forEach(
            (partition, end) ->
                ends.put(new TopicPartition(partition.topic(), partition.partition()), end));
    List<TopicPartition> unknown =
        ends.keySet().stream().filter(named -> !partitions.contains(named)).toList();
    if (!unknown.isEmpty()) {
      throw new ConfigException(
          "source.kafka.stop names partitions that source.kafka.topics does not have: %s"
              .formatted(unknown));
    }
    List<TopicPartition> unnamed =
        partitions.stream().filter(partition -> !ends.containsKey(partition)).toList();
    if (!unnamed.isEmpty()) {
      throw new ConfigException(
          "source.kafka.stop names no end of partitions %s; name one for each, its first offset to read nothing of it"
              .formatted(unnamed));
    }
    return ends;
  }

  public static List<TopicPartition> partitions(Admin admin, List<String> topics)
      throws ExecutionException, InterruptedException, TimeoutException {
    return partitions(describe(admin, topics));
  }

  private static Collection<TopicDescription> describe(Admin admin, List<String> topics)
      throws ExecutionException, InterruptedException, TimeoutException {
    return admin
        .describeTopics(topics)
        .allTopicNames()
        .get(TIMEOUT_SECONDS, TimeUnit.SECONDS)
        .values();
  }

  private static List<TopicPartition> partitions(Collection<TopicDescription> topics) {
    return topics.stream()
        .flatMap(
            topic ->
                topic.partitions().stream()
                    .map(partition -> new TopicPartition(topic.name(), partition.partition())))
        .toList();
  }

  /**
   * Returns when the leader of each partition is ready, which is a moment after it is elected.
   * Before that, it may refuse the first batch of an idempotent producer, accept the second, and
   * then never accept the first.
   */
  public static void awaitLeaders(
      Admin admin, List<TopicPartition> partitions, KafkaProperties properties)
      throws ExecutionException, InterruptedException, TimeoutException {
    latest(admin, partitions, properties);
  }

  private static Map<TopicPartition, Long> latest(
      Admin admin, List<TopicPartition> partitions, KafkaProperties properties)
      throws ExecutionException, InterruptedException, TimeoutException {
    return offsets(admin, partitions, OffsetSpec.latest(), isolation(properties));
  }

  /** Returns the first record at or after the instant, or the end of a partition without one. */
  private static Map<TopicPartition, Long> at(
      Admin admin, List<TopicPartition> partitions, KafkaProperties properties, Instant instant)
      throws ExecutionException, InterruptedException, TimeoutException {
    Map<TopicPartition, Long> at = latest(admin, partitions, properties);
    var spec = OffsetSpec.forTimestamp(instant.toEpochMilli());
    offsets(admin, partitions, spec, isolation(properties))
        .forEach((partition, offset) -> at.merge(partition, offset, KafkaRange::earlier));
    return at;
  }

  private static long earlier(long end, long firstAtInstant) {
    return firstAtInstant < 0 ? end : Math.min(end, firstAtInstant);
  }

  private static Map<TopicPartition, Long> offsets(
      Admin admin, List<TopicPartition> partitions, OffsetSpec spec, IsolationLevel isolation)
      throws ExecutionException, InterruptedException, TimeoutException {
    Map<TopicPartition, ListOffsetsResultInfo> found =
        admin
            .listOffsets(
                partitions.stream().collect(Collectors.toMap(partition -> partition, p -> spec)),
                new ListOffsetsOptions(isolation))
            .all()
            .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    var offsets = new HashMap<TopicPartition, Long>();
    found.forEach((partition, info) -> offsets.put(partition, info.offset()));
    return offsets;
  }

  private static IsolationLevel isolation(KafkaProperties properties) {
    return "read_committed"
            .equals(properties.properties().get(ConsumerConfig.ISOLATION_LEVEL_CONFIG))
        ? IsolationLevel.READ_COMMITTED
        : IsolationLevel.READ_UNCOMMITTED;
  }

  private static Instant stop(Kafka config, Instant now) {
    try {
      Instant stop = Instant.parse(config.stop());
      if (!stop.isAfter(now)) {
        return stop;
      }
    } catch (DateTimeException e) {
      throw new ConfigException(
          "source.kafka.stop=%s; use none, latest, an instant such as 2026-01-31T00:00:00Z or offsets such as metrics:0=1200"
              .formatted(config.stop()));
    }
    throw new ConfigException(
        "source.kafka.stop=%s lies in the future; use none with a duration"
            .formatted(config.stop()));
  }

  private static ConfigException unreachable(Kafka config, Exception cause) {
    return new ConfigException(
        "no answer from Kafka within %d s [source.kafka.bootstrap-servers=%s]; check that it runs there"
            .formatted(TIMEOUT_SECONDS, config.bootstrapServers()),
        cause);
  }

  /**
   * Returns the error without its cause, because a client's own text may quote a secret property.
   */
  public static ConfigException refused(Kafka config, KafkaProperties properties, Throwable cause) {
    if (cause instanceof org.apache.kafka.common.errors.TimeoutException timeout) {
      return unreachable(config, timeout);
    }
    if (cause instanceof UnknownTopicOrPartitionException) {
      return new ConfigException(
          "Kafka has not all of source.kafka.topics=%s [source.kafka.bootstrap-servers=%s]; create the topic or correct its name"
              .formatted(config.topics(), config.bootstrapServers()));
    }
    String reason = cause.getCause() == null ? cause.getMessage() : cause.getCause().getMessage();
    return new ConfigException(
        "Kafka can't be used [source.kafka.bootstrap-servers=%s]: %s"
            .formatted(config.bootstrapServers(), properties.redact(String.valueOf(reason))));
  }
}
