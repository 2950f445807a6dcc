package io.tidemark.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.LocalPortForward;
import io.tidemark.testing.ChildJvm;
import io.tidemark.testing.Repository;
import io.tidemark.testing.VictoriaMetricsData;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/**
 * The Kubernetes that {@code ./tidemark test --kubernetes} found, with the Flink operator. What a
 * test makes in it is gone when it is closed.
 */
final class TestKubernetes implements AutoCloseable {
  /** Set by {@code ./tidemark test --kubernetes}; without it the tests do not run. */
  static final String NAMESPACE = "TIDEMARK_TEST_KUBERNETES_NAMESPACE";

  /** Where nodes get the image of the command line from. */
  static final String CLI_IMAGE = "TIDEMARK_TEST_KUBERNETES_CLI_IMAGE";

  static final String NOT_RUN = "no Kubernetes was named: ./tidemark test --kubernetes";

  private static final String DATABASE_IMAGE = "TIDEMARK_TEST_KUBERNETES_DATABASE_IMAGE";
  private static final int DATABASE_PORT = 8428;
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final Duration GONE_WITHIN = Duration.ofMinutes(2);

  final String namespace = System.getenv(NAMESPACE);
  final KubernetesClient client = new KubernetesClientBuilder().build();
  final Deployments deployments = new Deployments(client, namespace);
  private final List<HasMetadata> made = new ArrayList<>();
  private final Map<String, LocalPortForward> forwards = new HashMap<>();

  /**
   * What a command said.
   *
   * @param output of both streams
   */
  record Answer(int exitCode, String output) {}

  Answer kubectl(String input, String... arguments) {
    var command =
        new ArrayList<>(
            List.of(
                System.getenv().getOrDefault("TIDEMARK_TEST_KUBECTL", "kubectl").split("\\s+")));
    command.addAll(List.of(arguments));
    return answer(input, command);
  }

