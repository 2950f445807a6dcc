package io.tidemark.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** What a deployment that runs shows, and what it may do. */
@EnabledIfEnvironmentVariable(
    named = TestKubernetes.NAMESPACE,
    matches = ".+",
    disabledReason = TestKubernetes.NOT_RUN)
class SecurityKubernetesIT {
  private static final String NAME = "tidemark";
  private static final String DATABASE = "security-database";
  private static final String PASSWORD = "s3cret-" + UUID.randomUUID();

  private static TestKubernetes kubernetes;

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
          auth: {username: writer, password-file: /etc/tidemark/secret/password}
        checkpoint: {interval: 2s, dir: "file:///data/checkpoints"}
        dead-letter: {path: "file:///data/dead-letters"}
        """
            .formatted(DATABASE));
    kubernetes.awaitJobState(NAME, "RUNNING");
  }

  @AfterAll
  static void end() {
    kubernetes.close();
  }

  @Test
  void noSecretIsShown() throws IOException {
    assertThat(kubernetes.deployments.pods(NAME))
        .hasSize(2)
        .allSatisfy(
            pod -> {
              assertThat(Serialization.asYaml(pod)).doesNotContain(PASSWORD);
              assertThat(kubernetes.log(pod)).contains("INFO").doesNotContain(PASSWORD);
              assertThat(kubernetes.inside(pod, "cat", "/proc/1/cmdline", "/proc/1/environ"))
                  .contains("flink")
                  .doesNotContain(PASSWORD);
            });
    assertThat(
            Serialization.asYaml(
                kubernetes.client.configMaps().inNamespace(kubernetes.namespace).list()))
        .contains("tidemark")
        .doesNotContain(PASSWORD);
    try (var route = new KubernetesCluster(kubernetes.namespace, Optional.of(NAME)).open(0)) {
      String job =
          kubernetes.deployments.all().withName(NAME).get().get("status", "jobStatus", "jobId");
      for (String page :
          List.of("jobmanager/config", "jobs/" + job, "jobs/%s/config".formatted(job))) {
        assertThat(read(route.rest(), page)).isNotEmpty().doesNotContain(PASSWORD);
      }
    }
  }

  private static String read(URI rest, String page) throws IOException {
    try (var answer = rest.resolve("/" + page).toURL().openStream()) {
      return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void processesAreNotRootAndCanChangeNothingOfTheirImage() {
    assertThat(kubernetes.deployments.pods(NAME))
        .hasSize(2)
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
    var restricted =
        new NamespaceBuilder()
            .withNewMetadata()
            .withName("tidemark-restricted-" + UUID.randomUUID().toString().substring(0, 8))
            .addToLabels("pod-security.kubernetes.io/enforce", "restricted")
            .endMetadata()
            .build();
    kubernetes.make(restricted);
    String namespace = restricted.getMetadata().getName();
    for (Pod pod : kubernetes.deployments.pods(NAME)) {
      Pod copy =
          new PodBuilder()
              .withNewMetadata()
              .withName("copy")
              .withNamespace(namespace)
              .endMetadata()
              .withNewSpecLike(pod.getSpec())
              .withServiceAccountName("default")
              .withServiceAccount("default")
              .withNodeName(null)
              .endSpec()
              .build();
      kubernetes.client.resource(copy).dryRun().create();
    }
  }

  @Test
  void theServiceAccountMayNotListSecrets() {
    assertThat(kubernetes.may(NAME, "list", "", "secrets")).isFalse();
    assertThat(kubernetes.may(NAME, "get", "", "secrets")).isFalse();
    assertThat(kubernetes.may(NAME, "list", "", "configmaps")).isTrue();
  }
}
