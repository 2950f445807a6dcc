package io.tidemark.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.tidemark.cluster.Route;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Flinks that {@code flink run -t kubernetes-application} starts, of what the FlinkDeployment says:
 * its image, service account, configuration, pod template and job. The operator starts them in the
 * same way, and so the pods are alike.
 */
final class ClientApplications implements Applications {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Flink's keys for what a FlinkDeployment says elsewhere. */
  private static final Map<String, Object[]> KEYS =
      Map.of(
          "kubernetes.container.image.ref", spec("image"),
          "kubernetes.container.image.pull-policy", spec("imagePullPolicy"),
          "kubernetes.service-account", spec("serviceAccount"),
          "kubernetes.jobmanager.cpu.amount", spec("jobManager", "resource", "cpu"),
          "jobmanager.memory.process.size", spec("jobManager", "resource", "memory"),
          "kubernetes.taskmanager.cpu.amount", spec("taskManager", "resource", "cpu"),
          "taskmanager.memory.process.size", spec("taskManager", "resource", "memory"),
          "parallelism.default", spec("job", "parallelism"));

  /** Keys of this prefix mean something to the operator only. */
  private static final String FOR_THE_OPERATOR = "kubernetes.operator.";

  private final KubernetesClient client;
  private final String namespace;
  private final Map<String, Route> routes = new HashMap<>();

  ClientApplications(KubernetesClient client, String namespace) {
    this.client = client;
    this.namespace = namespace;
  }

  private static Object[] spec(String... path) {
    return Stream.concat(Stream.of("spec"), Stream.of(path)).toArray();
  }

  @Override
  public HasMetadata start(GenericKubernetesResource deployment) {
    String name = deployment.getMetadata().getName();
    Map<String, Object> job = deployment.get("spec", "job");
    var command = new ArrayList<>(List.of("env", "FLINK_CONF_DIR=" + configured(deployment)));
    command.add(System.getenv("FLINK_HOME") + "/bin/flink");
    command.addAll(List.of("run", "-t", "kubernetes-application"));
    command.addAll(List.of("-c", (String) job.get("entryClass"), (String) job.get("jarURI")));
    ((List<?>) job.get("args")).forEach(argument -> command.add((String) argument));

    var answer = TestKubernetes.answer("", command);
    assertThat(answer.exitCode()).as(answer.output()).isZero();
    routes.put(name, route(name));
    return client.apps().deployments().inNamespace(namespace).withName(name).get();
  }

  /** A folder for Flink's client. */
  private Path configured(GenericKubernetesResource deployment) {
    try {
      Path folder = Files.createTempDirectory("tidemark-flink-client");
      folder.toFile().deleteOnExit();
      Path pod = folder.resolve("pod.yaml");
      Map<String, String> logs = deployment.get("spec", "logConfiguration");
      var files = new HashMap<>(logs);
      files.put("config.yaml", Serialization.asYaml(configuration(deployment, pod)));
      files.put("pod.yaml", Serialization.asYaml(podTemplate(deployment)));
      for (Map.Entry<String, String> file : files.entrySet()) {
        Path written = Files.writeString(folder.resolve(file.getKey()), file.getValue());
        written.toFile().deleteOnExit();
      }
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, Object> podTemplate(GenericKubernetesResource deployment) {
    Map<String, Object> template = deployment.get("spec", "podTemplate");
    var pod = new HashMap<>(template);
    pod.put("apiVersion", "v1");
    pod.put("kind", "Pod");
    return pod;
  }

  private Map<String, String> configuration(GenericKubernetesResource deployment, Path pod) {
    Map<String, Object> flink = deployment.get("spec", "flinkConfiguration");
    var all = new TreeMap<String, String>();
    flink.forEach((key, value) -> all.put(key, value.toString()));
    all.keySet().removeIf(key -> key.startsWith(FOR_THE_OPERATOR));
    all.put("kubernetes.cluster-id", deployment.getMetadata().getName());
    all.put("kubernetes.namespace", namespace);
    all.put("kubernetes.pod-template-file.default", pod.toString());
    KEYS.forEach((key, path) -> all.put(key, deployment.get(path).toString()));
    // As the operator has them: a Flink whose job has ended can be asked, and one of the same name
    // takes nothing of an earlier one for its own.
    all.put("execution.shutdown-on-application-finish", "false");
    all.put("$internal.pipeline.job-id", UUID.randomUUID().toString().replace("-", ""));
    return all;
  }

  /** As the operator has it, a job is not RUNNING before all of its tasks are. */
  @Override
  public String jobState(String name) {
    JsonNode job = job(name);
    String state = job.path("state").asText();
    JsonNode tasks = job.path("tasks");
    int started = tasks.path("running").asInt() + tasks.path("finished").asInt();
    return state.equals("RUNNING") && started < tasks.path("total").asInt() ? "CREATED" : state;
  }

  @Override
  public String jobId(String name) {
    return job(name).path("jid").asText();
  }

  private JsonNode job(String name) {
    try {
      String jobs = TestKubernetes.page(routes.get(name).rest(), "jobs/overview");
      return JSON.readTree(jobs).at("/jobs/0");
    } catch (IOException e) {
      // Its JobManager does not answer yet, or no more.
      return JSON.missingNode();
    }
  }

  @Override
  public Route route(String name) {
    return new KubernetesRoute(new KubernetesClientBuilder().build(), namespace, name, () -> {});
  }

  /** Flink's client leaves it to its user to delete these, or the next of that name goes on. */
  @Override
  public void close() {
    for (Map.Entry<String, Route> started : routes.entrySet()) {
      started.getValue().close();
      client
          .configMaps()
          .inNamespace(namespace)
          .withLabel("app", started.getKey())
          .withLabel("configmap-type", "high-availability")
          .delete();
    }
  }
}
