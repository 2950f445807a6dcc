package io.tidemark.deployment;

import static io.tidemark.deployment.Chart.at;
import static io.tidemark.deployment.Chart.map;
import static io.tidemark.deployment.Chart.rendered;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import com.marcnuri.helm.TemplateCommand;
import io.tidemark.testing.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.Yaml;

/** The chart of {@code deploy/helm}, rendered by Helm's own code. */
class HelmChartIT {
  private static final Path ROOT = Repository.root();

  @Test
  void helmFindsNothingToComplainOf() {
    LintResult result = new Helm(Chart.FOLDER).lint().strict().call();
    assertThat(result.isFailed()).as(result.getMessages()::toString).isFalse();
  }

  @Test
  void aReleaseIsAFlinkAndWhatItNeeds() {
    assertThat(rendered(Chart.withDatabase()).keySet())
        .containsExactly(
            "ConfigMap/tidemark-config",
            "FlinkDeployment/tidemark",
            "NetworkPolicy/tidemark",
            "PersistentVolumeClaim/tidemark-data",
            "Role/tidemark",
            "RoleBinding/tidemark",
            "ServiceAccount/tidemark");
  }

  /** So that the dashboards have a verdict: scraped with Flink, and apart from its own ports. */
  @Test
  void aWatchStandsBesideTheJob() {
    Map<String, Map<String, Object>> release =
        rendered(
            Chart.withDatabase()
                .set("watch.enabled", "true")
                .set("podMonitor.enabled", "true")
                .set("networkPolicy.metricsNamespaces[0]", "monitoring"));

    Map<String, Object> watch = release.get("Deployment/tidemark-watch");
    Map<String, Object> labels = map(at(watch, "spec", "template", "metadata", "labels"));
    assertThat(map(at(watch, "spec", "selector", "matchLabels")))
        .isEqualTo(
            at(release.get("NetworkPolicy/tidemark-watch"), "spec", "podSelector", "matchLabels"));
    Map<String, Object> ofFlink =
        map(at(release.get("NetworkPolicy/tidemark"), "spec", "podSelector", "matchLabels"));
    assertThat(labels.entrySet().containsAll(ofFlink.entrySet())).as("it is no Flink").isFalse();
    Map<String, Object> scraped =
        map(at(release.get("PodMonitor/tidemark"), "spec", "selector", "matchLabels"));
    assertThat(labels).containsAllEntriesOf(scraped);
    assertThat(
            map(at(release.get("FlinkDeployment/tidemark"), "spec", "podTemplate", "metadata"))
                .get("labels")
                .toString())
        .contains("app.kubernetes.io/part-of=tidemark", "app.kubernetes.io/instance=tidemark");
    assertThat(at(release.get("NetworkPolicy/tidemark-watch"), "spec", "ingress").toString())
        .contains("monitoring", "9250");
    assertThat(at(watch, "spec", "template", "spec", "containers", 0, "args").toString())
        .contains("--cluster=http://tidemark-rest:8081");
  }

  @Test
  void aSessionHasItsJobApart() {
    Map<String, Map<String, Object>> session =
        rendered(
            Chart.withDatabase()
                .set("mode", "session")
                .set("job.jarURI", "https://example.com/tidemark-job.jar")
                .set("podMonitor.enabled", "true")
                .set("vmPodScrape.enabled", "true"));
    assertThat(session)
        .containsKeys(
            "FlinkSessionJob/tidemark-job", "PodMonitor/tidemark", "VMPodScrape/tidemark");
    Map<String, Object> flink = map(session.get("FlinkDeployment/tidemark").get("spec"));
    assertThat(flink).doesNotContainKey("job");
    assertThat(map(flink.get("flinkConfiguration")))
        .containsEntry("kubernetes.operator.session.deletion.block-on-unmanaged-jobs", "false");
    assertThat(map(session.get("FlinkSessionJob/tidemark-job").get("spec")))
        .containsEntry("deploymentName", "tidemark");
  }

  private static TemplateCommand searching() {
    return Chart.withDatabase().set("mode", "session").set("search.enabled", "true");
  }

