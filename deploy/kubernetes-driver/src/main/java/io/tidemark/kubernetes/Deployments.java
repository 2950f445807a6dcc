package io.tidemark.kubernetes;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.DurationText;
import io.tidemark.process.Poll;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The FlinkDeployments of one namespace. */
record Deployments(KubernetesClient client, String namespace) {
  private static final ResourceDefinitionContext KIND =
      new ResourceDefinitionContext.Builder()
          .withGroup("flink.apache.org")
          .withVersion("v1beta1")
          .withKind("FlinkDeployment")
          .withPlural("flinkdeployments")
          .withNamespaced(true)
          .build();

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration READY_WITHIN = Duration.ofMinutes(4);
  private static final Duration POLL = Duration.ofMillis(500);

  /**
   * Trouble counts only if it lasts longer: at every start, pods wait for their config maps for a
   * while, which the operator reports as an error.
   */
  private static final Duration TROUBLE_LASTS = Duration.ofSeconds(45);

  NonNamespaceOperation<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      all() {
    return client.genericKubernetesResources(KIND).inNamespace(namespace);
  }

  /** Returns the pods of a FlinkDeployment. */
  List<Pod> pods(String name) {
    return client
        .pods()
        .inNamespace(namespace)
        .withLabel("app", name)
        .withLabelIn("component", "jobmanager", "taskmanager")
        .list()
        .getItems();
  }

  /**
   * Waits until the JobManager of a FlinkDeployment answers.
   *
   * @param subject beginning of error messages
   * @throws ConfigException if there is no such deployment, or it does not start; the message is
   *     one line with the reason that the operator or Kubernetes gives
   */
  void requireReady(String name, String subject) {
    await(name, subject, DeploymentStatus::ready);
  }

  /**
   * Waits until the TaskManagers of a FlinkDeployment have registered this many task slots.
   *
   * @param rest address of its REST API
   */
  void requireSlots(String name, String subject, URI rest, int slots) {
    await(name, subject, status -> registeredSlots(rest) >= slots);
  }

  private void await(String name, String subject, Predicate<DeploymentStatus> condition) {
    var trouble = new LastingTrouble(TROUBLE_LASTS);
    boolean ready =
        Poll.until(READY_WITHIN, POLL, () -> isReady(name, subject, condition, trouble));
    if (!ready) {
      GenericKubernetesResource found = all().withName(name).get();
      Optional<String> error =
          found == null ? Optional.empty() : DeploymentStatus.of(found).error();
      throw new ConfigException(
          "%s: FlinkDeployment %s was not ready within %s%s"
              .formatted(
                  subject,
                  name,
                  DurationText.format(READY_WITHIN),
                  trouble.last().or(() -> error).map(why -> ": " + why).orElse("")));
    }
  }

  private boolean isReady(
      String name, String subject, Predicate<DeploymentStatus> condition, LastingTrouble trouble) {
    GenericKubernetesResource found = all().withName(name).get();
    if (found == null) {
      throw new ConfigException("%s: there is no FlinkDeployment of that name".formatted(subject));
    }
    var status = DeploymentStatus.of(found);
    if (condition.test(status)) {
      return true;
    }
    List<Pod> pods = pods(name);
    // The operator keeps an error for a while after it is over, so pods, once there are any, are a
    // better source.
    Optional<String> now = pods.isEmpty() ? status.error() : PodTrouble.of(pods);
    Optional<String> lasting = trouble.lasting(now, System.nanoTime());
    if (lasting.isPresent()) {
      throw new ConfigException(
          "%s: FlinkDeployment %s does not come up: %s".formatted(subject, name, lasting.get()));
    }
    return false;
  }

  /** Returns the number of task slots; 0 while the REST API does not answer. */
  private static int registeredSlots(URI rest) {
    try (InputStream answer = rest.resolve("/overview").toURL().openStream()) {
      return JSON.readTree(answer).path("slots-total").asInt();
    } catch (IOException e) {
      return 0;
    }
  }
}
