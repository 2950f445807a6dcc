package io.tidemark.job.kafka;

import io.tidemark.testing.Repository;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A real broker in a process of its own, on a free port of 127.0.0.1. */
final class KafkaBroker implements AutoCloseable {
  private static final Path ROOT = Repository.root();
  private static final Path JARS = Path.of("target", "kafka-broker").toAbsolutePath();

  private final Path folder;
  private final Process process;
  private final int port;

  private KafkaBroker(Path folder, Process process, int port) {
    this.folder = folder;
    this.process = process;
    this.port = port;
  }

  static KafkaBroker start() throws Exception {
    fetchJars();
    Path folder = Files.createTempDirectory("kafka");
    int port = freePort();
    int controllerPort = freePort();
    Path properties = folder.resolve("server.properties");
    Files.writeString(
        properties,
        """
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
        transaction.state.log.replication.factor=1
        transaction.state.log.min.isr=1
        transaction.state.log.num.partitions=1
        auto.create.topics.enable=false
        """
            .formatted(port, controllerPort, folder.resolve("data")));
    int formatted =
        java(
                folder,
                "kafka.tools.StorageTool",
                "format",
                "-t",
                Uuid.randomUuid().toString(),
                "-c",
                properties.toString())
            .waitFor();
    if (formatted != 0) {
      throw new IOException(Files.readString(folder.resolve("log")));
    }
    var broker = new KafkaBroker(folder, java(folder, "kafka.Kafka", properties.toString()), port);
    Runtime.getRuntime().addShutdownHook(new Thread(broker.process::destroyForcibly));
    broker.awaitReady();
    return broker;
  }

  String address() {
    return "127.0.0.1:" + port;
  }

  Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", address()));
  }

  void createTopic(String name, int partitions) throws Exception {
    try (Admin admin = admin()) {
      admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1))).all().get();
    }
  }

  KafkaProducer<byte[], byte[]> producer(Map<String, String> more) {
    var properties = new Properties();
    properties.putAll(more);
    properties.put("bootstrap.servers", address());
    return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    if (!process
        .onExit()
        .completeOnTimeout(null, 20, TimeUnit.SECONDS)
        .thenApply(p -> p != null)
        .join()) {
      process.destroyForcibly().onExit().join();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private void awaitReady() throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    try (Admin admin = admin()) {
      while (true) {
        try {
          admin.describeCluster().nodes().get(1, TimeUnit.SECONDS);
          return;
        } catch (ExecutionException | TimeoutException e) {
          if (System.nanoTime() > deadline || !process.isAlive()) {
            close();
            throw new IOException("the broker does not answer", e);
          }
        }
      }
    }
  }

  private static void fetchJars() throws Exception {
    if (Files.isDirectory(JARS)) {
      return;
    }
    Matcher version =
        Pattern.compile("<kafka.version>(.+)</kafka.version>")
            .matcher(Files.readString(ROOT.resolve("pom.xml")));
    if (!version.find()) {
      throw new IOException("no kafka.version in pom.xml");
    }
    Path fetched = Files.createTempDirectory(JARS.getParent(), "kafka-broker");
    Process maven =
        new ProcessBuilder(
                "mvn",
                "-B",
                "-q",
                "-f",
                ROOT.resolve("deploy/image/kafka.pom.xml").toString(),
                "dependency:copy-dependencies",
                "-DincludeScope=runtime",
                "-Dkafka.version=" + version.group(1),
                "-DoutputDirectory=" + fetched)
            .inheritIO()
            .start();
    if (maven.waitFor() != 0) {
      throw new IOException("Maven could not fetch the broker's jars");
    }
    Files.move(fetched, JARS);
  }

  private static Process java(Path folder, String main, String... arguments) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-cp", JARS + "/*", main));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()))
        .start();
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
