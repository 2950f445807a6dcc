package io.tidemark.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Main;
import io.tidemark.process.Loopback;
import io.tidemark.process.Patience;
import io.tidemark.testing.ChildJvm;
import io.tidemark.testing.KafkaBroker;
import io.tidemark.testing.SessionCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A secret of each kind is planted; nothing that a run prints, serves, starts or leaves holds one.
 * Brokers ask for a login, and the database repeats what it was sent.
 */
@Tag("slow")
@Tag("guards:deploy/cli")
@Tag("guards:job/config")
class SecretsIT {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int INTERRUPTED = 130;

  /** It is ended as soon as it was looked at, however long a slow host takes for that. */
  private static final String LONG = "30m";

  private static final int RECORDS = 400;
  private static final int WRITES_BEFORE = 3;
  private static final String REFUSED_HOST = "host_17";

  private static final String PASSWORD = "p4ssw0rd-0f-the-t4rget";
  private static final String TOKEN = "t0k3n-of-the-target";
  private static final String KAFKA_PASSWORD = "p4ssw0rd-0f-k4fka";
  private static final String KAFKA_KEY_PASSWORD = "p4ssw0rd-0f-k4fkas-k3y";
  private static final String BASIC =
      Base64.getEncoder().encodeToString(("writer:" + PASSWORD).getBytes(StandardCharsets.UTF_8));

  /** Alone, and as the headers of a request hold them. */
  private static final List<String> SECRETS =
      List.of(PASSWORD, TOKEN, KAFKA_PASSWORD, KAFKA_KEY_PASSWORD, BASIC);

  /** No more than a run is told to take: the rest of a user's environment is handed on. */
  private static final List<String> KAFKA_ENVIRONMENT =
      List.of(
          "env",
          "TEST_KAFKA_PASSWORD=" + KAFKA_PASSWORD,
          "TEST_KAFKA_KEY_PASSWORD=" + KAFKA_KEY_PASSWORD);

  private static final String REPORT = ".*/out/.*\\.html";
  private static final String DEAD_LETTERS = ".*/dead/.*\\.jsonl";

  /** Or a checkpoint. */
  private static final String SAVEPOINT = ".*/_metadata";

  private static KafkaBroker kafka;

  @TempDir Path folder;
  private Path temporary;
  private final LeftBehind left = new LeftBehind();

  @BeforeAll
  static void produce() {
    kafka = KafkaBroker.startWithLogin("reader", KAFKA_PASSWORD);
    kafka.createTopic("secrets", 1);
    kafka.produce(
        "secrets",
        1,
        IntStream.range(0, RECORDS)
            .mapToObj(n -> "cpu,host=host_%d usage=%d 1769817600%03d000000".formatted(n, n, n))
            .map(line -> line.getBytes(StandardCharsets.UTF_8))
            .toList());
  }

  @AfterAll
  static void stop() {
    kafka.close();
  }

  @BeforeEach
  void makeTemporaryFolder() throws IOException {
    temporary = Files.createDirectory(folder.resolve("tmp"));
  }

  /** User and password from a file, a savepoint, and Flink's web UI. */
  @Test
  void noneIsInAnythingThatARunOnAClusterLeaves() throws Exception {
    Path password = Files.writeString(folder.resolve("password"), PASSWORD);
    Path savepoints = Files.createDirectory(folder.resolve("savepoints"));
    try (var database = new EchoingDatabase(REFUSED_HOST);
        var cluster = SessionCluster.start(1, 2)) {
      var more = new ArrayList<>(List.of("--cluster", cluster.restUrl()));
      more.addAll(List.of("--stop-with-savepoint", savepoints.toString()));
      more.addAll(List.of("--set", "target.auth.username=writer"));
      more.addAll(List.of("--set", "target.auth.password-file=" + password));
      try (var run = start(KAFKA_ENVIRONMENT, database, more)) {
        awaitWrites(run, database);
        assertThat(database.credentials()).isEqualTo("Basic " + BASIC);
        left.lookAtProcesses(run.pid());
        left.lookAtJob(cluster.restUrl());
        left.lookAtArguments(cluster.processes().values());
        left.lookAtFiles(cluster.folder());
        left.lookAtFiles(temporary);
        end(run);
      }
      left.lookAtFiles(cluster.folder());
    }
    Files.delete(password);
    left.lookAtFiles(folder);

    left.assertWasSeen(REPORT, DEAD_LETTERS, SAVEPOINT, ".*/log/.*jobmanager.*log");
    left.assertWasSeen("web UI: jobs/.*/config", "arguments of .*");
    assertThatNothingShows();
  }

