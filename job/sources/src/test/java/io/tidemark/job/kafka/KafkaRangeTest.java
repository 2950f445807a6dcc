package io.tidemark.job.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.job.config.ConfigException;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class KafkaRangeTest {
  private static final List<TopicPartition> TWO =
      List.of(new TopicPartition("metrics", 0), new TopicPartition("metrics", 1));

  @Test
  void namedEndsAreThoseOfEveryPartition() {
    assertThat(KafkaRange.named("metrics:0=12,metrics:1=0", TWO))
        .isEqualTo(Map.of(TWO.get(0), 12L, TWO.get(1), 0L));
  }

  @Test
  void anEndOfAPartitionThatIsNotThereIsRefusedByName() {
    assertThatThrownBy(() -> KafkaRange.named("metrics:0=12,metrics:1=0,metrics:2=7", TWO))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("source.kafka.stop")
        .hasMessageContaining("[metrics-2]")
        .hasMessageContaining("does not have");
    assertThatThrownBy(() -> KafkaRange.named("metrics:0=12,metrics:1=0,other:0=7", TWO))
        .hasMessageContaining("[other-0]");
  }

  @Test
  void aPartitionWithoutAnEndIsRefusedByName() {
    assertThatThrownBy(() -> KafkaRange.named("hold metrics:1=12", TWO))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("source.kafka.stop")
        .hasMessageContaining("[metrics-0]")
        .hasMessageContaining("no end");
  }
}