  @Test
  void aSearchRunsOnASessionAndKeepsItsReport() {
    Map<String, Map<String, Object>> release =
        rendered(searching().set("search.args[0]", "--max-duration=10m"));

    Map<String, Object> job = map(release.get("Job/tidemark-search-1").get("spec"));
    assertThat(job).containsEntry("backoffLimit", 0);
    assertThat(map(job)).containsKeys("activeDeadlineSeconds", "ttlSecondsAfterFinished");
    assertThat(at(job, "template", "spec", "containers", 0, "args").toString())
        .contains("/tidemark, ")
        .contains("--out=/data/reports/tidemark-search-1, --max-duration=10m");
    assertThat(at(job, "template", "spec", "volumes").toString()).contains("tidemark-data");
    assertThat(at(job, "template", "spec", "containers", 0, "volumeMounts").toString())
        .contains("/data");
    Map<String, Object> ofFlink =
        map(at(release.get("NetworkPolicy/tidemark"), "spec", "podSelector", "matchLabels"));
    assertThat(
            map(at(job, "template", "metadata", "labels"))
                .entrySet()
                .containsAll(ofFlink.entrySet()))
        .as("it is no Flink")
        .isFalse();
  }

  @Test
  void withoutAClaimASearchHasItsLogAlone() {
    Map<String, Map<String, Object>> release =
        rendered(searching().set("s3.uri", "s3://bucket").set("s3.credentialsSecret", "keys"));

    assertThat(release.get("Job/tidemark-search-1").toString()).doesNotContain("/data");
  }

  @Test
  void aSearchIsAloneAndAgreedTo() {
    assertThatThrownBy(() -> rendered(searching().set("mode", "application")))
        .hasMessageContaining("search.enabled needs --set mode=session");
    assertThatThrownBy(() -> rendered(searching().set("job.jarURI", "https://example.com/a.jar")))
        .hasMessageContaining("would load the database meanwhile");
    assertThatThrownBy(() -> rendered(searching().set("config.target.accept-load", "false")))
        .hasMessageContaining("config.target.accept-load is not true");
  }

  @Test
  void noPodLacksWhatALinterAsksFor() {
    for (TemplateCommand chart :
        List.of(Chart.withDatabase().set("watch.enabled", "true"), searching())) {
      Map<String, Map<String, Object>> release = rendered(chart);
      assertThat(release.keySet()).anyMatch(name -> name.matches("(Deployment|Job)/.*"));
      release.forEach(
          (name, resource) -> assertThat(Workloads.findings(resource)).as(name).isEmpty());
    }
  }

  /** Off, for it holds up whoever drains a node. */
  @Test
  void aDrainWaitsForFlinksPodsIfItIsAskedTo() {
    assertThat(rendered(Chart.withDatabase()).keySet())
        .noneMatch(name -> name.startsWith("PodDisruptionBudget"));
    var release =
        rendered(
            Chart.withDatabase()
                .set("podDisruptionBudget.enabled", "true")
                .set("podDisruptionBudget.minAvailable", "3")
                .set("watch.enabled", "true"));

    Map<String, Object> budget = map(release.get("PodDisruptionBudget/tidemark").get("spec"));
    assertThat(budget).containsEntry("minAvailable", 3);
    Map<String, Object> selector = map(at(budget, "selector", "matchLabels"));
    assertThat(map(at(Chart.pods(release.get("FlinkDeployment/tidemark")), "metadata", "labels")))
        .containsAllEntriesOf(selector);
    Object watch = release.get("Deployment/tidemark-watch").get("spec");
    assertThat(
            map(at(watch, "template", "metadata", "labels"))
                .entrySet()
                .containsAll(selector.entrySet()))
        .isFalse();
  }

  @Test
  void theChartSaysWhatItNeedsAndItsLicence() throws Exception {
    assertThatThrownBy(() -> rendered(Chart.withDatabase().withKubeVersion("1.26.9")))
        .hasMessageContaining("chart requires kubeVersion: >=1.27.0-0");
    assertThat(map(Chart.about("annotations")))
        .containsEntry("artifacthub.io/license", "Apache-2.0");
    assertThat(Files.readString(ROOT.resolve("LICENSE"))).contains("Apache License");
  }

  @Test
  void whatIsThereAlreadyIsNotMadeAgain() {
    assertThat(
            rendered(
                    Chart.withDatabase()
                        .set("storage.existingClaim", "mine")
                        .set("serviceAccount.create", "false")
                        .set("serviceAccount.name", "flink")
                        .set("networkPolicy.enabled", "false"))
                .keySet())
        .containsExactly("ConfigMap/tidemark-config", "FlinkDeployment/tidemark");
  }

