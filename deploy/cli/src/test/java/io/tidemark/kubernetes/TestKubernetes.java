package io.tidemark.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.LocalPortForward;
import io.tidemark.process.NotInTime;
import io.tidemark.process.Patience;
import io.tidemark.process.Poll;
import io.tidemark.testing.ChildJvm;
import io.tidemark.testing.Repository;
import io.tidemark.testing.VictoriaMetricsData;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The Kubernetes that {@code ./tidemark test --kubernetes} found. What a test makes in it is gone
 * when it is closed.
 */
final class TestKubernetes implements AutoCloseable {
  /** Set by {@code ./tidemark test --kubernetes}; without it the tests do not run. */
  static final String NAMESPACE = "TIDEMARK_TEST_KUBERNETES_NAMESPACE";

  /** Where nodes get the image of the command line from. */
  static final String CLI_IMAGE = "TIDEMARK_TEST_KUBERNETES_CLI_IMAGE";

  private static final String DATABASE_IMAGE = "TIDEMARK_TEST_KUBERNETES_DATABASE_IMAGE";
  private static final int DATABASE_PORT = 8428;
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final Duration GONE_WITHIN = Duration.ofMinutes(2);

  /** A look is a request, or many. */
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  private static final int LINES_OF_A_LOG = 400;
  private static final Duration REQUEST = Duration.ofSeconds(10);
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  final String namespace = System.getenv(NAMESPACE);
  final KubernetesClient client = new KubernetesClientBuilder().build();
  final Deployments deployments = new Deployments(client, namespace);
  final Applications applications = Applications.in(deployments);
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

  /** Kind and name of what belongs to the namespace and stays: a volume may not be bound twice. */
  private Set<String> lasting() {
    return resources("namespace").stream().map(TestKubernetes::key).collect(Collectors.toSet());
  }

  private static String key(HasMetadata resource) {
    return resource.getKind() + "/" + resource.getMetadata().getName();
  }

  /** Those of a folder, before anything of them is changed. */
  List<HasMetadata> resources(String folder) {
    return resourcesOf(rendered(folder));
  }

