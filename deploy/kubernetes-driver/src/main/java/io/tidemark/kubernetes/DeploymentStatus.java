package io.tidemark.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Optional;

/**
 * The status that the Flink operator reports for a FlinkDeployment.
 *
 * @param jobManager the field {@code status.jobManagerDeploymentStatus}, which is READY when the
 *     JobManager's REST API answers
 * @param error the operator's error in one line; empty if it reports none
 */
record DeploymentStatus(String jobManager, Optional<String> error) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MAX_LENGTH = 300;

  static DeploymentStatus of(GenericKubernetesResource deployment) {
    String jobManager = deployment.get("status", "jobManagerDeploymentStatus");
    String error = deployment.get("status", "error");
    return new DeploymentStatus(
        jobManager == null ? "MISSING" : jobManager,
        Optional.ofNullable(error).filter(e -> !e.isBlank()).map(DeploymentStatus::oneLine));
  }

  boolean ready() {
    return jobManager.equals("READY");
  }

  /**
   * Returns the error's root cause. The operator writes an exception as JSON, with the root cause
   * at the end of {@code throwableList}.
   */
  private static String oneLine(String error) {
    String message = error;
    try {
      JsonNode parsed = JSON.readTree(error);
      JsonNode causes = parsed.path("throwableList");
      JsonNode root = causes.isEmpty() ? parsed : causes.get(causes.size() - 1);
      message = root.path("message").asText(parsed.path("message").asText(error));
    } catch (JsonProcessingException e) {
      // The error is plain text.
    }
    String line = message.strip().replaceAll("\\s+", " ");
    return line.length() <= MAX_LENGTH ? line : line.substring(0, MAX_LENGTH) + "…";
  }
}
