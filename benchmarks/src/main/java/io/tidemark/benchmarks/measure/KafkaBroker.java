package io.tidemark.benchmarks.measure;

import io.tidemark.process.OwnedProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A real broker in a process of its own, on 127.0.0.1, with its data in a temporary folder. */
public final class KafkaBroker implements AutoCloseable {
  /** Where the launching script put the broker's jars. */
  private static final String JARS = "TIDEMARK_KAFKA_LIBS";

  private static final Duration STARTS_WITHIN = Duration.ofSeconds(60);

  private final ChildProcess process;
  private final String address;

  private KafkaBroker(ChildProcess process, String address) {
    this.process = process;
    this.address = address;
  }

  public static KafkaBroker start() {
    Path folder = OwnedProcess.newFolder("kafka");
    int port = Ports.free();
    Path properties = folder.resolve("server.properties");
    try {
      Files.writeString(properties, properties(folder, port, Ports.free()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var process = ChildProcess.start(folder, List.of("sh", "-c", script(properties)));
    var broker = new KafkaBroker(process, "127.0.0.1:" + port);
    try {
      process.await(STARTS_WITHIN, "the Kafka broker does not answer", broker::answers);
    } catch (RuntimeException e) {
      broker.close();
      throw e;
    }
    return broker;
  }

  private static String script(Path properties) {
    String jars = System.getenv(JARS);
    if (jars == null || !Files.isDirectory(Path.of(jars))) {
      throw new IllegalStateException(
          "%s=%s is no folder of a Kafka broker's jars; start this with benchmarks/run"
              .formatted(JARS, jars));
    }
    String java =
        "'%s' -Xmx512m -cp '%s/*'"
            .formatted(Path.of(System.getProperty("java.home"), "bin", "java"), jars);
    return "%1$s kafka.tools.StorageTool format -t AAAAAAAAQACAAAAAAAAAAA -c '%2$s' && exec %1$s kafka.Kafka '%2$s'"
        .formatted(java, properties);
  }

  private static String properties(Path folder, int port, int controllerPort) {
    return """
        process.roles=broker,controller
        node.id=1
        controller.quorum.voters=1@127.0.0.1:%2$d
        controller.listener.names=CONTROLLER
        listeners=PLAINTEXT://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
        advertised.listeners=PLAINTEXT://127.0.0.1:%1$d
        listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
        log.dirs=%3$s
        offsets.topic.replication.factor=1
        offsets.topic.num.partitions=1
        auto.create.topics.enable=false
        """
        .formatted(port, controllerPort, folder.resolve("data"));
  }

  public String address() {
    return address;
  }

  private boolean answers() {
    try (Admin admin = admin()) {
      return !admin.describeCluster().nodes().get(2, TimeUnit.SECONDS).isEmpty();
    } catch (ExecutionException | TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", address));
  }

  /**
   * Makes a topic of these records, in order, {@code times} over, spread evenly over its
   * partitions.
   */
  public void fill(String topic, int partitions, List<byte[]> records, int times) {
    try (Admin admin = admin()) {
      admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1))).all().get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("can't make the topic " + topic, e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    var failure = new AtomicReference<Exception>();
    try (var producer =
        new KafkaProducer<>(
            Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                address,
                ProducerConfig.BATCH_SIZE_CONFIG,
                512 << 10,
                ProducerConfig.LINGER_MS_CONFIG,
                20),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (int i = 0; i < times * records.size(); i++) {
        var record =
            new ProducerRecord<byte[], byte[]>(
                topic, i % partitions, null, records.get(i % records.size()));
        producer.send(
            record,
            (sent, thrown) -> {
              if (thrown != null) {
                failure.set(thrown);
              }
            });
      }
    }
    if (failure.get() != null) {
      throw new IllegalStateException("not all written to " + topic, failure.get());
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