  List<HasMetadata> resourcesOf(String yaml) {
    return client.load(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8))).items();
  }

  /**
   * Applies a folder as a user does who has an own image and configuration. Where there is no
   * operator, Flink's own client starts what a FlinkDeployment describes.
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
    Set<String> lasting = lasting();
    for (HasMetadata resource : resources(folder)) {
      resource.getMetadata().setNamespace(namespace);
      if (resource instanceof ConfigMap map) {
        map.setData(Map.of("run.yaml", configuration));
      }
      edit.accept(resource);
      HasMetadata applied = applied(resource);
      if (!lasting.contains(key(resource))) {
        made.add(applied);
      }
    }
  }

  private HasMetadata applied(HasMetadata resource) {
    if (isFlinkDeployment(resource)) {
      var flink = (GenericKubernetesResource) resource;
      OwnDeployment.adapt(flink, System.getenv());
      return applications.start(flink);
    }
    return client.resource(resource).forceConflicts().serverSideApply();
  }

  static boolean isFlinkDeployment(HasMetadata resource) {
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

  /** A new pod of a program whose pod was killed. */
  void replace(ProgramPod program) {
    var pod = client.resource(program.pod(namespace));
    await("the end of pod " + program.name(), PATIENCE, () -> pod.get() == null);
    pod.create();
    awaitReady(program.name());
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
    var found = client.pods().inNamespace(namespace).withName(pod);
    await("pod " + pod, PATIENCE, found::isReady);
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

  /** What does not come in time fails with every change of state that was seen, and when. */
  void awaitJobState(String name, String state) {
    long began = System.nanoTime();
    List<String> changes = new ArrayList<>();
    var last = new AtomicReference<String>();
    BooleanSupplier come =
        () -> {
          String found = applications.jobState(name);
          if (!found.equals(last.getAndSet(found))) {
            long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds();
            changes.add("\"%s\" after %d s".formatted(found, seconds));
          }
          return found.equals(state);
        };
    if (!until(PATIENCE, come)) {
      String pods =
          deployments.pods(name).stream().map(this::told).collect(Collectors.joining("; "));
      throw new NotInTime(
          "%s \"%s\" (seen: %s; %s; %s)"
              .formatted(
                  name, state, String.join(", ", changes), JobPages.of(applications, name), pods),
          Patience.of(PATIENCE));
    }
  }

  /** Prints the end of its log; returns its phase and what it complained of last. */
  private String told(Pod pod) {
    String name = pod.getMetadata().getName();
    String phase = pod.getStatus().getPhase();
    var found = client.pods().inNamespace(namespace).withName(name);
    try {
      List<String> lines = found.tailingLines(LINES_OF_A_LOG).getLog().lines().toList();
      System.err.printf("%s, %s:%n%s%n", name, phase, String.join("\n", lines));
      String complaint =
          lines.stream()
              .filter(line -> line.contains(" WARN ") || line.contains(" ERROR "))
              .reduce((earlier, later) -> later)
              .orElse("no warning");
      return "%s %s: %s".formatted(name, phase, complaint);
    } catch (KubernetesClientException e) {
      return "%s %s: its log can't be read: %s".formatted(name, phase, e.getMessage());
    }
  }

  /** What the operator calls it: STABLE, UPGRADING, SUSPENDED and the like. */
  void awaitLifecycleState(String name, String state) {
    await(
        "%s %s".formatted(name, state),
        PATIENCE,
        () -> state.equals(deployments.all().withName(name).get().get("status", "lifecycleState")));
  }

  /**
   * Returns as soon as the condition is true.
   *
   * @param usual as {@link Patience} takes it
   * @throws NotInTime if it does not become true
   */
  static void await(String what, Duration usual, BooleanSupplier condition) {
    if (!until(usual, condition)) {
      throw new NotInTime(what, Patience.of(usual));
    }
  }

  /** Whether the condition came true within the limit for a usual machine, times its slowness. */
  static boolean until(Duration usual, BooleanSupplier condition) {
    return Poll.until(Patience.of(usual), LOOK_AGAIN, condition);
  }

  /**
   * A page of a server that answers at once.
   *
   * @throws IOException if it does not, or with anything but 200
   */
  static String page(URI server, String path) throws IOException {
    var request = HttpRequest.newBuilder(server.resolve("/" + path)).timeout(REQUEST).build();
    try {
      var answer = HTTP.send(request, BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new IOException("%s: status=%d".formatted(request.uri(), answer.statusCode()));
      }
      return answer.body();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The path of a FlinkStateSnapshot, once it is complete. */
  String savepoint(String name) {
    var snapshot =
        client
            .genericKubernetesResources("flink.apache.org/v1beta1", "FlinkStateSnapshot")
            .inNamespace(namespace)
            .withName(name);
    await(name, PATIENCE, () -> "COMPLETED".equals(snapshot.get().get("status", "state")));
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

  /** A client with the rights of a service account. */
  KubernetesClient as(String account) {
    String token =
        client
            .serviceAccounts()
            .inNamespace(namespace)
            .withName(account)
            .tokenRequest()
            .getStatus()
            .getToken();
    Config own = client.getConfiguration();
    Config config = Config.empty();
    config.setMasterUrl(own.getMasterUrl());
    config.setCaCertData(own.getCaCertData());
    config.setCaCertFile(own.getCaCertFile());
    config.setTrustCerts(own.isTrustCerts());
    config.setOauthToken(token);
    return new KubernetesClientBuilder().withConfig(config).build();
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
      client
          .resource(made.get(i))
          .withPropagationPolicy(propagation(made.get(i)))
          .withGracePeriod(1)
          .delete();
    }
    boolean gone =
        until(
            GONE_WITHIN,
            () -> made.stream().noneMatch(resource -> client.resource(resource).get() != null));
    applications.close();
    for (LocalPortForward forward : forwards.values()) {
      try {
        forward.close();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
    client.close();
    assertThat(gone)
        .as("all of %s is gone", made.stream().map(TestKubernetes::key).toList())
        .isTrue();
  }

  /** Without the operator it's the Deployment that has to outlive its pods. */
  private static DeletionPropagation propagation(HasMetadata resource) {
    return resource instanceof Deployment
        ? DeletionPropagation.FOREGROUND
        : DeletionPropagation.BACKGROUND;
  }
}
