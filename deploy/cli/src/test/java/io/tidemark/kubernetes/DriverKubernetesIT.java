package io.tidemark.kubernetes;

import static io.tidemark.kubernetes.TestKubernetes.tidemark;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.tidemark.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** What {@code --kubernetes} starts, measures and leaves. */
@EnabledIfEnvironmentVariable(
    named = TestKubernetes.NAMESPACE,
    matches = ".+",
    disabledReason = TestKubernetes.NOT_RUN)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DriverKubernetesIT {
  private static final String DATABASE = "driver-database";
  private static final int DATABASE_PORT = 8428;
  private static final String URLS =
      "--set=target.urls=[\"http://%s:%d\"]".formatted(DATABASE, DATABASE_PORT);
  private static final Pattern OWN = Pattern.compile("tidemark-[0-9a-f]{8}");
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** Longer than Kubernetes takes to see that a deadline is over, and to delete what is owned. */
  private static final Duration GONE_WITHIN = Duration.ofMinutes(4);

  @TempDir private static Path folder;
  private static TestKubernetes kubernetes;
  private static String killed;

  @BeforeAll
  static void start() {
    kubernetes = new TestKubernetes();
    kubernetes.database(DATABASE, "-maxConcurrentInserts=1");
    killed = startAndKill();
  }

  /**
   * A comparison, killed while its job writes. Its Flink takes its time to go, and what it writes
   * is next to nothing: the other tests run meanwhile.
   */
  private static String startAndKill() {
    try (var comparison =
        tidemark(
            "ab",
            "--yes",
            "--kubernetes",
            kubernetes.namespace,
            "--out=" + folder.resolve("killed"),
            "--warm-up=10m",
            "--set=parallelism=1",
            "--set=source.datagen.rate=10",
            "--set=checkpoint.dir=file:///data/checkpoints",
            "--set-b=write.batch-samples=500",
            URLS)) {
      await("its job").atMost(PATIENCE).until(() -> aJobRuns() || !comparison.isAlive());
      assertThat(comparison.isAlive()).as(comparison::errors).isTrue();
      comparison.signal("KILL");
      return own().get(0);
    }
  }

  private static boolean aJobRuns() {
    return own().stream()
        .flatMap(name -> kubernetes.pods(name, "jobmanager").stream())
        .filter(pod -> "Running".equals(pod.getStatus().getPhase()))
        .anyMatch(pod -> kubernetes.log(pod).contains("from state CREATED to RUNNING"));
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
            "--max-duration=90s",
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

  @Test
  void ctrlCEndsARunWithItsFlink() throws Exception {
    try (var run = tidemark("run", "--kubernetes", kubernetes.namespace, "--duration=10m", URLS)) {
      awaitText(run::errors, " acknowledged", " k/s");
      run.signal("INT");

      assertThat(run.exitCode(PATIENCE)).as(run::errors).isEqualTo(130);
      assertNothingIsLeft();
    }
  }

  @Test
  @Order(Integer.MAX_VALUE)
  void nothingIsLeftOfACommandThatWasKilled() {
    await("the end of the Flink of a killed command")
        .atMost(GONE_WITHIN)
        .pollInterval(Duration.ofSeconds(2))
        .until(() -> !own().contains(killed));
  }

  @Test
  void anImageThatIsNotThereIsSaidInOneLine() throws Exception {
    try (var run =
        ChildJvm.launcher(
            List.of("TIDEMARK_KUBERNETES_IMAGE=localhost/no-such-image:1"),
            List.of("run", "--kubernetes", kubernetes.namespace, URLS))) {
      assertThat(run.exitCode(PATIENCE)).isEqualTo(2);

      assertThat(run.errors())
          .hasLineCount(1)
          .startsWith("tidemark: --kubernetes " + kubernetes.namespace + ": FlinkDeployment ")
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

  private static void assertNothingIsLeft() {
    var jobs = kubernetes.client.batch().v1().jobs().inNamespace(kubernetes.namespace).list();
    assertThat(own()).isSubsetOf(killed);
    assertThat(names(jobs.getItems())).isSubsetOf(killed);
  }

  private static JsonNode json(ChildJvm process) throws IOException {
    return new ObjectMapper().readTree(process.output());
  }

  private static void awaitText(Supplier<String> output, String... texts) {
    await("one of " + Arrays.toString(texts))
        .atMost(PATIENCE)
        .until(() -> Arrays.stream(texts).anyMatch(output.get()::contains));
  }
}
