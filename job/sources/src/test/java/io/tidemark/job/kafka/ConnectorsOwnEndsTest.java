package io.tidemark.job.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumState;
import org.apache.flink.connector.kafka.source.enumerator.KafkaSourceEnumerator;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplit;
import org.apache.flink.connector.kafka.source.split.KafkaPartitionSplitSerializer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Why {@link RangedKafkaSource} has ends of its own: docs/contributing/workarounds.md. */
class ConnectorsOwnEndsTest {
  private static final TopicPartition PARTITION = new TopicPartition("metrics", 0);
  private static final KafkaPartitionSplit SPLIT = new KafkaPartitionSplit(PARTITION, 3, 5);

  /** FLINK-33466. */
  @Test
  void aPartitionKeepsTheEndOfItsFirstRunInASavepoint() throws IOException {
    var serializer = new KafkaPartitionSplitSerializer();
    KafkaPartitionSplit restored =
        serializer.deserialize(serializer.getVersion(), serializer.serialize(SPLIT));
    assertThat(restored.getStoppingOffset()).contains(5L);
  }

  /** FLINK-31006: so it waits for ever. */
  @Test
  void noReaderIsToldThatItHasAllPartitionsWhereNoneIsNew() {
    assertThat(calls(new KafkaSourceEnumState(Set.of(), Set.of(), false)))
        .contains("signalNoMoreSplits");
    assertThat(calls(new KafkaSourceEnumState(Set.of(SPLIT), Set.of(), true)))
        .contains("registeredReaders")
        .doesNotContain("signalNoMoreSplits");
  }

  /** Of the connector's enumerator to Flink, from its start with a state to its first reader. */
  private static List<String> calls(KafkaSourceEnumState state) {
    var calls = new ArrayList<String>();
    var properties = new Properties();
    properties.setProperty("bootstrap.servers", "127.0.0.1:9");
    properties.setProperty("partition.discovery.interval.ms", "-1");
    try (var enumerator =
        new KafkaSourceEnumerator(
            admin -> Set.of(PARTITION),
            OffsetsInitializer.offsets(Map.of(PARTITION, 3L)),
            OffsetsInitializer.offsets(Map.of(PARTITION, 5L)),
            properties,
            context(calls),
            Boundedness.BOUNDED,
            state)) {
      enumerator.start();
      enumerator.addReader(0);
    }
    return calls;
  }

  @SuppressWarnings("unchecked")
  private static SplitEnumeratorContext<KafkaPartitionSplit> context(List<String> calls) {
    return (SplitEnumeratorContext<KafkaPartitionSplit>)
        Proxy.newProxyInstance(
            ConnectorsOwnEndsTest.class.getClassLoader(),
            new Class<?>[] {SplitEnumeratorContext.class},
            (proxy, method, arguments) -> {
              calls.add(method.getName());
              switch (method.getName()) {
                case "callAsync" -> {
                  Object found = ((Callable<Object>) arguments[0]).call();
                  ((BiConsumer<Object, Throwable>) arguments[1]).accept(found, null);
                }
                case "registeredReaders" -> {
                  return Map.of(0, new ReaderInfo(0, "here"));
                }
                case "currentParallelism" -> {
                  return 1;
                }
                default -> {}
              }
              return null;
            });
  }
}
