package io.tidemark.job.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

class ResolvedRangeTest {
  private static final TopicPartition ZERO = new TopicPartition("metrics", 0);
  private static final TopicPartition GONE = new TopicPartition("metrics", 1);

  @Test
  void aPositionBeyondAnEarlierEndIsNoneBeyondTheLog() {
    ResolvedRange range = range(500, 800, "id");

    assertThatCode(() -> range.requireReached(ZERO, 800)).doesNotThrowAnyException();
    assertThatThrownBy(() -> range.requireReached(ZERO, 801))
        .isInstanceOf(SuppressRestartsException.class)
        .hasStackTraceContaining(
            "metrics-0 was read to offset 801 before, and Kafka holds it to 800");
  }

  /** Kafka had less when this run was put together, and it is read to its end since then. */
  @Test
  void aRunThatHasReachedItsOwnEndBeginsAgain() {
    ResolvedRange range = range(1000, 800, "id");

    assertThatCode(() -> range.requireReached(ZERO, 1000)).doesNotThrowAnyException();
  }

  @Test
  void aPartitionThatIsGoneHasLostItsRecords() {
    ResolvedRange range = range(500, 800, "id");

    assertThatThrownBy(() -> range.requireReached(GONE, 1))
        .hasStackTraceContaining("metrics-1 was read to offset 1 before, and Kafka holds it to 0");
    assertThatCode(() -> range.requireReached(GONE, range.start(GONE))).doesNotThrowAnyException();
  }

  @Test
  void onlyTheVerySameTopicIsReadOn() {
    ResolvedRange range = range(500, 800, "id");

    assertThatCode(() -> range.requireSameTopics(Map.of("metrics", "id", "unnamed", "x")))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> range.requireSameTopics(Map.of("metrics", "former")))
        .isInstanceOf(SuppressRestartsException.class)
        .hasStackTraceContaining("source.kafka.topics=metrics was deleted and made anew");
  }

  @Test
  void brokersThatGiveNoIdsSayNothingOfTheTopic() {
    String none = Uuid.ZERO_UUID.toString();

    assertThatCode(() -> range(500, 800, none).requireSameTopics(Map.of("metrics", "id")))
        .doesNotThrowAnyException();
    assertThatCode(() -> range(500, 800, "id").requireSameTopics(Map.of("metrics", none)))
        .doesNotThrowAnyException();
  }

  @Test
  void whatHasNoStartBeginsWithItsEarliestRecord() {
    assertThat(range(1, 1, "id").start(ZERO)).isEqualTo(7);
    assertThat(range(1, 1, "id").start(GONE)).isNegative();
  }

  private static ResolvedRange range(long end, long logEnd, String id) {
    return new ResolvedRange(
        Map.of(ZERO, 7L), Map.of(ZERO, end), Map.of(ZERO, logEnd), Map.of("metrics", id));
  }
}
