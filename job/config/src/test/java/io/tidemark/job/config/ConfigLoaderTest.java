package io.tidemark.job.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.format.Format;
import io.tidemark.format.Framing;
import io.tidemark.job.config.JobConfig.Checkpoint;
import io.tidemark.job.config.JobConfig.Datagen;
import io.tidemark.job.config.JobConfig.DeadLetter;
import io.tidemark.job.config.JobConfig.DeadLetterType;
import io.tidemark.job.config.JobConfig.FileInput;
import io.tidemark.job.config.JobConfig.Grid;
import io.tidemark.job.config.JobConfig.Influx;
import io.tidemark.job.config.JobConfig.Kafka;
import io.tidemark.job.config.JobConfig.LastReceived;
import io.tidemark.job.config.JobConfig.Limits;
import io.tidemark.job.config.JobConfig.Metrics;
import io.tidemark.job.config.JobConfig.OnRejected;
import io.tidemark.job.config.JobConfig.Retry;
import io.tidemark.job.config.JobConfig.Shape;
import io.tidemark.job.config.JobConfig.Source;
import io.tidemark.job.config.JobConfig.SourceType;
import io.tidemark.job.config.JobConfig.Tracking;
import io.tidemark.job.config.JobConfig.Write;
import io.tidemark.job.queries.Queries;
import io.tidemark.parse.text.TimestampUnit;
import io.tidemark.process.Patience;
import io.tidemark.series.InstanceLabels;
import io.tidemark.series.Layout;
import io.tidemark.series.ValueMode;
import io.tidemark.sink.TargetConfig;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigLoaderTest {
  /** Keep equal to section "Configuration" of the interface. */
  private static final JobConfig DEFAULTS =
      new JobConfig(
          new Source(
              SourceType.DATAGEN,
              new Datagen(
                  Shape.DEVOPS,
                  20_000,
                  Duration.ofSeconds(60),
                  "",
                  0,
                  0,
                  0,
                  0,
                  1,
                  new Grid(100, 2, 100, false)),
              new Kafka(
                  "localhost:9092",
                  List.of("metrics"),
                  "tidemark",
                  "earliest",
                  "none",
                  Format.REMOTE_WRITE,
                  Map.of(),
                  Framing.NONE,
                  Map.of()),
              new FileInput("capture.lp", Format.INFLUX),
              new Influx(TimestampUnit.AUTO)),
          new JobConfig.Amplify(
              1,
              1,
              Duration.ofSeconds(60),
              0,
              "instance",
              List.of(),
              ValueMode.REPEAT,
              Layout.TIME,
              1_000_000,
              10_000_000),
          TargetConfig.of("victoriametrics", URI.create("http://127.0.0.1:8428"))
              .withRunLabel(true)
              .withOption("tenant", "")
              .withOption("compression", "snappy"),
          new Limits(30, 256, 4096, Duration.ofDays(2), Duration.ZERO),
          new Write(
              10_000,
              8 * 1024 * 1024,
              Duration.ofSeconds(1),
              16,
              Duration.ofSeconds(90),
              new Retry(Duration.ofMillis(100), Duration.ofSeconds(30), Duration.ofMinutes(10)),
              OnRejected.DEAD_LETTER),
          new Queries(
              List.of(),
              "",
              0,
              List.of(),
              Duration.ofHours(1),
              Duration.ofMinutes(1),
              0,
              4,
              Duration.ofSeconds(30),
              4 << 20,
              64L << 30,
              Duration.ofHours(6),
              true,
              0),
          new LastReceived(Tracking.OFF, Duration.ofHours(1), 0.1, 1_000_000),
          new DeadLetter(
              DeadLetterType.FILE,
              "dead-letters",
              "",
              "tidemark-dead-letters",
              1L << 30,
              0.1,
              0.95,
              Duration.ofMinutes(1)),
          0,
          new Checkpoint(Duration.ofSeconds(30), ""),
          new Metrics(0),
          Map.of());

  @TempDir Path folder;

  @Test
  void defaultsAreThoseOfTheInterface() {
    var loaded = ConfigLoader.load(Optional.empty(), List.of());

    assertThat(loaded.config()).isEqualTo(DEFAULTS);
    assertThat(loaded.explicit()).isEmpty();
  }

  @Test
  void anOptionWinsOverTheFileAndTheFileOverTheDefault() throws IOException {
    Path file = file("write:\n  in-flight: 4\n  linger: 250ms\n");

    var loaded = ConfigLoader.load(Optional.of(file), List.of("write.in-flight=2"));

    assertThat(loaded.config().write().inFlight()).isEqualTo(2);
    assertThat(loaded.config().write().linger()).isEqualTo(Duration.ofMillis(250));
    assertThat(loaded.config().write().batchSamples()).isEqualTo(10_000);
    assertThat(loaded.explicit()).containsExactlyInAnyOrder("write.in-flight", "write.linger");
    assertThat(loaded.names("write")).isTrue();
    assertThat(loaded.names("writ")).isFalse();
  }

  @Test
  void aBareNullIsTheTargetThatDiscards() throws IOException {
    assertThat(load("target: {type: null}").target().type()).isEqualTo("null");
    assertThat(set("target.type=null").target().type()).isEqualTo("null");
  }

  @Test
  void aKeyLeftEmptyIsEmptyText() throws IOException {
    assertThat(load("checkpoint:\n  dir:\n").checkpoint().dir()).isEmpty();
    assertThat(load("target:\n  auth:\n").target().auth()).isEqualTo(DEFAULTS.target().auth());
  }

  @Test
  void textKeepsItsSpelling() throws IOException {
    var labels = load("target: {extra-labels: {run: 1.10, on: yes, day: 2026-11-21}}").target();

    assertThat(labels.extraLabels())
        .isEqualTo(Map.of("run", "1.10", "on", "yes", "day", "2026-11-21"));
    assertThat(load("target: {tenant: 12:34}").target().options()).containsEntry("tenant", "12:34");
  }

  @Test
  void optionsTakeListsAndEntriesOfMaps() {
    JobConfig config =
        set(
            "target.urls=http://a:1,http://b:2",
            "source.kafka.topics=[x, y]",
            "source.kafka.properties.security.protocol=SSL",
            "source.kafka.properties.fetch.min.bytes=1");

    assertThat(config.target().urls())
        .containsExactly(URI.create("http://a:1"), URI.create("http://b:2"));
    assertThat(config.source().kafka().topics()).containsExactly("x", "y");
    assertThat(config.source().kafka().properties())
        .isEqualTo(Map.of("security.protocol", "SSL", "fetch.min.bytes", "1"));
  }

  @Test
  void topicsMayHaveFormatsOfTheirOwn() {
    JobConfig.Kafka kafka =
        set(
                "source.kafka.topics=edge,core,other",
                "source.kafka.format=auto",
                "source.kafka.formats.edge=opentsdb-put",
                "source.kafka.framing=schema-registry")
            .source()
            .kafka();

    assertThat(kafka.formatOf("edge")).isEqualTo(Format.OPENTSDB_PUT);
    assertThat(kafka.formatOf("other")).isEqualTo(Format.AUTO);
    assertThat(kafka.framing()).isEqualTo(Framing.SCHEMA_REGISTRY);
  }

  @Test
  void formatsAreThoseThereAreAndOfTopicsThatAreRead() {
    assertThatThrownBy(() -> set("source.kafka.formats.metrics=avro"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("each must be one of auto, remote-write, otlp, prometheus");
    assertThatThrownBy(() -> set("source.kafka.formats.metric=influx"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("must name topics of source.kafka.topics");
  }

  @Test
  void theIntervalThatMDividesIsTheGeneratorsUnlessSet() throws IOException {
    assertThat(set("source.datagen.interval=10s").amplify().interval()).hasSeconds(10);
    assertThat(set("source.datagen.interval=10s", "amplify.interval=20s").amplify().interval())
        .hasSeconds(20);
    assertThat(set("source.datagen.interval=10s", "source.type=file").amplify().interval())
        .hasSeconds(60);
  }

  @Test
  void whatIsPrintedLoadsAgainToTheSame() throws IOException {
    JobConfig config =
        set(
            "target.type=null",
            "target.auth.username=me",
            "target.auth.password=${PASSWORD}",
            "target.extra-labels={run: 'a: b', n: '1'}",
            "source.datagen.churn=0.25",
            "write.batch-bytes=1536KiB",
            "write.linger=90500ms",
            "amplify.layout=grouped",
            "source.kafka.properties.sasl.jaas.config=x password=${file:/run/s:k};");

    String printed = ConfigLoader.print(config);

    assertThat(load(printed)).isEqualTo(config);
    assertThat(printed).contains("password: ${PASSWORD}").contains("batch-bytes: 1536KiB");
    assertThat(load(ConfigLoader.print(DEFAULTS))).isEqualTo(DEFAULTS);
  }

  @Test
  void saysWhichFileIsMissing() {
    Path file = folder.resolve("none.yaml");

    assertThatThrownBy(() -> ConfigLoader.load(Optional.of(file), List.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessage("no configuration file at %s (--config)".formatted(file));
  }

  /** As a shell's {@code -c <(...)} gives one. */
  @Test
  void readsAPipeOnce() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    CompletableFuture<Void> writer =
        CompletableFuture.runAsync(() -> write(pipe, "write: {in-flight: 4}"));

    JobConfig config = ConfigLoader.load(Optional.of(pipe), List.of()).config();

    Patience.get(writer);
    assertThat(config.write().inFlight()).isEqualTo(4);
  }

  @Test
  void readsStandardInput() {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream("write: {in-flight: 4}\nx: 1".getBytes(UTF_8)));
    try {
      assertThatThrownBy(() -> ConfigLoader.load(Optional.of(Path.of("-")), List.of()))
          .hasMessageContaining("(standard input:2)");
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void refusesAFileThatIsNoConfiguration() throws IOException {
    Path large = Files.writeString(folder.resolve("large.yaml"), "#".repeat((4 << 20) + 1));
    Path other = Files.write(folder.resolve("other.yaml"), new byte[] {(byte) 0xff});

    assertThatThrownBy(() -> ConfigLoader.load(Optional.of(large), List.of()))
        .hasMessage("the configuration file large.yaml has more than 4 MiB (--config)");
    assertThatThrownBy(() -> ConfigLoader.load(Optional.of(other), List.of()))
        .hasMessageEndingWith("as UTF-8 text: MalformedInputException (--config)");
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JobConfig load(String yaml) throws IOException {
    return ConfigLoader.load(Optional.of(file(yaml)), List.of()).config();
  }

  private static JobConfig set(String... options) {
    return ConfigLoader.load(Optional.empty(), List.of(options)).config();
  }

  private Path file(String yaml) throws IOException {
    return Files.writeString(folder.resolve("run.yaml"), yaml);
  }

  @Test
  void instanceLabelsAreTheOneOrAListOrAll() {
    assertThat(set().amplify().labels()).isEqualTo(InstanceLabels.of("instance"));
    assertThat(set("amplify.instance-label=host").amplify().labels())
        .isEqualTo(InstanceLabels.of("host"));
    assertThat(set("amplify.instance-labels=[pod,host]").amplify().labels())
        .isEqualTo(InstanceLabels.of("pod", "host"));
    assertThat(set("amplify.instance-labels=all", "amplify.instance-label=host").amplify().labels())
        .isEqualTo(InstanceLabels.all("host"));
  }

  @Test
  void aListOfOneWordNeedsNoBrackets() throws IOException {
    Path file = file("amplify:\n  instance-labels: all\n");

    assertThat(ConfigLoader.load(Optional.of(file), List.of()).config().amplify().instanceLabels())
        .containsExactly("all");
  }

  @Test
  void instancesMayHaveDifferentNumbersOfCopies() {
    assertThat(set("amplify.n=2.5").amplify().fleet().least().n()).isEqualTo(2);
    assertThat(set("amplify.n=2.5").amplify().fleet().share()).isEqualTo(0.5);
    assertThat(set("amplify.n=2.5").amplify().amplification().n()).isEqualTo(3);
    assertThat(ConfigLoader.print(set("amplify.n=2.5"))).contains("\n  n: 2.5\n");
    assertThat(ConfigLoader.print(set("amplify.n=2"))).contains("\n  n: 2\n");
  }
}
