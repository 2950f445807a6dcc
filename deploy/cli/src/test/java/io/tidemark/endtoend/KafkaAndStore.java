package io.tidemark.endtoend;

import io.tidemark.testing.KafkaBroker;
import io.tidemark.testing.StoredSample;
import io.tidemark.testing.VictoriaMetricsContainer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A Kafka and a database that the tests of a class share, to be registered as an extension. A
 * topic, and what is stored of it, bear the name of their run.
 */
final class KafkaAndStore implements BeforeAllCallback, AfterAllCallback {
  private KafkaBroker kafka;
  private VictoriaMetricsContainer store;

  @Override
  public void beforeAll(ExtensionContext context) {
    kafka = KafkaBroker.start();
    store = VictoriaMetricsContainer.start();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    store.close();
    kafka.close();
  }

  KafkaBroker kafka() {
    return kafka;
  }

  VictoriaMetricsContainer store() {
    return store;
  }

  /** Makes a topic of these records. */
  void produce(String topic, int partitions, List<byte[]> records) {
    kafka.createTopic(topic, partitions);
    kafka.produce(topic, partitions, records);
  }

  /** Returns the settings that name a topic, and these. */
  List<String> topic(String topic, String... more) {
    var settings = new ArrayList<String>();
    settings.add("source.kafka.bootstrap-servers=" + kafka.bootstrapServers());
    settings.add("source.kafka.topics=[" + topic + "]");
    settings.addAll(List.of(more));
    return settings;
  }

  /** Returns the settings that name the database and the label of a run, and these. */
  List<String> target(String run, String... more) {
    var settings = new ArrayList<String>();
    settings.add("target.urls=[" + store.baseUrl() + "]");
    settings.add("target.extra-labels={run: " + run + "}");
    settings.addAll(List.of(more));
    return settings;
  }

  /** Returns the settings of a run that reads the topic as it is now, and these. */
  List<String> run(String run, String... more) {
    List<String> settings = topic(run, "source.type=kafka", "source.kafka.stop=latest");
    settings.addAll(target(run, more));
    return settings;
  }

  /** Waits until exactly these samples of a run are stored. */
  void awaitExactly(String run, Set<StoredSample> samples) {
    store.awaitExactly("{run=\"" + run + "\"}", samples);
  }
}
