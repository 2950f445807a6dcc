package io.tidemark.testing;

import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A real single-node Kafka (KRaft) in a container on loopback. {@link #close} removes it with its
 * topics.
 */
public final class KafkaContainer implements AutoCloseable {
  // Formats its storage on the first start only, so that a restart finds its topics.
  private static final String START_SCRIPT =
      """
      set -e
      printf '%s' "$SERVER_PROPERTIES" > /tmp/server.properties
      fast='-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx512m'
      java $fast -cp '/opt/kafka/libs/*' kafka.tools.StorageTool format --ignore-formatted \
        -t AAAAAAAAQACAAAAAAAAAAA -c /tmp/server.properties
      exec java $fast -cp '/opt/kafka/libs/*' kafka.Kafka /tmp/server.properties
      """;

  private static final String PROBED = "takes-records";

  private final int brokerPort = Loopback.freePort();
  private final int controllerPort = Loopback.freePort();
  private final HostContainer container;

  private KafkaContainer() {
    container = new HostContainer("tidemark.test.kafka-image", this::hasBroker);
    container
        .withCreateContainerCmdModifier(c -> c.withEntrypoint("sh", "-c"))
        .withEnv("SERVER_PROPERTIES", serverProperties())
        .withCommand(new String[] {START_SCRIPT});
  }

  public static KafkaContainer start() {
    var started = new KafkaContainer();
    started.container.start();
    return started;
  }

  public String bootstrapServers() {
    return "127.0.0.1:" + brokerPort;
  }

  public void createTopic(String name, int partitions) {
    try (Admin admin = admin()) {
      admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1))).all().get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("topic not created: name=" + name, e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while creating topic " + name, e);
    }
  }

  /**
   * Writes value i to partition i modulo {@code partitions}; returns once the broker has
   * acknowledged all of them, or fails.
   */
  public void produce(String topic, int partitions, List<byte[]> values) {
    var sent = new ArrayList<Future<RecordMetadata>>(values.size());
    try (var producer =
        new KafkaProducer<>(
            Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (int i = 0; i < values.size(); i++) {
        sent.add(producer.send(new ProducerRecord<>(topic, i % partitions, null, values.get(i))));
      }
      for (Future<RecordMetadata> each : sent) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(
          "not all written: topic=%s: %s; the broker said: %s"
              .formatted(topic, e.getCause(), container.lastLines()),
          e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while writing to " + topic, e);
    }
  }

  /** SIGKILL. */
  public void kill() {
    container.kill();
  }

  /** On the same port with the same topics; returns once the broker answers. */
  public void startAgain() {
    container.startAgain();
  }

  @Override
  public void close() {
    container.stop();
  }

  private Admin admin() {
    return Admin.create(
        Map.of(
            AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers(),
            AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 10_000,
            AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, 5_000));
  }

  /** Takes records: a broker answers well before it has numbers to give to producers. */
  private boolean hasBroker() throws Exception {
    // A client that polls a closed port logs a warning each time: look at the port first.
    new Socket("127.0.0.1", brokerPort).close();
    try (Admin admin = admin()) {
      if (!admin.listTopics().names().get().contains(PROBED)) {
        admin.createTopics(List.of(new NewTopic(PROBED, 1, (short) 1))).all().get();
      }
    }
    Map<String, Object> impatient =
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers(),
            ProducerConfig.MAX_BLOCK_MS_CONFIG, 5_000,
            ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 5_000,
            ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 10_000);
    try (var producer =
        new KafkaProducer<>(impatient, new ByteArraySerializer(), new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>(PROBED, new byte[0])).get();
      return true;
    }
  }

  private String serverProperties() {
    return """
        process.roles=broker,controller
        node.id=1
        controller.quorum.voters=1@127.0.0.1:%2$d
        listeners=PLAINTEXT://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
        advertised.listeners=PLAINTEXT://127.0.0.1:%1$d
        controller.listener.names=CONTROLLER
        listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
        log.dirs=/tmp/kafka-logs
        auto.create.topics.enable=false
        offsets.topic.num.partitions=1
        offsets.topic.replication.factor=1
        transaction.state.log.num.partitions=1
        transaction.state.log.replication.factor=1
        transaction.state.log.min.isr=1
        group.initial.rebalance.delay.ms=0
        """
        .formatted(brokerPort, controllerPort);
  }
}
