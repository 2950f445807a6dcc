package io.tidemark.deployment;

import static io.tidemark.deployment.Chart.at;
import static io.tidemark.deployment.Chart.map;
import static io.tidemark.deployment.Chart.maps;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Patience;
import io.tidemark.testing.Repository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The folders of {@code deploy/kubernetes}, rendered by kubectl; no cluster is asked. */
class KustomizeIT {
  private static final Path ALL = Repository.root().resolve("deploy/kubernetes");
  private static final String KUBECTL = "TIDEMARK_TEST_KUBECTL_PROGRAM";
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(30);
  private static final String FLINK = "FlinkDeployment/tidemark";

  @TempDir private Path folder;

  private static String kubectl() {
    return System.getenv().getOrDefault(KUBECTL, "kubectl");
  }

  @BeforeEach
  void needsKubectl() {
    assumeTrue(
        System.getenv(KUBECTL) != null || OwnedProcess.onPath("kubectl"),
        "the folders were not rendered: no kubectl on the PATH, and " + KUBECTL + " is not set");
  }

  static List<String> folders() throws IOException {
    try (Stream<Path> files = Files.walk(ALL)) {
      return files
          .filter(file -> file.endsWith("kustomization.yaml"))
          .map(file -> ALL.relativize(file.getParent()).toString())
          // A component has no resources of its own.
          .filter(folder -> !folder.startsWith("components/"))
          .sorted()
          .toList();
    }
  }

