package io.tidemark.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.tidemark.kubernetes.TestKubernetes.Answer;
import io.tidemark.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every folder of manifests, as the API server and the operators' CRDs see it. */
@NeedsKubernetes
class ManifestsKubernetesIT {
  private static final Path ALL = Repository.root().resolve("deploy/kubernetes");

  private static TestKubernetes kubernetes;
  private static Admission admission;
  private static String empty;

  @BeforeAll
  static void start() {
    kubernetes = new TestKubernetes();
    admission = new Admission(kubernetes);
    empty = admission.emptyNamespace();
  }

  @AfterAll
  static void end() {
    kubernetes.close();
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

  @ParameterizedTest
  @MethodSource("folders")
  void theServerAcceptsAFolder(String folder) {
    kubernetes.resources(folder).forEach(admission::requireKindOf);

    Answer answer = admission.ofManifest(kubernetes.rendered(folder), empty);

    assertThat(answer.exitCode()).as(answer.output()).isZero();
    assertThat(answer.output()).contains("(server dry run)").doesNotContainIgnoringCase("warning");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "prometheus-operator/pod-monitor.yaml",
        "victoria-metrics-operator/vm-pod-scrape.yaml"
      })
  void theServerAcceptsWhatScrapesButNoFieldThatIsMisspelt(String file) throws IOException {
    String yaml = Files.readString(ALL.resolve("monitoring").resolve(file));
    admission.requireKindOf(Serialization.unmarshal(yaml, GenericKubernetesResource.class));

    Answer answer = admission.ofManifest(yaml);
    Answer misspelt = admission.ofManifest(yaml.replace("interval:", "intreval:"));

    assertThat(answer.exitCode()).as(answer.output()).isZero();
    assertThat(misspelt.output()).contains("unknown field").contains("intreval");
  }

  /** One source of rules, which both operators read. */
  @ParameterizedTest
  @ValueSource(strings = {"PrometheusRule", "VMRule"})
  void theServerAcceptsTheRulesButNoFieldThatIsMisspelt(String kind) {
    String program = Repository.root().resolve("deploy/alerts/manifest").toString();
    String yaml = TestKubernetes.answer("", List.of(program, kind)).output();
    admission.requireKindOf(Serialization.unmarshal(yaml, GenericKubernetesResource.class));

    Answer answer = admission.ofManifest(yaml);
    Answer misspelt = admission.ofManifest(yaml.replace("expr:", "expression:"));

    assertThat(answer.exitCode()).as(answer.output()).isZero();
    assertThat(misspelt.exitCode()).isNotZero();
    assertThat(misspelt.output()).contains("expression");
  }

  @Test
  void theServerRefusesAFieldThatItDoesNotKnow() {
    kubernetes.resources("application").forEach(admission::requireKindOf);
    String misspelt =
        kubernetes.rendered("application").replace("  flinkVersion:", "  flinkVersoin:");

    Answer answer = admission.ofManifest(misspelt);

    assertThat(answer.exitCode()).isNotZero();
    assertThat(answer.output()).contains("unknown field").contains("flinkVersoin");
  }

  /** As a namespace takes them that enforces Kubernetes' restricted profile. */
  @Test
  void everyPodFitsTheRestrictedProfileAndWouldNotAsRoot() throws IOException {
    String restricted = admission.restrictedNamespace();
    List<PodSpec> pods =
        folders().stream()
            .flatMap(folder -> kubernetes.resources(folder).stream())
            .flatMap(Admission::podOf)
            .toList();
    assertThat(pods).as("of eight FlinkDeployments, three Jobs and a Deployment").hasSize(12);

    for (PodSpec pod : pods) {
      admission.ofPod(pod, restricted);
      PodSpec asRoot =
          new PodSpecBuilder(pod)
              .editSecurityContext()
              .withRunAsNonRoot(false)
              .endSecurityContext()
              .build();
      assertThatThrownBy(() -> admission.ofPod(asRoot, restricted))
          .hasMessageContaining("violates PodSecurity")
          .hasMessageContaining("runAsNonRoot");
    }
  }
}
