package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;

class KafkaContainerIT {

  @Test
  void keepsRecordsInOrderPerPartitionThroughARestart() {
    try (var kafka = KafkaContainer.start()) {
      kafka.createTopic("metrics", 2);
      kafka.produce("metrics", 2, List.of(bytes("a"), bytes("b")));

      kafka.kill();
      kafka.startAgain();
      kafka.produce("metrics", 1, List.of(bytes("c")));

      assertThat(consume(kafka, 0, 2)).containsExactly("a", "c");
      assertThat(consume(kafka, 1, 1)).containsExactly("b");
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static List<String> consume(KafkaContainer kafka, int partition, int records) {
    var consumed = new ArrayList<String>();
    try (var consumer =
        new KafkaConsumer<>(
            Map.<String, Object>of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      var assigned = List.of(new TopicPartition("metrics", partition));
      consumer.assign(assigned);
      consumer.seekToBeginning(assigned);
      long deadlineNanos = System.nanoTime() + Duration.ofSeconds(30).toNanos();
      while (consumed.size() < records && System.nanoTime() < deadlineNanos) {
        consumer
            .poll(Duration.ofMillis(200))
            .forEach(r -> consumed.add(new String(r.value(), StandardCharsets.UTF_8)));
      }
    }
    return consumed;
  }
}
