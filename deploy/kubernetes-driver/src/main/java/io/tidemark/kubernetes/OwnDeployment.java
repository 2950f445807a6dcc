package io.tidemark.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.tidemark.job.config.ConfigException;
import io.tidemark.process.Poll;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/**
 * A session cluster that lives as long as this command: the one of {@code deploy/kubernetes/base},
 * with TaskManagers that are there from the start, so that their slots can be counted. It needs
 * what {@code deploy/kubernetes/namespace} makes.
 */
final class OwnDeployment implements AutoCloseable {
  private static final String IMAGE = "TIDEMARK_KUBERNETES_IMAGE";
  static final String CPU_SHARE = "TIDEMARK_KUBERNETES_CPU_SHARE";

  /** Since operator 1.15 true unless it is set. */
  private static final String BLOCK_ON_JOBS =
      "kubernetes.operator.session.deletion.block-on-unmanaged-jobs";

  private static final int SLOTS_PER_TASK_MANAGER = 2;
  private static final Duration GONE_WITHIN = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(500);

  private final Deployments deployments;
  private final String name;
  private final int taskManagers;
  private final Lifeline lifeline;
  private final Thread onExit = new Thread(this::delete, "tidemark-kubernetes-exit");

  private OwnDeployment(Deployments deployments, String name, int taskManagers, Lifeline lifeline) {
    this.deployments = deployments;
    this.name = name;
    this.taskManagers = taskManagers;
    this.lifeline = lifeline;
  }

  /**
   * Returns when its JobManager answers.
   *
   * @param subject what messages begin with
   * @throws ConfigException if it does not come up
   */
  static OwnDeployment start(Deployments deployments, String subject, int slots) {
    String name = "tidemark-" + UUID.randomUUID().toString().substring(0, 8);
    Lifeline lifeline = Lifeline.start(deployments.client(), deployments.namespace(), name);
    int taskManagers = (Math.max(1, slots) + SLOTS_PER_TASK_MANAGER - 1) / SLOTS_PER_TASK_MANAGER;
    var own = new OwnDeployment(deployments, name, taskManagers, lifeline);
    Runtime.getRuntime().addShutdownHook(own.onExit);
    try {
      deployments.all().resource(specification(name, taskManagers, lifeline.owner())).create();
      deployments.requireReady(name, subject);
      return own;
    } catch (RuntimeException e) {
      own.close();
      throw e;
    }
  }

  static GenericKubernetesResource specification(
      String name, int taskManagers, OwnerReference owner) {
    GenericKubernetesResource made = template();
    made.getMetadata().setName(name);
    made.getMetadata().setOwnerReferences(List.of(owner));
    adapt(made, System.getenv());
    Map<String, Object> spec = made.get("spec");
    spec.put("mode", "standalone");
    Map<String, Object> taskManager = made.get("spec", "taskManager");
    taskManager.put("replicas", taskManagers);
    Map<String, Object> flink = made.get("spec", "flinkConfiguration");
    flink.put("taskmanager.numberOfTaskSlots", Integer.toString(SLOTS_PER_TASK_MANAGER));
    // Who would take its jobs up again is gone with this command.
    flink.keySet().removeIf(key -> key.startsWith("high-availability."));
    // Else the operator waits for a killed command's job, and asks a JobManager that never came up.
    flink.put(BLOCK_ON_JOBS, "false");
    return made;
  }

  /**
   * Where the image is, if it is not on the nodes under the name that the manifests have, and what
   * pods ask for of the cores that they may use, if nodes have too few.
   *
   * @param environment the user's
   * @throws ConfigException if a variable has no such value
   */
  static void adapt(GenericKubernetesResource deployment, Map<String, String> environment) {
    String image = environment.getOrDefault(IMAGE, "");
    if (!image.isBlank()) {
      Map<String, Object> spec = deployment.get("spec");
      spec.put("image", image);
    }
    String share = environment.getOrDefault(CPU_SHARE, "");
    if (!share.isBlank()) {
      askFor(share(share), deployment);
    }
  }

  private static double share(String value) {
    if (!value.matches("0\\.\\d{1,3}|1") || Double.parseDouble(value) == 0) {
      throw new ConfigException(
          "%s=%s: expected a share of the cores, more than 0, at most 1"
              .formatted(CPU_SHARE, value));
    }
    return Double.parseDouble(value);
  }

  /** The limits stay. */
  private static void askFor(double share, GenericKubernetesResource deployment) {
    Map<String, Object> flink = deployment.get("spec", "flinkConfiguration");
    for (String process : List.of("jobManager", "taskManager")) {
      Map<String, Object> resource = deployment.get("spec", process, "resource");
      resource.computeIfPresent("cpu", (key, cpu) -> ((Number) cpu).doubleValue() * share);
      String factor = "kubernetes.%s.cpu.limit-factor".formatted(process.toLowerCase(Locale.ROOT));
      flink.put(factor, Double.toString(1 / share));
    }
  }

  private static GenericKubernetesResource template() {
    try (InputStream yaml = OwnDeployment.class.getResourceAsStream("flink.yaml")) {
      return Serialization.unmarshal(yaml, GenericKubernetesResource.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String name() {
    return name;
  }

  int slots() {
    return taskManagers * SLOTS_PER_TASK_MANAGER;
  }

  /** Returns when it is gone. */
  @Override
  public void close() {
    delete();
    Poll.until(GONE_WITHIN, POLL, () -> deployments.all().withName(name).get() == null);
    try {
      Runtime.getRuntime().removeShutdownHook(onExit);
    } catch (IllegalStateException e) {
      // It has deleted it, too.
    }
  }

  private void delete() {
    try {
      deployments.all().withName(name).delete();
    } catch (KubernetesClientException e) {
      // The lifeline ends it.
    }
    lifeline.close();
  }
}