  static Answer answer(String input, List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      try (var in = process.getOutputStream()) {
        in.write(input.getBytes(StandardCharsets.UTF_8));
      }
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Answer(process.waitFor(), output);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(command + " failed", e);
    }
  }

  /** What Kustomize makes of a folder of {@code deploy/kubernetes}. */
  String rendered(String folder) {
    String path = Repository.root().resolve("deploy/kubernetes").resolve(folder).toString();
    Answer kustomize = kubectl("", "kustomize", path);
    assertThat(kustomize.exitCode()).as(kustomize.output()).isZero();
    return kustomize.output();
  }

  /**
   * Applies a folder as a user does who has an own image and configuration. What belongs to the
   * namespace stays: a volume may not be bound twice.
   *
   * @param configuration what is put in place of {@code run.yaml}
   */
  void apply(String folder, String configuration) {
    apply(folder, configuration, resource -> {});
  }

  /**
   * @param edit changes each resource before it is applied
   */
  void apply(String folder, String configuration, Consumer<HasMetadata> edit) {
    var yaml = new ByteArrayInputStream(rendered(folder).getBytes(StandardCharsets.UTF_8));
    for (HasMetadata resource : client.load(yaml).items()) {
      resource.getMetadata().setNamespace(namespace);
      if (resource instanceof ConfigMap map) {
        map.setData(Map.of("run.yaml", configuration));
      }
      if (resource instanceof GenericKubernetesResource flink && isFlink(flink)) {
        OwnDeployment.useImage(flink);
      }
      edit.accept(resource);
      HasMetadata applied = client.resource(resource).forceConflicts().serverSideApply();
      if (applied instanceof GenericKubernetesResource || applied instanceof Job) {
        made.add(applied);
      }
    }
  }

  private static boolean isFlink(GenericKubernetesResource resource) {
    return resource.getKind().equals("FlinkDeployment");
  }

  /** A VictoriaMetrics behind a Service of that name. */
  void database(String name, String... flags) {
    var arguments = new ArrayList<>(List.of("-storageDataPath=/data", "-retentionPeriod=100y"));
    arguments.add("-httpListenAddr=:" + DATABASE_PORT);
    arguments.addAll(List.of(flags));
    server(
        new PodBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace(namespace)
            .addToLabels("app", name)
            .endMetadata()
            .withNewSpec()
            .withTerminationGracePeriodSeconds(1L)
            .addNewContainer()
            .withName("database")
            .withImage(System.getenv(DATABASE_IMAGE))
            .withImagePullPolicy("IfNotPresent")
            .withArgs(arguments)
            .addNewVolumeMount()
            .withName("data")
            .withMountPath("/data")
            .endVolumeMount()
            .endContainer()
            .addNewVolume()
            .withName("data")
            .withNewEmptyDir()
            .endEmptyDir()
            .endVolume()
            .endSpec()
            .build(),
        DATABASE_PORT);
  }

  /** A program behind a Service of its name. */
  void program(ProgramPod program) {
    make(program.code(namespace));
    server(program.pod(namespace), program.port());
  }

  /** A pod behind a Service of its name. */
  void server(Pod pod, int port) {
    String name = pod.getMetadata().getName();
    service(name, port);
    make(pod);
    awaitReady(name);
  }

  private void service(String name, int port) {
    make(
        new ServiceBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace(namespace)
            .endMetadata()
            .withNewSpec()
            .addToSelector("app", name)
            .addNewPort()
            .withPort(port)
            .endPort()
            .endSpec()
            .build());
  }

  void awaitReady(String pod) {
    client
        .pods()
        .inNamespace(namespace)
        .withName(pod)
        .waitUntilReady(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  void make(HasMetadata resource) {
    made.add(client.resource(resource).create());
  }

  /** Its address on this machine. */
  String databaseUrl(String name) {
    LocalPortForward forward =
        forwards.computeIfAbsent(
            name,
            pod -> client.pods().inNamespace(namespace).withName(pod).portForward(DATABASE_PORT));
    return "http://127.0.0.1:" + forward.getLocalPort();
  }

  VictoriaMetricsData databaseData(String name) {
    return new VictoriaMetricsData(databaseUrl(name));
  }

  /** {@code status.jobStatus.state} of a FlinkDeployment, "" before there is one. */
  String jobState(String name) {
    return status(name, "jobStatus", "state");
  }

  /**
   * @return "" where the operator has not said it yet
   */
  private String status(String name, String... path) {
    GenericKubernetesResource found = deployments.all().withName(name).get();
    var whole = new ArrayList<Object>(List.of("status"));
    whole.addAll(List.of(path));
    String status = found == null ? null : found.get(whole.toArray());
    return status == null ? "" : status;
  }

  void awaitJobState(String name, String state) {
    await(name, state, "jobStatus", "state");
  }

  /** What the operator calls it: STABLE, UPGRADING, SUSPENDED and the like. */
  void awaitLifecycleState(String name, String state) {
    await(name, state, "lifecycleState");
  }

  private void await(String name, String state, String... path) {
    Awaitility.await("%s %s".formatted(name, state))
        .atMost(PATIENCE)
        .pollInterval(Duration.ofSeconds(1))
        .until(() -> status(name, path), now -> now.equals(state));
  }

  /** The path of a FlinkStateSnapshot, once it is complete. */
  String savepoint(String name) {
    var snapshot =
        client
            .genericKubernetesResources("flink.apache.org/v1beta1", "FlinkStateSnapshot")
            .inNamespace(namespace)
            .withName(name);
    Awaitility.await(name)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofSeconds(1))
        .until(() -> "COMPLETED".equals(snapshot.get().get("status", "state")));
    return snapshot.get().get("status", "path");
  }

  /** Changes the spec of a FlinkDeployment, as {@code kubectl edit} does. */
  void edit(String name, UnaryOperator<GenericKubernetesResource> change) {
    deployments.all().withName(name).edit(change);
  }

  List<Pod> pods(String name, String component) {
    return deployments.pods(name).stream()
        .filter(pod -> component.equals(pod.getMetadata().getLabels().get("component")))
        .toList();
  }

  String log(Pod pod) {
    return client.pods().inNamespace(namespace).withName(pod.getMetadata().getName()).getLog();
  }

  /**
   * What the JobManager of an application said of the savepoint that it restored; "" if of none.
   */
  String startedFrom(String name) {
    List<Pod> jobManagers = pods(name, "jobmanager");
    GenericKubernetesResource deployment = deployments.all().withName(name).get();
    assertThat(jobManagers).as("%s", deployment.getAdditionalProperties()).hasSize(1);
    return log(jobManagers.get(0))
        .lines()
        .filter(line -> line.contains("Starting job") && line.contains("savepoint"))
        .collect(Collectors.joining("\n"));
  }

  /** What a command prints in a pod's first container, on both streams. */
  String inside(Pod pod, String... command) {
    var out = new ByteArrayOutputStream();
    try (var run =
        client
            .pods()
            .inNamespace(namespace)
            .withName(pod.getMetadata().getName())
            .inContainer(pod.getSpec().getContainers().get(0).getName())
            .writingOutput(out)
            .writingError(out)
            .exec(command)) {
      run.exitCode().join();
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  /**
   * Whether a service account may do something to a kind of resource.
   *
   * @param resource and perhaps its part: {@code pods/exec}
   */
  boolean may(String account, String verb, String group, String resource) {
    String[] parts = resource.split("/");
    return client
        .authorization()
        .v1()
        .subjectAccessReview()
        .create(
            new SubjectAccessReviewBuilder()
                .withNewSpec()
                .withUser("system:serviceaccount:%s:%s".formatted(namespace, account))
                .withNewResourceAttributes()
                .withNamespace(namespace)
                .withVerb(verb)
                .withGroup(group)
                .withResource(parts[0])
                .withSubresource(parts.length > 1 ? parts[1] : null)
                .endResourceAttributes()
                .endSpec()
                .build())
        .getStatus()
        .getAllowed();
  }

  /** At once, as if its node were gone. */
  void kill(Pod pod) {
    client.resource(pod).withGracePeriod(0).delete();
  }

  /** The launcher, with what was packed; the caller closes it. */
  static ChildJvm tidemark(String... arguments) {
    return ChildJvm.launcher(List.of("TIDEMARK_JAVA_OPTS=-Xmx512m"), List.of(arguments));
  }

  @Override
  public void close() {
    for (int i = made.size() - 1; i >= 0; i--) {
      client.resource(made.get(i)).withGracePeriod(1).delete();
    }
    Awaitility.await()
        .atMost(GONE_WITHIN)
        .pollInterval(Duration.ofSeconds(1))
        .until(() -> made.stream().noneMatch(resource -> client.resource(resource).get() != null));
    for (LocalPortForward forward : forwards.values()) {
      try {
        forward.close();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
    client.close();
  }
}