  /** Who installs with Helm gets the very Flink that the manifests were tried with. */
  @Test
  void theFlinkIsThatOfTheManifests() throws Exception {
    Map<String, Object> ofManifests =
        Chart.merged(spec("base/flink.yaml"), spec("application/job.yaml"));

    Map<String, Object> ofChart =
        map(rendered(Chart.withDatabase()).get("FlinkDeployment/tidemark").get("spec"));
    // The checksum of the configuration, by which a changed one restarts the job.
    map(map(ofChart.get("podTemplate")).get("metadata")).remove("annotations");
    // By which its pods are told from those of another release.
    assertThat(
            map(map(map(ofChart.get("podTemplate")).get("metadata")).get("labels"))
                .remove("app.kubernetes.io/instance"))
        .isEqualTo("tidemark");
    // Each release has a volume of its own, the manifests share one.
    map(map(ofChart.get("podTemplate")).get("spec")).remove("affinity");
    map(map(ofManifests.get("podTemplate")).get("spec")).remove("affinity");

    assertThat(ofChart).isEqualTo(ofManifests);
  }

  @Test
  void podsAreOnOneNodeUnlessTheVolumeIsForSeveral() {
    assertThat(podsOf(Chart.withDatabase()))
        .extracting("affinity")
        .asString()
        .contains("requiredDuringSchedulingIgnoredDuringExecution", "app=tidemark");
    assertThat(podsOf(Chart.withDatabase().set("storage.accessModes[0]", "ReadWriteMany")))
        .doesNotContainKey("affinity");
  }

  private static Map<String, Object> podsOf(TemplateCommand template) {
    Map<String, Object> flink = map(rendered(template).get("FlinkDeployment/tidemark").get("spec"));
    return map(map(flink.get("podTemplate")).get("spec"));
  }

  private static Map<String, Object> spec(String manifest) throws Exception {
    Path file = ROOT.resolve("deploy/kubernetes").resolve(manifest);
    Map<String, Object> resource = new Yaml().load(Files.readString(file));
    return new LinkedHashMap<>(map(resource.get("spec")));
  }

  @Test
  void theConfigurationIsThatOfTheManifestsWithTheUsersDatabase() throws Exception {
    Map<String, Object> data =
        map(rendered(Chart.withDatabase()).get("ConfigMap/tidemark-config").get("data"));
    Map<String, Object> ofChart = new Yaml().load(data.get("run.yaml").toString());
    Map<String, Object> ofManifests =
        new Yaml().load(Files.readString(ROOT.resolve("deploy/kubernetes/namespace/run.yaml")));
    assertThat(map(ofManifests.get("target")))
        .containsEntry("urls", List.of())
        .containsEntry("accept-load", false);
    map(ofManifests.get("target")).put("urls", List.of("http://database:8428"));
    map(ofManifests.get("target")).put("accept-load", true);
    assertThat(ofChart).isEqualTo(ofManifests);
  }

  @Test
  void nothingIsInstalledWithoutADatabaseAndAYes() {
    assertThatThrownBy(() -> rendered(Chart.template()))
        .hasMessageContaining("config.target.urls is not set: name the database");
    assertThatThrownBy(
            () -> rendered(Chart.withDatabase().set("config.target.accept-load", "false")))
        .hasMessageContaining(
            "config.target.accept-load is not true: the job would write to http://database:8428 without a question");
    assertThatThrownBy(
            () -> rendered(Chart.withDatabase().set("config.target.accept-load", "maybe")))
        .hasMessageContaining("accept-load");
  }

  /** A cluster without a job loads nobody. */
  @Test
  void aSessionClusterWantsNoDatabase() {
    assertThat(rendered(Chart.template().set("mode", "session")))
        .containsKey("FlinkDeployment/tidemark");
  }

  @Test
  void theImageIsOfThisVersion() throws Exception {
    assertThat(Files.readString(ROOT.resolve("pom.xml")))
        .contains("<version>" + Chart.about("appVersion") + "</version>\n  <packaging>pom");
  }

  @ParameterizedTest
  @CsvSource({
    "mode, cluster",
    "image.repo, tidemark",
    "image.pullPolicy, Sometimes",
    "job.parallelism, 0",
    "job.upgradeMode, safely",
    "job.jarURI, http://example.com/job.jar",
    "jobManager.resource.memory, plenty",
    "storage.accessModes[0], Exclusive",
    "s3.uri, /data",
    "flinkVersion, v1_20",
    "image.digest, 0.1.0",
    "fullnameOverride, Load_A"
  })
  void whatTheSchemaDoesNotKnowIsRefusedByName(String key, String value) {
    List<String> path = List.of(key.replace("[0]", "").split("\\."));
    assertThatThrownBy(() -> rendered(Chart.withDatabase().set(key, value)))
        .hasMessageContaining(path.get(path.size() - 1));
  }
}
