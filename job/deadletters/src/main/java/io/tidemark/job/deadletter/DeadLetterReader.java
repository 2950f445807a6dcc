package io.tidemark.job.deadletter;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads dead letters one after the other, from a local folder or from a topic. */
public final class DeadLetterReader {
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private DeadLetterReader() {}

  /**
   * Lines that are no dead letters, for example because a full disk cut them, and were skipped.
   *
   * @param first place of the first such line; "" if there is none
   */
  public record Unreadable(long count, String first) {
    static final Unreadable NONE = new Unreadable(0, "");

    Unreadable and(String where) {
      return new Unreadable(count + 1, count == 0 ? where : first);
    }
  }

  /**
   * Returns the folder in which a configuration has its dead letters stored.
   *
   * @throws ConfigException if it is on a file system that only Flink can read
   */
  public static Path folder(JobConfig config) {
    String path = config.deadLetter().path();
    if (path.startsWith("file:")) {
      return Path.of(URI.create(path));
    }
    if (path.contains("://")) {
      throw new ConfigException(
          "dead-letter.path=%s is not on this machine; copy the letters here, and name their folder as DIR"
              .formatted(path));
    }
    return Path.of(path);
  }

  /**
   * Reads a folder, file by file in the order of their names, which is that of their times.
   *
   * @throws ConfigException if there is no such folder, or a file in it can't be read
   */
  public static Unreadable folder(Path folder, Consumer<DeadLetter> each) {
    List<Path> files;
    try (Stream<Path> found = Files.list(folder)) {
      files =
          found
              .filter(file -> file.toString().endsWith(DeadLetterFiles.SUFFIX))
              .filter(Files::isRegularFile)
              .sorted()
              .toList();
    } catch (IOException e) {
      throw new ConfigException("%s: no folder of dead letters".formatted(folder), e);
    }
    var unreadable = Unreadable.NONE;
    for (Path file : files) {
      unreadable = file(file, each, unreadable);
    }
    return unreadable;
  }

  private static Unreadable file(Path file, Consumer<DeadLetter> each, Unreadable before) {
    var unreadable = before;
    int number = 0;
    // Files.newBufferedReader would fail at a character that was cut in the middle.
    try (var lines =
        new BufferedReader(
            new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        Optional<DeadLetter> letter = letter(line);
        letter.ifPresent(each);
        if (letter.isEmpty()) {
          unreadable = unreadable.and("%s:%d".formatted(file, number));
        }
      }
    } catch (IOException e) {
      throw new ConfigException("%s:%d: can't be read".formatted(file, number + 1), e);
    }
    return unreadable;
  }

  private static Optional<DeadLetter> letter(String line) {
    try {
      return Optional.of(DeadLetterJson.decode(line));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Reads everything that the topic contains now, one partition after the other.
   *
   * @throws ConfigException if the brokers don't answer, or there is no such topic
   */
  public static Unreadable topic(JobConfig job, Consumer<DeadLetter> each) {
    Properties client = DeadLetters.client(job);
    client.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
    client.put(
        ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
    client.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    client.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
    client.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, Long.toString(PATIENCE.toMillis()));
    String topic = job.deadLetter().topic();
    var unreadable = Unreadable.NONE;
    try (var consumer = new KafkaConsumer<byte[], byte[]>(client)) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(partition -> new TopicPartition(topic, partition.partition()))
              .toList();
      if (partitions.isEmpty()) {
        throw new ConfigException("dead-letter.topic=%s: there is no such topic".formatted(topic));
      }
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      for (TopicPartition partition : partitions) {
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
        while (consumer.position(partition) < ends.get(partition)) {
          for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
            if (record.offset() < ends.get(partition)) {
              Optional<DeadLetter> letter = letter(text(record));
              letter.ifPresent(each);
              if (letter.isEmpty()) {
                unreadable =
                    unreadable.and(
                        "%s, partition %d, offset %d"
                            .formatted(topic, record.partition(), record.offset()));
              }
            }
          }
        }
      }
    } catch (ApiException e) {
      throw unreadable(topic, e.getMessage());
    } catch (KafkaException e) {
      // The client's own message may quote a secret property.
      throw unreadable(topic, e.getClass().getSimpleName());
    }
    return unreadable;
  }

  private static ConfigException unreadable(String topic, String why) {
    return new ConfigException(
        "dead-letter.topic=%s can't be read: %s; check dead-letter.bootstrap-servers and source.kafka"
            .formatted(topic, why));
  }

  private static String text(ConsumerRecord<byte[], byte[]> record) {
    return record.value() == null ? "" : new String(record.value(), StandardCharsets.UTF_8);
  }
}
