package io.tidemark.job.deadletter;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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

/** Reads dead letters back, one after the other: those of a local folder, or of a topic. */
public final class DeadLetterReader {
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private DeadLetterReader() {}

  /**
   * File by file, in the order of their names, which is that of their time.
   *
   * @throws ConfigException if there is no such folder, or a line in it is none
   */
  public static void folder(Path folder, Consumer<DeadLetter> each) {
    List<Path> files;
    try (Stream<Path> found = Files.list(folder)) {
      files = found.filter(file -> file.toString().endsWith(".jsonl")).sorted().toList();
    } catch (IOException e) {
      throw new ConfigException("%s: no folder of dead letters".formatted(folder), e);
    }
    files.forEach(file -> file(file, each));
  }

  private static void file(Path file, Consumer<DeadLetter> each) {
    int number = 0;
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        DeadLetter letter;
        try {
          letter = DeadLetterJson.decode(line);
        } catch (IOException e) {
          throw new ConfigException("%s:%d: no dead letter".formatted(file, number), e);
        }
        each.accept(letter);
      }
    } catch (IOException e) {
      throw new ConfigException("%s:%d: can't be read".formatted(file, number + 1), e);
    }
  }

  /**
   * All that the topic holds now, partition by partition.
   *
   * @throws ConfigException if the brokers don't answer, there is no such topic, or a record in it
   *     is no letter
   */
  public static void topic(JobConfig job, Consumer<DeadLetter> each) {
    Properties client = DeadLetters.client(job);
    client.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
    client.put(
        ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
    client.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    client.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
    client.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, Long.toString(PATIENCE.toMillis()));
    String topic = job.deadLetter().topic();
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
              each.accept(letter(record));
            }
          }
        }
      }
    } catch (ApiException e) {
      throw unreadable(topic, e.getMessage());
    } catch (KafkaException e) {
      // A client's own text may quote a secret property.
      throw unreadable(topic, e.getClass().getSimpleName());
    }
  }

  private static ConfigException unreadable(String topic, String why) {
    return new ConfigException(
        "dead-letter.topic=%s can't be read: %s; check dead-letter.bootstrap-servers and source.kafka"
            .formatted(topic, why));
  }

  private static DeadLetter letter(ConsumerRecord<byte[], byte[]> record) {
    try {
      return DeadLetterJson.decode(
          record.value() == null ? "" : new String(record.value(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new ConfigException(
          "%s, partition %d, offset %d: no dead letter"
              .formatted(record.topic(), record.partition(), record.offset()),
          e);
    }
  }
}
