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
 * A session cluster that lives as long as this command. It is the one of {@code
 * deploy/kubernetes/base}, but all its TaskManagers are there from the start, so that their slots
 * can be counted. It needs what {@code deploy/kubernetes/namespace} creates.
 */
final class OwnDeployment implements AutoCloseable {
  private static final String IMAGE = "TIDEMARK_KUBERNETES_IMAGE";
  static final String CPU_SHARE = "TIDEMARK_KUBERNETES_CPU_SHARE";

  /** An option of the operator, which is true by default since operator 1.15. */
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
   * Starts the cluster, and returns when its JobManager answers.
   *
   * @param subject beginning of error messages
   * @throws ConfigException if the cluster does not start
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
    // When this command ends, nobody is left to recover its jobs.
    flink.keySet().removeIf(key -> key.startsWith("high-availability."));
    // Otherwise the operator would wait for the job of a killed command to end, and would ask a
    // JobManager that never started.
    flink.put(BLOCK_ON_JOBS, "false");
    return made;
  }

  /**
   * Applies two environment variables: the image's name, if the nodes have it under another name
   * than in the manifests, and the share of their CPU limit that pods request, for nodes with few
   * cores.
   *
   * @param environment environment variables of the user
   * @throws ConfigException if a variable's value is wrong
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

  /** Reduces the CPU requests, and keeps the limits. */
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

  /** Deletes the cluster, and returns when it is gone, or after {@link #GONE_WITHIN}. */
  @Override
  public void close() {
    delete();
    Poll.until(GONE_WITHIN, POLL, () -> deployments.all().withName(name).get() == null);
    try {
      Runtime.getRuntime().removeShutdownHook(onExit);
    } catch (IllegalStateException e) {
      // The process is ending, so the shutdown hook deletes the cluster as well.
    }
  }

  private void delete() {
    try {
      deployments.all().withName(name).delete();
    } catch (KubernetesClientException e) {
      // Without renewals, the lifeline's Job ends and takes the deployment with it.
    }
    lifeline.close();
  }
}