  /** A token from the environment, and the page of metrics. */
  @Test
  void noneIsInAnythingThatARunInsideOfOneProcessLeaves() throws Exception {
    int metrics = Loopback.freePort();
    try (var database = new EchoingDatabase(REFUSED_HOST)) {
      var more = new ArrayList<>(List.of("--set", "target.auth.bearer-token=${TEST_TOKEN}"));
      more.addAll(List.of("--set", "metrics.prometheus-port=" + metrics));
      more.addAll(List.of("--set", "checkpoint.dir=" + folder.resolve("checkpoints").toUri()));
      more.add("-v");
      var environment = new ArrayList<>(KAFKA_ENVIRONMENT);
      environment.add("TEST_TOKEN=" + TOKEN);
      try (var run = start(environment, database, more)) {
        awaitWrites(run, database);
        assertThat(database.credentials()).isEqualTo("Bearer " + TOKEN);
        left.lookAtProcesses(run.pid());
        awaitCheckpoint(run);
        left.lookAtPage("page of metrics", Loopback.http(metrics).resolve("/metrics"));
        left.lookAtFiles(folder);
        end(run);
      }
    }
    left.lookAtFiles(folder);

    left.assertWasSeen(REPORT, DEAD_LETTERS, SAVEPOINT, ".*/out/tidemark.log");
    left.assertWasSeen("page of metrics", "environment of .*");
    assertThatNothingShows();
  }

  /** Where a secret has no business, it is refused and not repeated. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "target.urls=[http://writer:" + PASSWORD + "@127.0.0.1:8428]",
        "target.urls=[http://127.0.0.1:8428?authKey=" + PASSWORD + "]",
        "target.metrics-urls=[http://writer:" + PASSWORD + "@127.0.0.1:8428]",
        "target.auth.password=" + PASSWORD,
        "target.auth.bearer-token=" + PASSWORD
      })
  void oneThatStandsInTheConfigurationItselfIsRefusedAndNotRepeated(String setting)
      throws Exception {
    for (String command : List.of("run", "config")) {
      try (var child =
          ChildJvm.start(Main.class, List.of("-Xmx256m"), "", List.of(command, "--set", setting))) {
        assertThat(child.exitCode(PATIENCE)).isEqualTo(2);
        left.look(command + " says", child.output() + child.errors());
        assertThat(child.errors()).contains(setting.substring(0, setting.indexOf('=')));
      }
    }
    assertThatNothingShows();
  }

  private ChildJvm start(List<String> environment, EchoingDatabase database, List<String> more) {
    var arguments = new ArrayList<>(List.of("run", "--yes", "--json", "--duration", LONG));
    arguments.addAll(List.of("--out", folder.resolve("out").toString()));
    arguments.addAll(more);
    for (String setting :
        List.of(
            "source.type=kafka",
            "source.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
            "source.kafka.topics=[secrets]",
            "source.kafka.format=influx",
            "source.kafka.properties.security.protocol=SASL_PLAINTEXT",
            "source.kafka.properties.sasl.mechanism=PLAIN",
            "source.kafka.properties.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule"
                + " required username=\"reader\" password=\"${TEST_KAFKA_PASSWORD}\";",
            "source.kafka.properties.ssl.key.password=${TEST_KAFKA_KEY_PASSWORD}",
            "target.urls=[" + database.url() + "]",
            "dead-letter.path=" + folder.resolve("dead"),
            "write.batch-samples=20",
            "checkpoint.interval=500ms",
            "parallelism=1")) {
      arguments.addAll(List.of("--set", setting));
    }
    return ChildJvm.startUnder(
        environment, Main.class, List.of("-Xmx512m", "-Djava.io.tmpdir=" + temporary), arguments);
  }

  private static void awaitWrites(ChildJvm run, EchoingDatabase database) {
    Patience.await("writes", PATIENCE, () -> database.writes() > WRITES_BEFORE || !run.isAlive());
    assertThat(run.isAlive()).as(run.errors()).isTrue();
  }

  private void awaitCheckpoint(ChildJvm run) {
    Patience.await("a checkpoint", PATIENCE, () -> hasCheckpoint() || !run.isAlive());
    assertThat(run.isAlive()).as(run.errors()).isTrue();
  }

  private boolean hasCheckpoint() {
    try (var files = Files.walk(folder.resolve("checkpoints"))) {
      return files.anyMatch(file -> file.endsWith("_metadata"));
    } catch (IOException | UncheckedIOException changing) {
      return false;
    }
  }

  private void end(ChildJvm run) throws InterruptedException {
    run.signal("INT");
    assertThat(run.exitCode(PATIENCE)).as(run.errors()).isEqualTo(INTERRUPTED);
    left.look("output", run.output());
    left.look("errors", run.errors());
  }

  private void assertThatNothingShows() {
    assertThat(left.found(SECRETS)).isEmpty();
  }
}
