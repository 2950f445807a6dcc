package io.tidemark.job.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.TestConfig;
import io.tidemark.testing.KafkaBroker;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class DeadLetterReaderIT {
  private static KafkaBroker broker;

  @BeforeAll
  static void start() throws Exception {
    broker = KafkaBroker.start();
  }

  @AfterAll
  static void stop() throws Exception {
    broker.close();
  }

  private static JobConfig config(String topic) {
    return TestConfig.of(
        "source.kafka.bootstrap-servers=" + broker.bootstrapServers(),
        "dead-letter.type=kafka",
        "dead-letter.topic=" + topic);
  }

  @Test
  void readsAllThatATopicHoldsAndEnds() throws Exception {
    var letters = new ArrayList<DeadLetter>();
    for (int i = 0; i < 500; i++) {
      letters.add(
          i % 2 == 0
              ? new DeadLetter("metrics", 1, i, "undecodable", "why", new byte[] {0, (byte) i}, i)
              : new DeadLetter("{a=\"1\"}", -1, i, "rejected-http-400", "", new byte[] {'1'}, i));
    }
    broker.createTopic("letters", 3);
    broker.produce("letters", 3, letters.stream().map(DeadLetterJson::encode).toList());

    var read = new ArrayList<DeadLetter>();
    DeadLetterReader.topic(config("letters"), read::add);
    assertThat(read)
        .usingRecursiveFieldByFieldElementComparator()
        .containsExactlyInAnyOrderElementsOf(letters);

    broker.createTopic("empty", 1);
    DeadLetterReader.topic(
        config("empty"),
        letter -> {
          throw new AssertionError(letter);
        });
  }

  @Test
  void saysThatThereIsNoSuchTopicAndPassesOverWhatIsNoLetter() throws Exception {
    assertThatThrownBy(() -> DeadLetterReader.topic(config("nowhere"), letter -> {}))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("dead-letter.topic=nowhere");

    broker.createTopic("foreign", 1);
    var letter = new DeadLetter("metrics", 1, 5, "undecodable", "why", new byte[] {1}, 0);
    broker.produce("foreign", 1, List.of("{}".getBytes(), DeadLetterJson.encode(letter)));
    var read = new ArrayList<DeadLetter>();
    assertThat(DeadLetterReader.topic(config("foreign"), read::add))
        .isEqualTo(new DeadLetterReader.Unreadable(1, "foreign, partition 0, offset 0"));
    assertThat(read).usingRecursiveFieldByFieldElementComparator().containsExactly(letter);
  }
}
