package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.cli.Executed;
import io.tidemark.cli.Main;
import io.tidemark.process.MeasuredBound;
import io.tidemark.process.Patience;
import io.tidemark.run.RunResult;
import io.tidemark.testing.ChildJvm;
import io.tidemark.testing.StoredSample;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that {@code capture} took gives the same set as the topic. */
class CaptureIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Traffic TRAFFIC = new Traffic(60, 20, 1_750_000_000_000L, 60_000);

  @RegisterExtension static final KafkaAndStore PARTS = new KafkaAndStore();

  @TempDir Path folder;

  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("topic.capture");
  }

  @ParameterizedTest
  @ValueSource(strings = {"remote-write", "influx"})
  void theFileGivesTheSameSetAsTheTopic(String format) throws Exception {
    String topic = "whole-" + format;
    List<byte[]> records = records(format);
    PARTS.produce(topic, 3, records);

    JsonNode captured = capture(topic, format, "--set", "source.kafka.stop=latest");

    assertThat(captured.get("records").asInt()).isEqualTo(records.size());
    assertThat(captured.get("bytes").asLong())
        .isEqualTo(records.stream().mapToLong(record -> record.length).sum());
    RunResult result = run(format, topic);
    assertThat(result.recordsRead()).isEqualTo(records.size());
    assertThat(result.samplesRead()).isEqualTo(60 * 20);
    PARTS.awaitExactly(topic, TRAFFIC.amplified(1, 1, Map.of("run", topic)));
  }

  @Test
  void anAnonymousFileGivesTheSameSeriesUnderOtherValues() throws Exception {
    PARTS.produce("anonymous", 2, TRAFFIC.remoteWrite(70));
    Path key = Files.writeString(folder.resolve("key"), "not for your eyes");

    JsonNode captured =
        capture(
            "anonymous",
            "remote-write",
            "--set",
            "source.kafka.stop=latest",
            "--anonymise",
            key.toString(),
            "--keep",
            "instance");

    assertThat(captured.get("partsLeftOut").asInt()).isZero();
    assertThat(captured.toString()).doesNotContain("not for your eyes");
    run("remote-write", "anonymous");
    var expected = TRAFFIC.amplified(1, 1, Map.of("run", "anonymous"));
    Patience.untilAsserted(
        PATIENCE,
        () -> assertThat(PARTS.store().export("{run=\"anonymous\"}")).hasSize(expected.size()));
    var stored = PARTS.store().export("{run=\"anonymous\"}");
    assertThat(stored.stream().map(CaptureIT::withoutJob))
        .containsExactlyInAnyOrderElementsOf(expected.stream().map(CaptureIT::withoutJob).toList());
    assertThat(stored)
        .allSatisfy(sample -> assertThat(sample.series()).matches(".*,job=[0-9a-f]{16},run=.*"));
    assertThat(stored.stream().map(StoredSample::series).distinct()).hasSize(60);
  }

  private static StoredSample withoutJob(StoredSample sample) {
    String series = sample.series().replaceFirst(",job=.*,run=", ",run=");
    return new StoredSample(series, sample.timestampMillis(), sample.value());
  }

  @Test
  void endsAfterSoManyRecords() throws Exception {
    PARTS.produce("first-seven", 1, records("influx"));
    assertThat(capture("first-seven", "influx", "--records", "7").get("records").asInt())
        .isEqualTo(7);
    assertThat(run("influx", "first-seven").samplesRead()).isEqualTo(7 * 70);
  }

  @Test
  void endsAfterSoLongThoughNothingComes() throws Exception {
    PARTS.kafka().createTopic("silent", 1);
    JsonNode captured = capture("silent", "influx", "--duration", "1s");
    assertThat(captured.get("records").asInt()).isZero();
    double seconds = captured.get("seconds").asDouble();
    assertThat(seconds).isGreaterThanOrEqualTo(1);
    Duration most = Patience.ofSeconds(10);
    MeasuredBound.check(() -> assertThat(seconds).isLessThan(most.toSeconds()));
  }

  @Test
  void ctrlCKeepsWhatWasTaken() throws Exception {
    PARTS.produce("interrupted", 1, records("influx"));
    List<String> arguments = arguments("interrupted", "influx", "--duration", "10m");
    Path part = folder.resolve("topic.capture.part");
    try (var child = ChildJvm.start(Main.class, List.of("-Xmx256m"), "", arguments)) {
      Patience.await("the file that grows", PATIENCE, () -> Files.exists(part));
      child.signal("INT");
      assertThat(child.exitCode(PATIENCE)).as(child.errors()).isEqualTo(130);
      assertThat(part).doesNotExist();
      JsonNode captured = new ObjectMapper().readTree(child.output());
      assertThat(captured.get("interrupted").asBoolean()).isTrue();
      assertThat(captured.get("fileBytes").asLong()).isEqualTo(Files.size(file));
    }
  }

  private static List<byte[]> records(String format) {
    return format.equals("influx") ? TRAFFIC.influx(70) : TRAFFIC.remoteWrite(70);
  }

  private List<String> arguments(String topic, String format, String... more) {
    var arguments = new ArrayList<>(List.of("capture", "--json", "--to", file.toString()));
    for (String setting : PARTS.topic(topic, "source.kafka.format=" + format)) {
      arguments.addAll(List.of("--set", setting));
    }
    arguments.addAll(List.of(more));
    return arguments;
  }

  private JsonNode capture(String topic, String format, String... more) throws Exception {
    return Executed.of(arguments(topic, format, more)).assertCode(0).json();
  }

  private RunResult run(String format, String run) {
    return EmbeddedRun.of(
        PARTS.target(
            run,
            "source.type=file",
            "source.file.path=" + file,
            "source.file.format=" + format,
            "parallelism=2"));
  }
}
