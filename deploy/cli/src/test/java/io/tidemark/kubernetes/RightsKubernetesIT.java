package io.tidemark.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the service accounts of the manifests may do, and what the API server denies them. */
@NeedsKubernetes
class RightsKubernetesIT {
  /** Flink's own. */
  private static final String FLINK = "tidemark";

  /** That of a command with {@code --kubernetes}. */
  private static final String COMMAND = "tidemark-ceiling";

  private static final String SECRET = "rights-secret";
  private static final int FORBIDDEN = 403;

  private static TestKubernetes kubernetes;

  @BeforeAll
  static void start() {
    kubernetes = new TestKubernetes();
    kubernetes.apply("ceiling", "", RightsKubernetesIT::withoutPods);
    kubernetes.make(
        new SecretBuilder()
            .withNewMetadata()
            .withName(SECRET)
            .withNamespace(kubernetes.namespace)
            .endMetadata()
            .withStringData(Map.of("password", "s3cret"))
            .build());
  }

  private static void withoutPods(HasMetadata resource) {
    if (resource instanceof Job job) {
      job.getSpec().setSuspend(true);
    }
  }

  @AfterAll
  static void end() {
    kubernetes.close();
  }

  @ParameterizedTest
  @CsvSource({
    "tidemark, create, '', pods, true",
    "tidemark, list, '', configmaps, true",
    "tidemark, update, apps, deployments/finalizers, true",
    "tidemark, list, '', secrets, false",
    "tidemark, get, '', secrets, false",
    "tidemark, create, '', pods/exec, false",
    "tidemark, create, apps, deployments, false",
    "tidemark, create, rbac.authorization.k8s.io, rolebindings, false",
    "tidemark, create, flink.apache.org, flinkdeployments, false",
    "tidemark-ceiling, create, flink.apache.org, flinkdeployments, true",
    "tidemark-ceiling, create, '', pods/portforward, true",
    "tidemark-ceiling, list, '', secrets, false",
    "tidemark-ceiling, get, '', secrets, false",
    "tidemark-ceiling, create, '', pods, false",
    "tidemark-ceiling, create, '', pods/exec, false",
    "tidemark-ceiling, delete, apps, deployments, false",
    "tidemark-ceiling, update, '', configmaps, false"
  })
  void theServerGrantsJustWhatIsNeeded(
      String account, String verb, String group, String resource, boolean granted) {
    assertThat(kubernetes.may(account, verb, group, resource)).isEqualTo(granted);
  }

  @Test
  void flinkReadsItsConfigurationButIsDeniedSecretsAndOtherNamespaces() {
    try (KubernetesClient flink = kubernetes.as(FLINK)) {
      var own = flink.configMaps().inNamespace(kubernetes.namespace);
      assertThat(own.withName("tidemark-config").get().getData()).containsKey("run.yaml");

      assertDenied(() -> flink.secrets().inNamespace(kubernetes.namespace).withName(SECRET).get());
      assertDenied(() -> flink.secrets().inNamespace(kubernetes.namespace).list());
      assertDenied(() -> flink.configMaps().inNamespace("kube-system").list());
    }
  }

  @Test
  void aCommandSeesPodsButIsDeniedToChangeWhatItDidNotMake() {
    try (KubernetesClient command = kubernetes.as(COMMAND)) {
      assertThat(command.pods().inNamespace(kubernetes.namespace).list()).isNotNull();

      assertDenied(
          () -> command.secrets().inNamespace(kubernetes.namespace).withName(SECRET).get());
      assertDenied(
          () ->
              command
                  .resource(
                      new ConfigMapBuilder()
                          .withNewMetadata()
                          .withName("rights-denied")
                          .withNamespace(kubernetes.namespace)
                          .endMetadata()
                          .build())
                  .create());
    }
  }

  private static void assertDenied(ThrowingCallable request) {
    assertThatThrownBy(request)
        .isInstanceOfSatisfying(
            KubernetesClientException.class,
            denial -> assertThat(denial.getCode()).isEqualTo(FORBIDDEN));
  }
}
