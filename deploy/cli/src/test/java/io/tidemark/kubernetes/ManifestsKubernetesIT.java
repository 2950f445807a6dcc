package io.tidemark.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tidemark.kubernetes.TestKubernetes.Answer;
import io.tidemark.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every folder of manifests, as the API server and the operator's CRDs see it. */
@EnabledIfEnvironmentVariable(
    named = TestKubernetes.NAMESPACE,
    matches = ".+",
    disabledReason = TestKubernetes.NOT_RUN)
class ManifestsKubernetesIT {
  private static TestKubernetes kubernetes;

  @BeforeAll
  static void start() {
    kubernetes = new TestKubernetes();
  }

  @AfterAll
  static void end() {
    kubernetes.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "namespace",
        "base",
        "application",
        "session",
        "ab/savepoint",
        "ab/a",
        "ab/b",
        "s3",
        "ceiling"
      })
  void theServerAcceptsAFolder(String folder) {
    Answer answer = dryRun(kubernetes.rendered(folder));

    assertThat(answer.exitCode()).as(answer.output()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "podmonitors.monitoring.coreos.com, pod-monitor.yaml",
    "vmpodscrapes.operator.victoriametrics.com, vm-pod-scrape.yaml"
  })
  void theServerAcceptsWhatScrapesButNoFieldThatIsMisspelt(String kind, String file)
      throws IOException {
    assumeThat(kubernetes.kubectl("", "get", "crd", kind).exitCode())
        .as("did not run: this cluster has no " + kind)
        .isZero();
    Path manifest = Repository.root().resolve("deploy/kubernetes/monitoring").resolve(file);
    String yaml = Files.readString(manifest);

    Answer answer = dryRun(yaml);
    Answer misspelt = dryRun(yaml.replace("interval:", "intreval:"));

    assertThat(answer.exitCode()).as(answer.output()).isZero();
    assertThat(misspelt.output()).contains("unknown field").contains("intreval");
  }

  @Test
  void theServerRefusesAFieldThatItDoesNotKnow() {
    String misspelt =
        kubernetes.rendered("application").replace("  flinkVersion:", "  flinkVersoin:");

    Answer answer = dryRun(misspelt);

    assertThat(answer.exitCode()).isNotZero();
    assertThat(answer.output()).contains("unknown field").contains("flinkVersoin");
  }

  private static Answer dryRun(String yaml) {
    return kubernetes.kubectl(
        yaml,
        "apply",
        "--dry-run=server",
        "--validate=strict",
        "-n",
        kubernetes.namespace,
        "-f",
        "-");
  }
}
