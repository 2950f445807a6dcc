package io.tidemark.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeploymentStatusTest {
  private static DeploymentStatus of(Map<String, Object> status) {
    var deployment = new GenericKubernetesResource();
    deployment.setAdditionalProperty("status", status);
    return DeploymentStatus.of(deployment);
  }

  @Test
  void aDeploymentThatTheOperatorHasNotSeenIsMissing() {
    var status = DeploymentStatus.of(new GenericKubernetesResource());

    assertThat(status.ready()).isFalse();
    assertThat(status.error()).isEmpty();
  }

  @Test
  void isReadyWhenTheOperatorSaysThatItsRestApiAnswers() {
    assertThat(of(Map.of("jobManagerDeploymentStatus", "DEPLOYED_NOT_READY")).ready()).isFalse();
    assertThat(of(Map.of("jobManagerDeploymentStatus", "READY")).ready()).isTrue();
  }

  /** As the operator's FlinkResourceExceptionUtils writes it. */
  @Test
  void theRootCauseIsToldInOneLine() {
    String error =
        "{\"type\":\"ReconciliationException\",\"message\":\"outer\",\"additionalMetadata\":{},"
            + "\"throwableList\":[{\"type\":\"A\",\"message\":\"middle\"},"
            + "{\"type\":\"B\",\"message\":\"no such\\n  volume\"}]}";

    assertThat(of(Map.of("error", error)).error()).contains("no such volume");
  }

  @Test
  void anErrorWithoutCausesIsItsOwn() {
    assertThat(of(Map.of("error", "{\"message\":\"outer\",\"throwableList\":[]}")).error())
        .contains("outer");
    assertThat(of(Map.of("error", "plain text")).error()).contains("plain text");
    assertThat(of(Map.of("error", "")).error()).isEmpty();
  }
}
