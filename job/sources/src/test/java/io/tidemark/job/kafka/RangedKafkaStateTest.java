package io.tidemark.job.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumStateSerializer;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class RangedKafkaStateTest {
  private static final KafkaSourceEnumStateSerializer CONNECTORS =
      new KafkaSourceEnumStateSerializer();
  private static final RangedKafkaState.Serializer OURS =
      new RangedKafkaState.Serializer(CONNECTORS);
  private static final KafkaPartitionSplit SPLIT =
      new KafkaPartitionSplit(new TopicPartition("metrics", 3), 12);
  private static final KafkaSourceEnumState STATE =
      new KafkaSourceEnumState(Set.of(SPLIT), Set.of(), true);

  @Test
  void keepsWhichTopicsTheOffsetsAreOf() throws IOException {
    var ids = Map.of("metrics", "a", "other", "b");

    RangedKafkaState read =
        OURS.deserialize(OURS.getVersion(), OURS.serialize(new RangedKafkaState(STATE, ids)));

    assertThat(read.topicIds()).isEqualTo(ids);
    assertThat(read.connectors().assignedSplits()).containsExactly(SPLIT);
  }

  /** Savepoints of before have the connector's bytes alone. */
  @Test
  void readsAStateWithoutThem() throws IOException {
    RangedKafkaState read = OURS.deserialize(CONNECTORS.getVersion(), CONNECTORS.serialize(STATE));

    assertThat(read.topicIds()).isEmpty();
    assertThat(read.connectors().assignedSplits()).containsExactly(SPLIT);
  }
}
