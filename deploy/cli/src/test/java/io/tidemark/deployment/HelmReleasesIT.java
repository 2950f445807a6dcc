package io.tidemark.deployment;

import static io.tidemark.deployment.Chart.at;
import static io.tidemark.deployment.Chart.map;
import static io.tidemark.deployment.Chart.maps;
import static io.tidemark.deployment.Chart.rendered;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.marcnuri.helm.TemplateCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/** What users ask of a chart: several releases, storage of their kind, pods on nodes of theirs. */
class HelmReleasesIT {
  private static final String FLINK = "FlinkDeployment/tidemark";
  private static final String SESSION_JOB = "FlinkSessionJob/tidemark-job";

  @TempDir private Path folder;

  private static TemplateCommand monitored() {
    TemplateCommand chart = Chart.withDatabase();
    for (String each : List.of("podMonitor", "vmPodScrape", "prometheusRule", "vmRule")) {
      chart.set(each + ".enabled", "true");
    }
    return chart.set("dashboards.enabled", "true");
  }

  private TemplateCommand with(String values) throws IOException {
    return Chart.withDatabase()
        .withValuesFile(Files.writeString(folder.resolve("values.yaml"), values));
  }

  @Test
  void twoReleasesInOneNamespaceHaveNoNameInCommon() {
    var a = rendered(monitored(), "load-a");
    var b = rendered(monitored(), "load-b");

    assertThat(a).hasSizeGreaterThan(10);
    assertThat(a.keySet()).doesNotContainAnyElementsOf(b.keySet());
  }

  @Test
  void noReleaseSelectsPodsOfAnother() {
    var a = rendered(monitored(), "load-a");
    var podsOfB =
        map(
            at(
                rendered(monitored(), "load-b").get("FlinkDeployment/load-b"),
                "spec",
                "podTemplate",
                "metadata",
                "labels"));
    var podsOfA = map(at(Chart.pods(a.get("FlinkDeployment/load-a")), "metadata", "labels"));
    var selectors = new ArrayList<Map<String, Object>>();
    a.values().forEach(resource -> addSelectors(resource, selectors));

    assertThat(selectors).as("of scrapes, the policy, and its own").hasSize(4);
    assertThat(selectors)
        .allMatch(selector -> podsOfA.entrySet().containsAll(selector.entrySet()))
        .noneMatch(selector -> podsOfB.entrySet().containsAll(selector.entrySet()));
  }

  /** Those that name a release's pods, wherever they stand. */
  private static void addSelectors(Object node, List<Map<String, Object>> selectors) {
    if (node instanceof Map<?, ?> branch) {
      branch.forEach(
          (key, value) -> {
            Object labels = key.toString().endsWith("elector") ? at(value, "matchLabels") : null;
            if (labels != null && at(labels, "app.kubernetes.io/instance") != null) {
              selectors.add(map(labels));
            }
            addSelectors(value, selectors);
          });
    } else if (node instanceof List<?> list) {
      list.forEach(each -> addSelectors(each, selectors));
    }
  }

  @Test
  void everythingOfAReleaseSaysWhoseItIs() {
    assertThat(rendered(monitored().set("commonLabels.team", "metrics")).values())
        .allSatisfy(
            resource ->
                assertThat(map(at(resource, "metadata", "labels")))
                    .containsKeys("app.kubernetes.io/name", "app.kubernetes.io/version")
                    .containsEntry("app.kubernetes.io/instance", "tidemark")
                    .containsEntry("app.kubernetes.io/managed-by", "Helm")
                    .containsEntry("helm.sh/chart", "tidemark-" + Chart.about("version"))
                    .containsEntry("team", "metrics"));
  }

  @Test
  void aNameThatTheOperatorWouldRefuseIsRefusedBefore() {
    String name = "a".repeat(46);
    assertThatThrownBy(() -> rendered(Chart.withDatabase(), name))
        .hasMessageContaining("has more than 45 characters")
        .hasMessageContaining("set fullnameOverride");
    assertThat(rendered(Chart.withDatabase().set("fullnameOverride", "short"), name))
        .containsKeys("FlinkDeployment/short", "ConfigMap/short-config", "ServiceAccount/short");
  }

  @Test
  void inABucketNothingIsLeftOfTheClaim() {
    var release =
        rendered(
            Chart.withDatabase()
                .set("s3.uri", "s3://bucket/load/")
                .set("s3.credentialsSecret", "keys")
                .set("s3.endpoint", "http://s3:7070"));

    assertThat(release.keySet()).noneMatch(key -> key.startsWith("PersistentVolumeClaim"));
    assertThat(release.toString()).doesNotContain("file:///data", "persistentVolumeClaim");
    assertThat(at(release.get("ConfigMap/tidemark-config"), "data", "run.yaml").toString())
        .contains("dir: s3://bucket/load/checkpoints", "path: s3://bucket/load/dead-letters");
    assertThat(map(at(release.get(FLINK), "spec", "flinkConfiguration")))
        .containsEntry("high-availability.storageDir", "s3://bucket/load/ha")
        .containsEntry("execution.checkpointing.savepoint-dir", "s3://bucket/load/savepoints")
        .containsEntry("s3.endpoint", "http://s3:7070")
        .containsEntry(
            "fs.s3a.aws.credentials.provider",
            "com.amazonaws.auth.profile.ProfileCredentialsProvider");
    assertThat(map(Chart.pods(release.get(FLINK)).get("spec"))).doesNotContainKey("affinity");
  }

