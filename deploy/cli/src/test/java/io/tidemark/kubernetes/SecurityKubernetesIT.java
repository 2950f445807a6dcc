package io.tidemark.kubernetes;

import static io.tidemark.kubernetes.TestKubernetes.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What an application that runs shows, and what its processes are and may do. */
@NeedsKubernetes
class SecurityKubernetesIT {
  private static final String NAME = "tidemark";
  private static final String DATABASE = "security-database";
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String PASSWORD = "s3cret-" + UUID.randomUUID();

  private static TestKubernetes kubernetes;

  /** On a busy host Flink may ask for one more TaskManager than it needs. */
  private static List<Pod> pods;

  @BeforeAll
  static void start() {
    kubernetes = new TestKubernetes();
    kubernetes.database(DATABASE, "-httpAuth.username=writer", "-httpAuth.password=" + PASSWORD);
    kubernetes.make(
        new SecretBuilder()
            .withNewMetadata()
            .withName("tidemark-target")
            .withNamespace(kubernetes.namespace)
            .endMetadata()
            .addToStringData("password", PASSWORD)
            .build());
    kubernetes.apply(
        "application",
        """
        source: {type: datagen, datagen: {series: 100, rate: 1000}}
        target:
          urls: ["http://%s:8428"]
          accept-load: true
          auth: {username: writer, password-file: /etc/tidemark/secret/password}
        checkpoint: {interval: 2s, dir: "file:///data/checkpoints"}
        dead-letter: {path: "file:///data/dead-letters"}
        """
            .formatted(DATABASE));
    kubernetes.awaitJobState(NAME, "RUNNING");
    pods = kubernetes.deployments.pods(NAME);
    assertThat(pods)
        .extracting(pod -> pod.getMetadata().getLabels().get("component"))
        .contains("jobmanager", "taskmanager");
    for (Pod pod : pods) {
      kubernetes.awaitReady(pod.getMetadata().getName());
      await("its first words", PATIENCE, () -> kubernetes.log(pod).contains("INFO"));
    }
  }

  @AfterAll
  static void end() {
    kubernetes.close();
  }

  @Test
  void noSecretIsShown() throws IOException {
    assertThat(pods)
        .allSatisfy(
            pod -> {
              assertThat(Serialization.asYaml(pod)).doesNotContain(PASSWORD);
              assertThat(kubernetes.log(pod)).doesNotContain(PASSWORD);
              assertThat(kubernetes.inside(pod, "cat", "/proc/1/cmdline", "/proc/1/environ"))
                  .contains("flink")
                  .doesNotContain(PASSWORD);
            });
    assertThat(
            Serialization.asYaml(
                kubernetes.client.configMaps().inNamespace(kubernetes.namespace).list()))
        .contains("tidemark")
        .doesNotContain(PASSWORD);
    try (var route = kubernetes.applications.route(NAME)) {
      String job = kubernetes.applications.jobId(NAME);
      for (String page :
          List.of("jobmanager/config", "jobs/" + job, "jobs/%s/config".formatted(job))) {
        assertThat(TestKubernetes.page(route.rest(), page)).isNotEmpty().doesNotContain(PASSWORD);
      }
    }
  }

  @Test
  void processesAreNotRootAndCanChangeNothingOfTheirImage() {
    assertThat(pods)
        .allSatisfy(
            pod -> {
              assertThat(kubernetes.inside(pod, "id", "-u").strip()).isEqualTo("9999");
              assertThat(kubernetes.inside(pod, "grep", "CapEff", "/proc/1/status"))
                  .contains("0000000000000000");
              assertThat(kubernetes.inside(pod, "touch", "/opt/flink/lib/more.jar"))
                  .contains("Read-only file system");
            });
  }

  /** As a namespace does that enforces Kubernetes' restricted profile. */
  @Test
  void podsFitTheRestrictedProfile() {
    var admission = new Admission(kubernetes);
    String namespace = admission.restrictedNamespace();
    for (Pod pod : pods) {
      admission.ofPod(pod.getSpec(), namespace);
    }
  }
}
