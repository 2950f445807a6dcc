package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.cli.Executed;
import io.tidemark.cli.Main;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.datagen.GeneratedSamples;
import io.tidemark.process.Patience;
import io.tidemark.run.RunResult;
import io.tidemark.series.Sample;
import io.tidemark.testing.ChildJvm;
import io.tidemark.testing.StoredSample;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code produce} puts into a topic is what a run reads out of it. */
class ProduceIT {
  private static final String START = "2026-01-31T00:00:00Z";
  private static final int SAMPLES = 200 * 7;
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @RegisterExtension static final KafkaAndStore PARTS = new KafkaAndStore();

  @TempDir Path folder;

  /**
   * A binary format, one of lines and one of JSON; RecordFormatterTest reads every format back, and
   * --all runs every one.
   */
  static List<String> formats() {
    return Boolean.getBoolean("tidemark.all")
        ? List.of(
            "remote-write",
            "otlp",
            "prometheus",
            "influx",
            "json-lines",
            "graphite",
            "opentsdb-put",
            "opentsdb-json")
        : List.of("remote-write", "influx", "opentsdb-json");
  }

  @ParameterizedTest
  @MethodSource("formats")
  void aRunReadsTheGeneratedSetInEachFormat(String format) throws Exception {
    List<String> topic = topic("made-" + format, format);

    JsonNode produced =
        produce(topic, "--samples", "" + SAMPLES, "--create-topic", "3", "--record-samples", "30");

    assertThat(produced.get("samples").asInt()).isEqualTo(SAMPLES);
    assertThat(produced.get("partitions").asInt()).isEqualTo(3);
    assertThat(produced.get("unwritable").asInt()).isZero();
    RunResult result = run(topic, "made-" + format);
    assertThat(result.samplesRead()).isEqualTo(SAMPLES);
    assertThat(result.recordsRead()).isEqualTo(produced.get("records").asInt());
    PARTS.awaitExactly("made-" + format, generated("made-" + format));
  }

  @Test
  void aRunReadsTheSetOfAFile() throws Exception {
    var traffic = new Traffic(60, 20, 1_750_000_000_000L, 60_000);
    var lines = new StringBuilder("no line of it\n");
    for (byte[] record : traffic.influx(70)) {
      lines.append(new String(record, StandardCharsets.UTF_8));
    }
    Path file = Files.writeString(folder.resolve("a.lp"), lines);
    List<String> topic = new ArrayList<>(topic("of-file", "json-lines"));
    topic.add("source.file.path=" + file);

    JsonNode produced = produce(topic, "--from", "file", "--create-topic", "2");

    assertThat(produced.get("samples").asInt()).isEqualTo(60 * 20);
    assertThat(produced.get("unreadable").asInt()).isEqualTo(1);
    run(topic, "of-file");
    PARTS.awaitExactly("of-file", traffic.amplified(1, 1, Map.of("run", "of-file")));
  }