  private static Map<String, Map<String, Object>> rendered(Path folder) throws Exception {
    Process process =
        new ProcessBuilder(kubectl(), "kustomize", folder.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Patience.awaitEnd(process, ENDS_WITHIN);
    assertThat(process.exitValue()).as(output).isZero();
    return Chart.resources(output);
  }

  private static Map<String, Map<String, Object>> rendered(String folder) throws Exception {
    return rendered(ALL.resolve(folder));
  }

  /** Kustomize takes no absolute path. */
  private Path from(String each) throws IOException {
    return folder.toRealPath().relativize(ALL.resolve(each).toRealPath());
  }

  /** What a user builds on a folder. */
  private Map<String, Map<String, Object>> overlaid(String on, String kustomization)
      throws Exception {
    Files.writeString(
        folder.resolve("kustomization.yaml"),
        "resources: [%s]%n%s".formatted(from(on), kustomization));
    return rendered(folder);
  }

  @ParameterizedTest
  @MethodSource("folders")
  void anImagesEntryReachesEveryImage(String on) throws Exception {
    var resources =
        overlaid(
            on,
            """
            images:
              - {name: tidemark, newName: registry.example/tidemark, newTag: "1.0"}
              - {name: tidemark-cli, newName: registry.example/tidemark-cli, newTag: "1.0"}
            """);

    String all = resources.toString();
    assertThat(all)
        .doesNotContain(
            "tidemark:" + Chart.about("appVersion"), "tidemark-cli:" + Chart.about("appVersion"));
    if (resources.keySet().stream().anyMatch(key -> key.startsWith("Flink"))
        && !on.equals("ab/savepoint")) {
      assertThat(all).contains("image=registry.example/tidemark:1.0");
    }
    if (on.equals("ceiling")) {
      assertThat(all)
          .contains("image=registry.example/tidemark-cli:1.0")
          .contains("value=registry.example/tidemark:1.0");
    }
  }

  @Test
  void aConfigurationIsReplacedInAnOverlay() throws Exception {
    Files.writeString(folder.resolve("run.yaml"), "amplify: {m: 9}\n");

    var resources =
        overlaid(
            "application",
            """
            configMapGenerator:
              - {name: tidemark-config, behavior: replace, files: [run.yaml]}
            generatorOptions: {disableNameSuffixHash: true}
            """);

    assertThat(at(resources.get("ConfigMap/tidemark-config"), "data", "run.yaml"))
        .isEqualTo("amplify: {m: 9}\n");
  }

  /** But for where the checkout lies. */
  @Test
  void theOverlayOfThePageRenders() throws Exception {
    String page = Files.readString(Repository.root().resolve("docs/kubernetes.md"));
    int begin = page.indexOf("apiVersion: kustomize.config.k8s.io");
    String overlay = page.substring(begin, page.indexOf("```", begin));
    Files.writeString(folder.resolve("run.yaml"), "amplify: {m: 9}\n");
    Files.writeString(
        folder.resolve("kustomization.yaml"),
        overlay.replace("../tidemark/deploy/kubernetes/ceiling", from("ceiling").toString()));

    var resources = rendered(folder);

    assertThat(at(resources.get("ConfigMap/tidemark-config"), "data", "run.yaml"))
        .isEqualTo("amplify: {m: 9}\n");
    assertThat(resources.toString())
        .contains("image=registry.example/tidemark-cli:", "value=registry.example/tidemark:");
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3", "s3-identity"})
  void inABucketNothingIsLeftOfTheClaim(String each) throws Exception {
    var resources = rendered(each);

    assertThat(resources.keySet()).noneMatch(key -> key.startsWith("PersistentVolumeClaim"));
    String pods = Chart.pods(resources.get(FLINK)).toString();
    assertThat(pods).doesNotContain("persistentVolumeClaim", "/data", "affinity");
    assertThat(at(resources.get(FLINK), "spec", "flinkConfiguration").toString())
        .doesNotContain("file:///data");
    assertThat(at(resources.get(FLINK), "spec", "job", "args").toString())
        .contains("--set=checkpoint.dir=s3://", "--set=dead-letter.path=s3://");
  }

  @Test
  void anIdentityOfAPodNeedsNoKeys() throws Exception {
    var resources = rendered("s3-identity");

    assertThat(Chart.pods(resources.get(FLINK)).toString()).doesNotContain("tidemark-s3", ".aws");
    assertThat(map(at(resources.get(FLINK), "spec", "flinkConfiguration")))
        .containsEntry(
            "fs.s3a.aws.credentials.provider",
            "com.amazonaws.auth.WebIdentityTokenCredentialsProvider");
    assertThat(map(at(resources.get("ServiceAccount/tidemark"), "metadata", "annotations")))
        .containsKey("eks.amazonaws.com/role-arn");
  }

  /** Two nodes are not in the test: what would keep the pods on one is not in the manifest. */
  @Test
  void aClaimOfSeveralNodesKeepsNobodyOnOne() throws Exception {
    var resources = rendered("rwx");

    assertThat(at(resources.get("PersistentVolumeClaim/tidemark-data"), "spec", "accessModes"))
        .isEqualTo(List.of("ReadWriteMany"));
    assertThat(Chart.pods(resources.get(FLINK)).toString()).doesNotContain("affinity");
    assertThat(Chart.pods(rendered("application").get(FLINK)).toString())
        .contains("requiredDuringSchedulingIgnoredDuringExecution");
  }

  /** Both folders have the namespace's claim, and what is applied last would change it. */
  @Test
  void aSearchCanShareAClaimOfSeveralNodes() throws Exception {
    var resources = overlaid("ceiling", "components: [%s]".formatted(from("components/rwx")));

    assertThat(at(resources.get("PersistentVolumeClaim/tidemark-data"), "spec", "accessModes"))
        .isEqualTo(List.of("ReadWriteMany"));
  }

  /** Jobs end, Deployments are looked after, and no pod has more than it needs. */
  @ParameterizedTest
  @MethodSource("folders")
  void noPodLacksWhatALinterAsksFor(String each) throws Exception {
    rendered(each)
        .forEach((name, resource) -> assertThat(Workloads.findings(resource)).as(name).isEmpty());
  }

  /** So that nobody wonders what a thing in their namespace is. */
  @ParameterizedTest
  @MethodSource("folders")
  void everythingSaysWhoseItIsAndOfWhichVersion(String each) throws Exception {
    Object version = Chart.about("appVersion");
    rendered(each)
        .forEach(
            (name, resource) ->
                assertThat(map(at(resource, "metadata", "labels")))
                    .as(name)
                    .containsEntry("app.kubernetes.io/instance", "tidemark")
                    .containsEntry("app.kubernetes.io/version", version)
                    .containsEntry("app.kubernetes.io/part-of", "tidemark")
                    .containsKey("app.kubernetes.io/component"));
  }

  /** The operator would delete them after a day, and an A/B a week later would have none. */
  @ParameterizedTest
  @ValueSource(strings = {"application", "session", "ab/a", "s3", "rwx"})
  void theOperatorDeletesNoSavepoint(String each) throws Exception {
    assertThat(
            rendered(each).values().stream()
                .filter(resource -> resource.get("kind").equals("FlinkDeployment"))
                .map(flink -> map(at(flink, "spec", "flinkConfiguration"))))
        .hasSize(1)
        .allSatisfy(
            options ->
                assertThat(options)
                    .containsEntry("kubernetes.operator.savepoint.cleanup.enabled", "false"));
  }

  @Test
  void aSearchEndsAndIsCleanedUp() throws Exception {
    Map<String, Object> job = map(rendered("ceiling").get("Job/tidemark-ceiling").get("spec"));

    assertThat(job)
        .containsEntry("activeDeadlineSeconds", 25_200)
        .containsEntry("ttlSecondsAfterFinished", 86_400)
        .containsEntry("backoffLimit", 0);
  }

  @Test
  void eachFolderOfMonitoringIsForOneOperator() throws Exception {
    assertThat(rendered("monitoring/prometheus-operator")).containsOnlyKeys("PodMonitor/tidemark");
    assertThat(rendered("monitoring/victoria-metrics-operator"))
        .containsOnlyKeys("VMPodScrape/tidemark");
  }

  /** Whoever may submit a jar to a Flink may run code in it. */
  @Test
  void onlyASessionTakesJarsAndOnlyTheOperatorsOfKnownNamespacesReachIt() throws Exception {
    assertThat(map(at(rendered("application").get(FLINK), "spec", "flinkConfiguration")))
        .containsEntry("web.submit.enable", "false");
    assertThat(map(at(rendered("session").get(FLINK), "spec", "flinkConfiguration")))
        .doesNotContainKey("web.submit.enable");
    List<Map<String, Object>> from =
        maps(at(rendered("base").get("NetworkPolicy/tidemark"), "spec", "ingress", 1, "from"));
    assertThat(from).hasSize(2);
    assertThat(at(from, 1, "namespaceSelector", "matchExpressions", 0, "values").toString())
        .contains("flink-operator");
  }

  @Test
  void onlyTheVerdictsMetricsCanBeReachedOfAWatch() throws Exception {
    var resources = rendered("watch");
    Map<String, Object> policy = map(resources.get("NetworkPolicy/tidemark-watch").get("spec"));
    Object pod = at(resources.get("Deployment/tidemark-watch"), "spec", "template");

    assertThat(map(at(pod, "metadata", "labels")))
        .containsAllEntriesOf(map(at(policy, "podSelector", "matchLabels")));
    assertThat(policy).containsEntry("policyTypes", List.of("Ingress"));
    assertThat(maps(policy.get("ingress"))).hasSize(1);
    assertThat(at(policy, "ingress", 0, "ports", 0, "port"))
        .isEqualTo(at(pod, "spec", "containers", 0, "ports", 0, "containerPort"));
  }

  /** No half of a core: a quota stops who uses more for parts of each 100 ms. */
  @ParameterizedTest
  @ValueSource(strings = {"base", "application", "ab/a", "s3", "rwx"})
  void podsHaveWholeCores(String each) throws Exception {
    Map<String, Object> flink =
        rendered(each).entrySet().stream()
            .filter(entry -> entry.getKey().startsWith("FlinkDeployment/"))
            .findFirst()
            .orElseThrow()
            .getValue();

    for (String process : List.of("jobManager", "taskManager")) {
      assertThat(at(flink, "spec", process, "resource", "cpu")).isInstanceOf(Integer.class);
      assertThat(
              at(
                  flink,
                  "spec",
                  "flinkConfiguration",
                  "kubernetes.%s.cpu.limit-factor".formatted(process.toLowerCase(Locale.ROOT))))
          .isEqualTo("1");
    }
  }

  /** So that nobody edits a file of the checkout. */
  @ParameterizedTest
  @ValueSource(strings = {"a", "b"})
  void aSideStartsFromWhatStandsInPlaceOfOneWord(String side) throws Exception {
    assertThat(
            at(
                rendered("ab/" + side).get("FlinkDeployment/tidemark-" + side),
                "spec",
                "job",
                "initialSavepointPath"))
        .isEqualTo("SAVEPOINT");
  }
}
