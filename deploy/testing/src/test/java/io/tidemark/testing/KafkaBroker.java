package io.tidemark.testing;

import io.tidemark.process.Loopback;
import io.tidemark.process.OwnedServer;
import io.tidemark.process.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A real Kafka (KRaft) in a process of its own, on 127.0.0.1; it vanishes with its topics when this
 * process ends. It keeps every record, however old: tests write of days long past, and a
 * transaction's marker, which is of today, rolls their segment. What starts Tidemark's tests and
 * benchmarks has fetched its jars.
 */
public final class KafkaBroker implements AutoCloseable {
  private static final String JARS = "TIDEMARK_KAFKA_LIBS";
  private static final Duration STARTS_WITHIN = Duration.ofSeconds(90);
  private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(2);

  private final OwnedServer server;
  private final String address;
  private final int controllerPort;
  private final int number;

  /** As the JAAS configuration of clients has it; "" if anyone may come. */
  private final String login;

  private KafkaBroker(int number, int controllerPort, String login) {
    this.number = number;
    this.login = login;
    int port = Loopback.freePort();
    this.address = "127.0.0.1:" + port;
    this.controllerPort = controllerPort;
    server = new OwnedServer("the Kafka broker at " + address, "kafka");
    try {
      Files.writeString(properties(), properties(port));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns when it answers. */
  public static KafkaBroker start() {
    return new KafkaBroker(1, Loopback.freePort(), "").launched();
  }

  /** One that asks each client for this user and password (SASL, PLAIN, without TLS). */
  public static KafkaBroker startWithLogin(String user, String password) {
    String login =
        "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"%s\" password=\"%s\" user_%1$s=\"%2$s\";"
            .formatted(user, password);
    return new KafkaBroker(1, Loopback.freePort(), login).launched();
  }

  /** A second one, which has no partition yet: see {@link #move}. To be closed before this one. */
  public KafkaBroker startSecond() {
    return new KafkaBroker(2, controllerPort, login).launched();
  }

  private KafkaBroker launched() {
    try {
      launch("%1$s kafka.tools.StorageTool format -t AAAAAAAAQACAAAAAAAAAAA -c '%2$s' && ");
      return this;
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** SIGKILL; returns when it answers again, on the same port and with the same records. */
  public void restart() {
    server.process().kill();
    server.end();
    launch("");
  }

  private void launch(String before) {
    String script = (before + "exec %1$s kafka.Kafka '%2$s'").formatted(java(), properties());
    try (Admin admin = admin()) {
      Patience.startedAgain(
          "Kafka",
          () ->
              server.start(
                  "KILL",
                  List.of("sh", "-c", script),
                  "Kafka",
                  Patience.of(STARTS_WITHIN),
                  () -> answers(admin)));
    }
  }

  private static String java() {
    String jars = System.getenv(JARS);
    if (jars == null || !Files.isDirectory(Path.of(jars))) {
      throw new IllegalStateException(
          "%s=%s is no folder of a Kafka broker's jars; start this with ./tidemark test -Dit.test=NAME or benchmarks/run"
              .formatted(JARS, jars));
    }
    return "'%s' -Xmx512m %s -cp '%s/*'"
        .formatted(
            Path.of(System.getProperty("java.home"), "bin", "java"),
            String.join(" ", JavaCommand.briefLife()),
            jars);
  }

  private Path properties() {
    return server.folder().resolve("server.properties");
  }

  private String properties(int port) {
    boolean controls = number == 1;
    String properties =
        """
        process.roles=%6$s
        node.id=%1$d
        controller.quorum.voters=1@127.0.0.1:%3$d
        controller.listener.names=CONTROLLER
        listeners=BROKER://127.0.0.1:%2$d%5$s
        advertised.listeners=BROKER://127.0.0.1:%2$d
        inter.broker.listener.name=BROKER
        listener.security.protocol.map=BROKER:%7$s,CONTROLLER:PLAINTEXT
        log.dirs=%4$s
        offsets.topic.replication.factor=1
        offsets.topic.num.partitions=1
        log.retention.ms=-1
        transaction.state.log.replication.factor=1
        transaction.state.log.min.isr=1
        transaction.state.log.num.partitions=1
        group.initial.rebalance.delay.ms=0
        auto.create.topics.enable=false
        """
            .formatted(
                number,
                port,
                controllerPort,
                server.files(),
                controls ? ",CONTROLLER://127.0.0.1:" + controllerPort : "",
                controls ? "broker,controller" : "broker",
                protocol());
    return login.isEmpty()
        ? properties
        : properties
            + """
            sasl.enabled.mechanisms=PLAIN
            sasl.mechanism.inter.broker.protocol=PLAIN
            listener.name.broker.plain.sasl.jaas.config=%s
            """
                .formatted(login);
  }

  private String protocol() {
    return login.isEmpty() ? "PLAINTEXT" : "SASL_PLAINTEXT";
  }

  /** What a client needs to reach it. */
  private Map<String, Object> connection() {
    var connection = new HashMap<String, Object>();
    connection.put("bootstrap.servers", address);
    if (!login.isEmpty()) {
      connection.put("security.protocol", protocol());
      connection.put("sasl.mechanism", "PLAIN");
      connection.put("sasl.jaas.config", login);
    }
    return connection;
  }

  private static boolean answers(Admin admin) {
    try {
      return !admin
          .describeCluster()
          .nodes()
          .get(Patience.of(ANSWERS_WITHIN).toMillis(), TimeUnit.MILLISECONDS)
          .isEmpty();
    } catch (ExecutionException | TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  public String bootstrapServers() {
    return address;
  }

  public Admin admin() {
    return Admin.create(connection());
  }

  /**
   * @param more of its properties
   */
  public KafkaProducer<byte[], byte[]> producer(Map<String, Object> more) {
    var properties = new HashMap<>(more);
    properties.putAll(connection());
    return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** Returns when every partition has a leader that takes records: until then they may expire. */
  public void createTopic(String name, int partitions) {
    try (Admin admin = admin()) {
      admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1))).all().get();
      Patience.await(
          "a leader of each partition of the topic " + name,
          STARTS_WITHIN,
          () -> hasLeaders(admin, name, partitions));
      admin.listOffsets(ofAll(name, partitions)).all().get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("can't make the topic " + name, e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static Map<TopicPartition, OffsetSpec> ofAll(String topic, int partitions) {
    var all = new HashMap<TopicPartition, OffsetSpec>();
    for (int p = 0; p < partitions; p++) {
      all.put(new TopicPartition(topic, p), OffsetSpec.latest());
    }
    return all;
  }

  private static boolean hasLeaders(Admin admin, String topic, int partitions) {
    try {
      TopicDescription described =
          admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic);
      return described.partitions().size() == partitions
          && described.partitions().stream().noneMatch(p -> p.leader() == null);
    } catch (ExecutionException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Returns when a broker has all partitions of the topic, and no other has any. */
  public void move(String topic, int partitions, KafkaBroker to) {
    var moves = new HashMap<TopicPartition, Optional<NewPartitionReassignment>>();
    for (int p = 0; p < partitions; p++) {
      moves.put(
          new TopicPartition(topic, p),
          Optional.of(new NewPartitionReassignment(List.of(to.number))));
    }
    try (Admin admin = admin()) {
      admin.alterPartitionReassignments(moves).all().get();
      Patience.await(
          "each partition of %s at broker %d".formatted(topic, to.number),
          STARTS_WITHIN,
          () -> isOn(admin, topic, to.number));
    } catch (ExecutionException e) {
      throw new IllegalStateException("can't move the topic " + topic, e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static boolean isOn(Admin admin, String topic, int broker) {
    try {
      return admin
          .describeTopics(List.of(topic))
          .allTopicNames()
          .get()
          .get(topic)
          .partitions()
          .stream()
          .allMatch(
              p -> p.replicas().size() == 1 && p.leader() != null && p.leader().id() == broker);
    } catch (ExecutionException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  public void produce(String topic, int partitions, List<byte[]> records) {
    produce(topic, partitions, records, 1);
  }

  /**
   * Writes these records, {@code times} over, in order, record i to partition i modulo {@code
   * partitions}; returns once the broker has acknowledged all of them.
   */
  public void produce(String topic, int partitions, List<byte[]> records, int times) {
    var failure = new AtomicReference<Exception>();
    try (var producer = producer(Map.of("batch.size", 512 << 10, "linger.ms", 20))) {
      for (int i = 0; i < times * records.size(); i++) {
        producer.send(
            new ProducerRecord<>(topic, i % partitions, null, records.get(i % records.size())),
            (sent, thrown) -> failure.compareAndSet(null, thrown));
      }
    }
    if (failure.get() != null) {
      throw new IllegalStateException("not all written to " + topic, failure.get());
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
