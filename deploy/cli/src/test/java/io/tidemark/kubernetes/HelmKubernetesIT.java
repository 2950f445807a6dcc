package io.tidemark.kubernetes;

import static io.tidemark.kubernetes.TestKubernetes.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.tidemark.kubernetes.TestKubernetes.Answer;
import io.tidemark.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** The chart of {@code deploy/helm}, installed, upgraded and uninstalled with helm. */
@NeedsOperator
@NeedsKubernetes
@EnabledIfEnvironmentVariable(
    named = HelmKubernetesIT.HELM,
    matches = ".+",
    disabledReason = "no helm was named: " + HelmKubernetesIT.HELM)
class HelmKubernetesIT {
  static final String HELM = "TIDEMARK_TEST_HELM";

  private static final String RELEASE = "tidemark-chart";
  private static final String DATABASE = "chart-database";
  private static final String POD_MONITORS = "podmonitors.monitoring.coreos.com";
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  @TempDir private static Path folder;
  private static TestKubernetes kubernetes;
  private static Path values;

  @BeforeAll
  static void start() throws IOException {
    kubernetes = new TestKubernetes();
    kubernetes.database(DATABASE);
    String image = ProgramPod.jobImage();
    int tag = image.lastIndexOf(':');
    values =
        Files.writeString(
            folder.resolve("values.yaml"),
            """
            image: {repository: "%s", tag: "%s"}
            config:
              source:
                type: datagen
                datagen: {series: 500, interval: 60s, rate: 1000}
              target: {accept-load: true, urls: ["http://%s:8428"]}
              checkpoint: {interval: 2s, dir: "file:///data/checkpoints"}
            job: {parallelism: 1}
            # The tests' nodes are small.
            jobManager: {resource: {cpu: 0.25, memory: 1024m}}
            taskManager: {resource: {cpu: 0.5, memory: 2048m}}
            flinkConfiguration:
              kubernetes.jobmanager.cpu.limit-factor: "4"
              kubernetes.taskmanager.cpu.limit-factor: "4"
            # A volume may not be bound twice.
            storage: {existingClaim: tidemark-data}
            podMonitor: {enabled: %s}
            """
                .formatted(
                    image.substring(0, tag),
                    image.substring(tag + 1),
                    DATABASE,
                    kubernetes.kubectl("", "get", "crd", POD_MONITORS).exitCode() == 0));
  }

  @AfterAll
  static void end() {
    helm("uninstall", RELEASE, "--ignore-not-found");
    kubernetes.close();
  }

  private static Answer helm(String... arguments) {
    var command = new ArrayList<>(List.of(System.getenv(HELM), "-n", kubernetes.namespace));
    command.addAll(List.of(arguments));
    return TestKubernetes.answer("", command);
  }

  private static void installOrUpgrade(String... arguments) {
    var command = new ArrayList<>(List.of("upgrade", "--install", RELEASE));
    command.add(Repository.root().resolve("deploy/helm/tidemark").toString());
    command.addAll(List.of("-f", values.toString()));
    command.addAll(List.of(arguments));
    Answer answer = helm(command.toArray(String[]::new));
    assertThat(answer.exitCode()).as(answer.output()).isZero();
  }

  @Test
  void aReleaseIsInstalledUpgradedWithASavepointAndUninstalled() {
    installOrUpgrade();
    kubernetes.awaitJobState(RELEASE, "RUNNING");
    awaitSamples(1);
    Answer tested = helm("test", RELEASE);
    assertThat(tested.exitCode()).as(tested.output()).isZero();

    installOrUpgrade("--set=job.parallelism=2");
    await("a job from a savepoint", PATIENCE, HelmKubernetesIT::startedFromASavepoint);
    awaitSamples(stored() + 1);
    assertThat(all()).contains("flinkdeployment", "configmap", "networkpolicy", "role");

    assertThat(helm("uninstall", RELEASE).output()).contains("uninstalled");
    assertThat(TestKubernetes.until(PATIENCE, () -> all().isBlank())).as(() -> all()).isTrue();
    assertThat(kubernetes.kubectl("", "get", "persistentvolumeclaim", "tidemark-data").exitCode())
        .isZero();
  }

  private static boolean startedFromASavepoint() {
    try {
      return kubernetes.startedFrom(RELEASE).contains("/data/savepoints/savepoint-");
    } catch (AssertionError | KubernetesClientException e) {
      // Its JobManager is on its way, or has only just started.
      return false;
    }
  }

  /** Names of the release's resources; "" if there are none. */
  private static String all() {
    Answer answer =
        kubernetes.kubectl(
            "",
            "get",
            "flinkdeployment,configmap,networkpolicy,role,rolebinding,serviceaccount",
            "-n",
            kubernetes.namespace,
            "-l",
            "app.kubernetes.io/instance=" + RELEASE,
            "-o",
            "name");
    assertThat(answer.exitCode()).as(answer.output()).isZero();
    return answer.output();
  }

  private static void awaitSamples(int number) {
    await(number + " samples", PATIENCE, () -> stored() >= number);
  }

  private static int stored() {
    return kubernetes.databaseData(DATABASE).export("{__name__!=\"\"}").size();
  }
}