  @Test
  void aBucketIsReachedWithoutKeysByTheServiceAccount() throws IOException {
    var release =
        rendered(
            with(
                """
                s3: {uri: "s3://bucket"}
                serviceAccount: {annotations: {eks.amazonaws.com/role-arn: "arn:aws:iam::1:role/a"}}
                """));

    assertThat(at(release.get("ServiceAccount/tidemark"), "metadata", "annotations").toString())
        .contains("role/a");
    assertThat(map(at(release.get(FLINK), "spec", "flinkConfiguration")))
        .containsEntry(
            "fs.s3a.aws.credentials.provider",
            "com.amazonaws.auth.WebIdentityTokenCredentialsProvider")
        .doesNotContainKey("s3.endpoint");
    assertThat(Chart.pods(release.get(FLINK)).toString()).doesNotContain("/.aws");
  }

  @Test
  void withoutAClaimNothingMayLieOnIt() throws IOException {
    assertThatThrownBy(() -> rendered(Chart.withDatabase().set("storage.enabled", "false")))
        .hasMessageContaining("storage.enabled is false, so there is no /data, which ")
        .hasMessageContaining("set s3.uri");
    var release =
        rendered(
            with(
                """
                storage: {enabled: false}
                config:
                  checkpoint: {dir: "hdfs:///checkpoints"}
                  dead-letter: {path: "file:///tmp/dead-letters"}
                flinkConfiguration:
                  high-availability.storageDir: hdfs:///ha
                  execution.checkpointing.dir: hdfs:///checkpoints
                  execution.checkpointing.savepoint-dir: hdfs:///savepoints
                """));
    assertThat(release.keySet()).noneMatch(key -> key.startsWith("PersistentVolumeClaim"));
    assertThat(Chart.pods(release.get(FLINK)).toString()).doesNotContain("/data");
  }

  @Test
  void whatPodsAreGivenReachesThem() throws IOException {
    var release =
        rendered(
            with(
                """
                image: {repository: registry.example/tidemark, digest: "sha256:%s"}
                imagePullSecrets: [{name: registry}]
                flinkVersion: v2_3
                podLabels: {team: metrics}
                podAnnotations: {note: mine}
                nodeSelector: {pool: load}
                tolerations: [{key: load, operator: Exists}]
                affinity: {nodeAffinity: {mine: true}}
                topologySpreadConstraints: [{maxSkew: 1}]
                priorityClassName: high
                extraEnv: [{name: A, value: b}]
                extraEnvFrom: [{secretRef: {name: c}}]
                extraVolumes: [{name: ca, secret: {secretName: ca}}]
                extraVolumeMounts: [{name: ca, mountPath: /ca}]
                """
                    .formatted("0".repeat(64))));

    Map<String, Object> flink = map(release.get(FLINK).get("spec"));
    assertThat(flink)
        .containsEntry("image", "registry.example/tidemark@sha256:" + "0".repeat(64))
        .containsEntry("flinkVersion", "v2_3");
    Map<String, Object> pods = Chart.pods(release.get(FLINK));
    assertThat(map(at(pods, "metadata", "labels")))
        .containsEntry("team", "metrics")
        .containsEntry("app.kubernetes.io/instance", "tidemark");
    assertThat(map(at(pods, "metadata", "annotations")))
        .containsEntry("note", "mine")
        .containsKey("checksum/config");
    assertThat(map(pods.get("spec")))
        .containsEntry("imagePullSecrets", List.of(Map.of("name", "registry")))
        .containsEntry("nodeSelector", Map.of("pool", "load"))
        .containsEntry("tolerations", List.of(Map.of("key", "load", "operator", "Exists")))
        .containsEntry("topologySpreadConstraints", List.of(Map.of("maxSkew", 1)))
        .containsEntry("priorityClassName", "high");
    assertThat(map(at(pods, "spec", "affinity"))).containsOnlyKeys("nodeAffinity", "podAffinity");
    Map<String, Object> container = maps(at(pods, "spec", "containers")).get(0);
    assertThat(container)
        .containsEntry("env", List.of(Map.of("name", "A", "value", "b")))
        .containsEntry("envFrom", List.of(Map.of("secretRef", Map.of("name", "c"))));
    assertThat(maps(container.get("volumeMounts")))
        .contains(Map.of("name", "ca", "mountPath", "/ca"));
    assertThat(maps(at(pods, "spec", "volumes")))
        .extracting("name")
        .contains("ca", "data", "config");
  }

  @Test
  void anOptionOfFlinksThatTheUserSetsStandsOnceAndAsTheUserSetIt() throws IOException {
    String blocks = "kubernetes.operator.session.deletion.block-on-unmanaged-jobs";
    var release =
        rendered(
            with(
                """
                mode: session
                flinkConfiguration: {%s: "true", metrics.reporter.prom.port: null}
                """
                    .formatted(blocks)));

    assertThat(map(at(release.get(FLINK), "spec", "flinkConfiguration")))
        .containsEntry(blocks, "true")
        .doesNotContainKey("metrics.reporter.prom.port");
  }

