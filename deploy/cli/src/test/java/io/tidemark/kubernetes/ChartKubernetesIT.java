package io.tidemark.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.marcnuri.helm.DryRun;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.InstallCommand;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.tidemark.kubernetes.TestKubernetes.Answer;
import io.tidemark.testing.Repository;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The chart of {@code deploy/helm}, by Helm's own code, as the API server sees it. */
@NeedsKubernetes
class ChartKubernetesIT {
  private static final Path CHART = Repository.root().resolve("deploy/helm/tidemark");
  private static final String RELEASE = "tidemark-chart-dry";
  private static final Map<String, String> WITH_DATABASE =
      Map.of("config.target.urls[0]", "http://database:8428", "config.target.accept-load", "true");

  /** The chart's values for the ways to use it. */
  enum Use {
    APPLICATION(Map.of()),
    SESSION(Map.of("mode", "session", "job.jarURI", "https://example.com/tidemark-job.jar")),
    IN_A_BUCKET(Map.of("s3.uri", "s3://bucket", "s3.credentialsSecret", "keys")),
    WITH_PODS_OF_THE_USERS(
        Map.of(
            "podLabels.team", "metrics",
            "podAnnotations.note", "mine",
            "nodeSelector.pool", "load",
            "tolerations[0].key", "load",
            "imagePullSecrets[0].name", "registry",
            "priorityClassName", "system-node-critical",
            "extraEnv[0].name", "A",
            "extraEnv[0].value", "b")),
    WATCHED(Map.of("watch.enabled", "true")),
    SEARCHING(Map.of("search.enabled", "true", "mode", "session")),
    WITH_A_DISRUPTION_BUDGET(Map.of("podDisruptionBudget.enabled", "true")),
    WITH_DASHBOARDS(Map.of("dashboards.enabled", "true")),
    SCRAPED_BY_PROMETHEUS(Map.of("podMonitor.enabled", "true", "podMonitor.labels.a", "b")),
    SCRAPED_BY_VICTORIA_METRICS(Map.of("vmPodScrape.enabled", "true")),
    ALERTED_BY_PROMETHEUS(Map.of("prometheusRule.enabled", "true")),
    ALERTED_BY_VICTORIA_METRICS(Map.of("vmRule.enabled", "true"));

    private final Map<String, String> values;

    Use(Map<String, String> more) {
      values = new TreeMap<>(more);
      values.putAll(WITH_DATABASE);
    }

    String rendered() {
      var template =
          new Helm(CHART)
              .template()
              .withKubeVersion("1.34.0")
              .withName(RELEASE)
              .withNamespace(kubernetes.namespace);
      values.forEach(template::set);
      return template.call();
    }
  }

  private static TestKubernetes kubernetes;
  private static Admission admission;

  @BeforeAll
  static void start() {
    kubernetes = new TestKubernetes();
    admission = new Admission(kubernetes);
  }

  @AfterAll
  static void end() {
    kubernetes.close();
  }

  private static List<HasMetadata> resources(Use use) {
    List<HasMetadata> resources = kubernetes.resourcesOf(use.rendered());
    resources.forEach(admission::requireKindOf);
    return resources;
  }

  private static InstallCommand install() {
    InstallCommand install = new Helm(CHART).install();
    WITH_DATABASE.forEach(install::set);
    return install
        .withName(RELEASE)
        .withNamespace(kubernetes.namespace)
        .withKubeConfig(Path.of(System.getenv("KUBECONFIG")))
        .withDryRunOption(DryRun.SERVER);
  }

  @ParameterizedTest
  @EnumSource
  void helmWouldInstallIt(Use use) {
    List<HasMetadata> resources = resources(use);
    var install = install();
    use.values.forEach(install::set);

    var release = install.call();

    assertThat(release.getName()).isEqualTo(RELEASE);
    assertThat(release.getStatus()).isEqualTo("pending-install");
    assertThat(release.getOutput()).contains("helm -n " + kubernetes.namespace + " test");
    assertThat(resources)
        .isNotEmpty()
        .allSatisfy(
            resource ->
                assertThat(
                        kubernetes
                            .client
                            .resource(resource)
                            .inNamespace(kubernetes.namespace)
                            .get())
                    .isNull());
  }

  /** That Helm asks this very server. */
  @Test
  void helmWouldNotTakeOverWhatIsNotOfItsRelease() {
    resources(Use.APPLICATION);
    kubernetes.make(
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName(RELEASE + "-config")
            .withNamespace(kubernetes.namespace)
            .endMetadata()
            .build());
    try {
      assertThatThrownBy(() -> install().call()).hasMessageContaining("invalid ownership metadata");
    } finally {
      kubernetes
          .client
          .configMaps()
          .inNamespace(kubernetes.namespace)
          .withName(RELEASE + "-config")
          .delete();
    }
  }

  /** The server is asked for more than Helm asks of it. */
  @ParameterizedTest
  @EnumSource
  void theServerAcceptsWhatItRendersButNoFieldThatIsMisspelt(Use use) {
    resources(use);

    Answer answer = admission.ofManifest(use.rendered());
    Answer misspelt =
        admission.ofManifest(use.rendered().replace("flinkVersion:", "flinkVersoin:"));

    assertThat(answer.exitCode()).as(answer.output()).isZero();
    assertThat(answer.output()).doesNotContainIgnoringCase("warning");
    assertThat(misspelt.output()).contains("unknown field").contains("flinkVersoin");
  }

  @Test
  void itsPodsFitTheRestrictedProfile() {
    var pods =
        Stream.of(Use.WATCHED, Use.SEARCHING)
            .flatMap(use -> resources(use).stream())
            .flatMap(Admission::podOf)
            .toList();
    assertThat(pods).as("of two Flinks, the watch and the search").hasSize(4);

    String restricted = admission.restrictedNamespace();
    pods.forEach(pod -> admission.ofPod(pod, restricted));
  }
}
