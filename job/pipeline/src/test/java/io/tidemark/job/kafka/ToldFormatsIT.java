package io.tidemark.job.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.format.Format;
import io.tidemark.format.Framing;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig;
import io.tidemark.job.config.JobConfig.FileInput;
import io.tidemark.job.config.JobConfig.Kafka;
import io.tidemark.job.config.JobConfig.SourceType;
import io.tidemark.job.source.SourceRuns;
import io.tidemark.parse.text.TimestampUnit;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.testing.KafkaBroker;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Sources whose format nobody named. The first of these lines may be of Prometheus as well. */
class ToldFormatsIT {
  private static final long SECONDS = 1769817600;

  @RegisterExtension
  static final MiniClusterExtension FLINK =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(4)
              .build());

  private static KafkaBroker broker;

  @BeforeAll
  static void startBroker() {
    broker = KafkaBroker.start();
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  /** Each partition alone would tell another one. */
  @Test
  void allSubtasksReadATopicInOneFormat() throws Exception {
    broker.createTopic("graphite", 2);
    var expected = new ArrayList<Sample>();
    try (var producer = broker.producer(Map.of())) {
      for (int i = 0; i < 50; i++) {
        producer.send(record("graphite", 0, "load 5 " + (SECONDS + i)));
        producer.send(record("graphite", 1, "cpu;host=a 6 " + (SECONDS + i)));
        expected.addAll(samples(SECONDS + i));
      }
    }
    for (int parallelism : new int[] {1, 2}) {
      SourceRuns.Run run = SourceRuns.start(topic("graphite"), parallelism, null);
      run.await();
      assertThat(SourceRuns.of(run)).containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  @Test
  void aTopicThatDoesNotTellIsRefusedWithTheCandidates() {
    broker.createTopic("alike", 1);
    broker.createTopic("empty", 1);
    try (var producer = broker.producer(Map.of())) {
      producer.send(record("alike", 0, "load 5 " + SECONDS));
    }
    assertThatThrownBy(() -> SourceRuns.start(topic("alike"), 1, null))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "source.kafka.format=auto: topic alike does not tell, of its first 1 records 1 may be"
                + " prometheus, 1 may be graphite; name its format (source.kafka.formats.alike)");
    assertThatThrownBy(() -> SourceRuns.start(topic("empty"), 1, null))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("topic empty holds no record that could tell");
  }

  @Test
  void eachFileTellsItsOwn(@TempDir Path folder) throws Exception {
    Files.writeString(
        folder.resolve("graphite"), "load 5 %d\ncpu;host=a 6 %d\n".formatted(SECONDS, SECONDS));
    Files.writeString(folder.resolve("influx"), "m f=1 %d\n".formatted(SECONDS));
    var expected = new ArrayList<>(samples(SECONDS));
    expected.add(new Sample(Labels.of(Map.of("__name__", "m_f")), SECONDS * 1000, 1));
    SourceRuns.Run run = SourceRuns.start(files(folder), 2, null);
    run.await();
    assertThat(SourceRuns.of(run)).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void aFileThatDoesNotTellIsRefusedWithTheCandidates(@TempDir Path folder) throws Exception {
    Path alike = Files.writeString(folder.resolve("alike"), "load 5 %d\n".formatted(SECONDS));
    assertThatThrownBy(() -> SourceRuns.start(files(alike), 1, null))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("alike does not tell, of its first 1 records 1 may be prometheus, 1");
  }

  private static List<Sample> samples(long seconds) {
    return List.of(
        new Sample(Labels.of(Map.of("__name__", "load")), seconds * 1000, 5),
        new Sample(Labels.of(Map.of("__name__", "cpu", "host", "a")), seconds * 1000, 6));
  }

  private static ProducerRecord<byte[], byte[]> record(String topic, int partition, String line) {
    return new ProducerRecord<>(topic, partition, null, line.getBytes(StandardCharsets.UTF_8));
  }

  private static JobConfig.Source topic(String topic) {
    return new JobConfig.Source(
        SourceType.KAFKA,
        null,
        new Kafka(
            broker.bootstrapServers(),
            List.of(topic),
            topic,
            "earliest",
            "latest",
            Format.AUTO,
            Map.of(),
            Framing.NONE,
            Map.of()),
        null,
        new JobConfig.Influx(TimestampUnit.AUTO));
  }

  private static JobConfig.Source files(Path path) {
    return new JobConfig.Source(
        SourceType.FILE,
        null,
        null,
        new FileInput(path.toString(), Format.AUTO),
        new JobConfig.Influx(TimestampUnit.AUTO));
  }
}