  /** Whoever may submit a jar to a Flink may run code in it. */
  /** The operator looks at a job's own specification only. */
  @Test
  void aSessionsJobFollowsItsConfiguration() throws IOException {
    String values =
        """
        mode: session
        job: {jarURI: "https://example.com/tidemark-job.jar"}
        config: {amplify: {m: %d}}
        """;
    Object one = at(rendered(with(values.formatted(6))).get(SESSION_JOB), "spec");
    Object same = at(rendered(with(values.formatted(6))).get(SESSION_JOB), "spec");
    Object other = at(rendered(with(values.formatted(7))).get(SESSION_JOB), "spec");

    assertThat(same).isEqualTo(one);
    assertThat(other).isNotEqualTo(one);
  }

  /** A ReadWriteOnce claim is mounted on one node. */
  @Test
  void aSearchIsOnTheNodeOfItsVolume() throws IOException {
    String values = "mode: session\nsearch: {enabled: true}\n";
    var one = rendered(with(values)).get("Job/tidemark-search-1");
    assertThat(map(at(one, "spec", "template", "spec", "affinity"))).containsKey("podAffinity");

    String several = values + "storage: {accessModes: [ReadWriteMany]}\n";
    var any = rendered(with(several)).get("Job/tidemark-search-1");
    assertThat(map(at(any, "spec", "template", "spec"))).doesNotContainKey("affinity");
  }

  @Test
  void whoeverRunsAsSomeoneElseLeavesUserAndGroupsOut() throws IOException {
    var release =
        rendered(
            with(
                """
                podSecurityContext: {runAsUser: null, runAsGroup: null, fsGroup: null}
                watch: {enabled: true}
                """));

    for (Object pod :
        List.of(
            at(release.get(FLINK), "spec", "podTemplate", "spec"),
            at(release.get("Deployment/tidemark-watch"), "spec", "template", "spec"))) {
      assertThat(map(map(pod).get("securityContext")))
          .containsEntry("runAsNonRoot", true)
          .doesNotContainKeys("runAsUser", "runAsGroup", "fsGroup");
    }
  }

  @Test
  void onlyASessionTakesJarsAndOnlyOfItsNamespaceAndTheOperators() {
    var application = rendered(Chart.withDatabase());
    assertThat(map(at(application.get(FLINK), "spec", "flinkConfiguration")))
        .containsEntry("web.submit.enable", "false")
        .containsEntry("pipeline.name", "tidemark");

    var session =
        rendered(
            Chart.template()
                .set("mode", "session")
                .set("networkPolicy.operatorNamespaces[0]", "ops")
                .set("networkPolicy.metricsNamespaces[0]", "monitoring"));
    assertThat(map(at(session.get(FLINK), "spec", "flinkConfiguration")))
        .doesNotContainKeys("web.submit.enable", "pipeline.name");
    List<Map<String, Object>> rules =
        maps(at(session.get("NetworkPolicy/tidemark"), "spec", "ingress"));
    assertThat(rules).hasSize(3);
    assertThat(rules.toString()).doesNotContain("namespaceSelector={}");
    assertThat(at(rules, 1, "from", 1, "namespaceSelector", "matchExpressions", 0, "values"))
        .isEqualTo(List.of("ops"));
    assertThat(at(rules, 2, "from", 0, "namespaceSelector", "matchExpressions", 0, "values"))
        .isEqualTo(List.of("monitoring"));
  }

  @Test
  void theRulesAreThoseOfTheFileAndTheDashboardsThoseOfTheFolder() throws IOException {
    var release =
        rendered(
            monitored()
                .set("prometheusRule.runbookUrl", "https://wiki.example.org/tidemark/")
                .set("prometheusRule.labels.release", "kube-prometheus-stack")
                .set("podMonitor.labels.release", "kube-prometheus-stack"));

    String rules = Files.readString(Alerts.FILE);
    assertThat(release.get("VMRule/tidemark").get("spec")).isEqualTo(new Yaml().load(rules));
    assertThat(release.get("PrometheusRule/tidemark").get("spec"))
        .isEqualTo(
            new Yaml()
                .load(
                    rules.replace(
                        "https://tidemark.example/docs", "https://wiki.example.org/tidemark")));
    for (String kind : List.of("PrometheusRule", "PodMonitor")) {
      assertThat(at(release.get(kind + "/tidemark"), "metadata", "labels", "release"))
          .isEqualTo("kube-prometheus-stack");
    }
    Map<String, Object> dashboards = map(release.get("ConfigMap/tidemark-dashboards").get("data"));
    assertThat(dashboards).hasSize(Dashboard.all().size());
    for (Dashboard dashboard : Dashboard.all()) {
      assertThat(dashboards.get("tidemark-" + dashboard.file()).toString())
          .isEqualTo(Files.readString(Dashboard.FOLDER.resolve(dashboard.file())));
    }
  }
}
