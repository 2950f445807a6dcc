package io.tidemark.kubernetes;

import static io.tidemark.kubernetes.TestKubernetes.await;
import static io.tidemark.kubernetes.TestKubernetes.tidemark;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.tidemark.simulated.LineProgram;
import io.tidemark.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code --kubernetes} starts, measures and leaves. */
@NeedsKubernetes
@NeedsOperator
class DriverKubernetesIT {
  private static final String DATABASE = "driver-database";
  private static final String LINE = "driver-line";
  private static final int DATABASE_PORT = 8428;
  private static final String URLS =
      "--set=target.urls=[\"http://%s:%d\"]".formatted(DATABASE, DATABASE_PORT);
  private static final Pattern OWN = Pattern.compile("tidemark-[0-9a-f]{8}");
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Duration PATIENCE_WITH_TWELVE_RUNS = Duration.ofMinutes(9);

  /** Longer than Kubernetes takes to see that a deadline is over, and to delete what is owned. */
  private static final Duration GONE_WITHIN = Duration.ofMinutes(4);

  private static final List<String> CEILING = List.of("ceiling", "--yes", "--max-duration=10m");
  private static final List<String> COMPARISON =
      List.of(
          "ab",
          "--yes",
          "--warm-up=10m",
          "--set=checkpoint.dir=file:///data/checkpoints",
          "--set-b=write.batch-samples=500");

  @TempDir private static Path folder;
  private static TestKubernetes kubernetes;

  @BeforeAll
  static void start() {
    kubernetes = new TestKubernetes();
    kubernetes.database(DATABASE, "-maxConcurrentInserts=1");
  }

  private static ChildJvm started(List<String> command) {
    var arguments = new ArrayList<>(command);
    arguments.addAll(
        List.of(
            "--kubernetes",
            kubernetes.namespace,
            "--out=" + folder.resolve(UUID.randomUUID().toString()),
            "--set=parallelism=1",
            "--set=source.datagen.rate=10",
            URLS));
    return tidemark(arguments.toArray(String[]::new));
  }

  /** Returns when each has a Flink whose job runs. */
  private static void awaitJobs(ChildJvm... commands) {
    await(
        "their jobs",
        PATIENCE,
        () ->
            runningJobs() == commands.length
                || !Arrays.stream(commands).allMatch(ChildJvm::isAlive));
    assertThat(commands).allSatisfy(one -> assertThat(one.isAlive()).as(one::errors).isTrue());
  }

  private static long runningJobs() {
    return own().stream()
        .flatMap(name -> kubernetes.pods(name, "jobmanager").stream())
        .filter(pod -> "Running".equals(pod.getStatus().getPhase()))
        .filter(pod -> kubernetes.log(pod).contains("from state CREATED to RUNNING"))
        .count();
  }

  @AfterAll
  static void end() {
    kubernetes.close();
  }

  @Test
  void aSearchFindsTheSlotsOfADatabaseThatOnlyPodsReachAndLeavesNothing() throws Exception {
    try (var search =
        tidemark(
            "ceiling",
            "--yes",
            "--kubernetes",
            kubernetes.namespace,
            "--json",
            "--max-duration=150s",
            "--max-in-flight=8",
            "--set=parallelism=1",
            URLS)) {
      assertThat(search.exitCode(PATIENCE)).as(search::errors).isZero();

      JsonNode result = json(search);
      assertThat(result.get("cause").asText()).isEqualTo("TSDB_SLOTS");
      assertThat(result.at("/slots/reported").asInt()).isEqualTo(1);
      assertNothingIsLeft();
    }
  }

  /** Both sides write over the line, one request at a time. */
  @Test
  void aComparisonShowsThatSmallBatchesAreSlowerAndLeavesNothing() throws Exception {
    kubernetes.program(
        new ProgramPod(
            LINE,
            DATABASE_PORT,
            LineProgram.CLASSES,
            List.of(
                Integer.toString(DATABASE_PORT),
                "http://%s:%d".formatted(DATABASE, DATABASE_PORT))));
    try (var comparison =
        tidemark(
            "ab",
            "--yes",
            "--kubernetes",
            kubernetes.namespace,
            "--json",
            "--out=" + folder.resolve("ab"),
            "--runs=6",
            "--run-time=3s",
            "--warm-up=3s",
            "--set=parallelism=1",
            "--set=write.in-flight=1",
            "--set=checkpoint.dir=file:///data/checkpoints",
            "--set-a=write.batch-samples=10000",
            "--set-b=write.batch-samples=500",
            "--set=target.urls=[\"http://%s:%d\"]".formatted(LINE, DATABASE_PORT))) {
      assertThat(comparison.exitCode(PATIENCE_WITH_TWELVE_RUNS)).as(comparison::errors).isZero();

      assertThat(json(comparison).get("verdict").asText()).isEqualTo("A_FASTER");
      assertThat(json(comparison).get("savepoint").asText()).startsWith("file:/data/");
      assertNothingIsLeft();
    }
  }

  static Stream<List<String>> commands() {
    return Stream.of(List.of("run", "--yes", "--duration=10m"), CEILING, COMPARISON);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void ctrlCEndsACommandWithItsFlink(List<String> arguments) throws Exception {
    try (var command = started(arguments)) {
      awaitJobs(command);
      command.signal("INT");

      assertThat(command.exitCode(PATIENCE)).as(command::errors).isEqualTo(130);
      assertNothingIsLeft();
    }
  }

  @Test
  void nothingIsLeftOfCommandsThatWereKilled() {
    try (var search = started(CEILING);
        var comparison = started(COMPARISON)) {
      awaitJobs(search, comparison);
      search.signal("KILL");
      comparison.signal("KILL");
    }
    assertThat(own()).hasSize(2);

    TestKubernetes.until(GONE_WITHIN, () -> own().isEmpty() && ownJobs().isEmpty());
    assertNothingIsLeft();
  }

  @Test
  void anImageThatIsNotThereIsSaidInOneLine() throws Exception {
    try (var run =
        ChildJvm.launcher(
            List.of("TIDEMARK_KUBERNETES_IMAGE=localhost/no-such-image:1"),
            List.of("run", "--yes", "--kubernetes", kubernetes.namespace, URLS))) {
      assertThat(run.exitCode(PATIENCE)).isEqualTo(2);

      assertThat(run.errors())
          .hasLineCount(2)
          .startsWith("This writes samples as fast as they are taken to ")
          .contains("tidemark: --kubernetes " + kubernetes.namespace + ": FlinkDeployment ")
          .containsAnyOf("ErrImage", "ImagePull");
      assertNothingIsLeft();
    }
  }

  /** FlinkDeployments that commands have started. */
  private static List<String> own() {
    return names(kubernetes.deployments.all().list().getItems());
  }

  private static List<String> names(List<? extends HasMetadata> resources) {
    return resources.stream()
        .map(resource -> resource.getMetadata().getName())
        .filter(OWN.asMatchPredicate())
        .toList();
  }

  /** The Jobs that those belong to. */
  private static List<String> ownJobs() {
    return names(
        kubernetes.client.batch().v1().jobs().inNamespace(kubernetes.namespace).list().getItems());
  }

  private static void assertNothingIsLeft() {
    assertThat(own()).isEmpty();
    assertThat(ownJobs()).isEmpty();
  }

  private static JsonNode json(ChildJvm process) throws IOException {
    return new ObjectMapper().readTree(process.output());
  }
}