  @Test
  void aSeriesKeepsItsPartitionAndItsOrder() throws Exception {
    List<String> topic = topic("ordered", "graphite");
    produce(topic, "--samples", "" + SAMPLES, "--create-topic", "3", "--record-samples", "30");
    Map<String, Integer> partitions = new TreeMap<>();
    Map<String, Long> latest = new TreeMap<>();
    var used = new HashSet<Integer>();
    try (var consumer =
        new KafkaConsumer<>(
            Map.<String, Object>of("bootstrap.servers", PARTS.kafka().bootstrapServers()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      var all = List.of(0, 1, 2).stream().map(p -> new TopicPartition("ordered", p)).toList();
      consumer.assign(all);
      consumer.seekToBeginning(all);
      int seen = 0;
      while (seen < SAMPLES) {
        var polled = consumer.poll(Patience.of(PATIENCE));
        assertThat(polled.count()).as("more than the %d samples so far", seen).isPositive();
        for (var record : polled) {
          used.add(record.partition());
          for (String line : new String(record.value()).split("\n")) {
            String[] parts = line.split(" ");
            long time = Long.parseLong(parts[2]);
            Integer partition = partitions.putIfAbsent(parts[0], record.partition());
            assertThat(partition == null || partition == record.partition()).as(line).isTrue();
            Long before = latest.put(parts[0], time);
            assertThat(before == null || before < time).as(line).isTrue();
            seen++;
          }
        }
      }
    }
    assertThat(partitions).hasSize(200);
    assertThat(used).hasSize(3);
  }

  @Test
  void ctrlCSaysHowManyAreInTheTopic() throws Exception {
    var arguments =
        new ArrayList<>(List.of("produce", "--yes", "--json", "--samples", "1000000000"));
    arguments.addAll(List.of("--create-topic", "1", "--set", "source.datagen.rate=20000"));
    topic("cut", "influx").forEach(setting -> arguments.addAll(List.of("--set", setting)));
    try (var child = ChildJvm.start(Main.class, List.of("-Xmx256m"), "", arguments)) {
      try (var admin = PARTS.kafka().admin()) {
        Awaitility.await()
            .atMost(Patience.of(PATIENCE))
            .until(() -> admin.listTopics().names().get().contains("cut") && end("cut") > 10);
      }
      child.signal("INT");
      assertThat(child.exitCode(PATIENCE)).as(child.errors()).isEqualTo(130);
      JsonNode produced = new ObjectMapper().readTree(child.output());
      assertThat(produced.get("interrupted").asBoolean()).isTrue();
      assertThat(produced.get("records").asLong()).isEqualTo(end("cut"));
      assertThat(produced.get("samples").asLong()).isBetween(1L, 999_999_999L);
    }
  }

  @Test
  void aRunOfTooManySeriesDoesNotBegin() throws Exception {
    List<String> topic = topic("many", "remote-write");
    produce(topic, "--samples", "" + SAMPLES, "--create-topic", "2");
    var arguments = new ArrayList<>(List.of("run", "--set", "source.type=kafka"));
    topic.forEach(setting -> arguments.addAll(List.of("--set", setting)));
    arguments.addAll(List.of("--set", "target.urls=" + PARTS.store().baseUrl()));
    arguments.addAll(List.of("--set", "amplify.n=60000"));
    assertThat(Executed.of(arguments).assertCode(2).err())
        .matches(
            "(?s)tidemark: amplify.max-series=10000000: 1[12]\\d{6} series would be written "
                + "\\((19\\d|20\\d) of the source, by a HyperLogLog over the first \\d+ records, .*");
  }

  @Test
  void aTopicThatIsNotThereIsNamed() {
    List<String> arguments = arguments(topic("none", "influx"), "--samples", "1");
    assertThat(Executed.of(arguments).assertCode(2).err())
        .contains("Kafka has not all of source.kafka.topics=[none]");
  }

  private static long end(String topic) {
    try (var consumer =
        new KafkaConsumer<>(
            Map.<String, Object>of("bootstrap.servers", PARTS.kafka().bootstrapServers()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      var partition = new TopicPartition(topic, 0);
      return consumer.endOffsets(List.of(partition)).get(partition);
    }
  }

  private static List<String> topic(String name, String format) {
    return PARTS.topic(
        name,
        "source.kafka.format=" + format,
        "source.datagen.series=200",
        "source.datagen.start=" + START);
  }

  private static List<String> arguments(List<String> settings, String... more) {
    var arguments = new ArrayList<>(List.of("produce", "--yes", "--json"));
    settings.forEach(setting -> arguments.addAll(List.of("--set", setting)));
    arguments.addAll(List.of(more));
    return arguments;
  }

  private static JsonNode produce(List<String> settings, String... more) throws Exception {
    return Executed.of(arguments(settings, more)).assertCode(0).json();
  }

  private static RunResult run(List<String> topic, String run) {
    var settings = new ArrayList<>(topic);
    settings.addAll(
        PARTS.target(run, "source.type=kafka", "source.kafka.stop=latest", "parallelism=2"));
    return EmbeddedRun.of(settings);
  }

  /** The same stream, asked for without a topic. */
  private static Set<StoredSample> generated(String run) {
    var config =
        ConfigLoader.load(
                Optional.empty(),
                List.of("source.datagen.series=200", "source.datagen.start=" + START))
            .config();
    var samples =
        new GeneratedSamples(config.source().datagen(), Instant.parse(START).toEpochMilli());
    var stored = new HashSet<StoredSample>();
    for (int i = 0; i < SAMPLES; i++) {
      Sample sample = samples.next();
      var labels = new TreeMap<>(sample.labels().toMap());
      labels.put("run", run);
      stored.add(
          new StoredSample(StoredSample.series(labels), sample.timestampMillis(), sample.value()));
    }
    return stored;
  }
}
