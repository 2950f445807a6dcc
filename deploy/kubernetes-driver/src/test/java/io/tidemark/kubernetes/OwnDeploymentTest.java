package io.tidemark.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.tidemark.job.config.ConfigException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnDeploymentTest {
  private static final OwnerReference LIFELINE =
      new OwnerReferenceBuilder().withKind("Job").withName("tidemark-1").withUid("u").build();

  private final GenericKubernetesResource deployment =
      OwnDeployment.specification("tidemark-1", 3, LIFELINE);

  @Test
  void endsWithItsOwner() {
    assertThat(deployment.getMetadata().getName()).isEqualTo("tidemark-1");
    assertThat(deployment.getMetadata().getOwnerReferences()).containsExactly(LIFELINE);
  }

  @Test
  void hasItsTaskManagersFromTheStart() {
    assertThat(deployment.<String>get("spec", "mode")).isEqualTo("standalone");
    assertThat(deployment.<Integer>get("spec", "taskManager", "replicas")).isEqualTo(3);
    assertThat(deployment.<Object>get("spec", "job")).isNull();
  }

  @Test
  void takesNoJobUpAgainThatNobodyWatches() {
    assertThat(deployment.<Map<String, Object>>get("spec", "flinkConfiguration"))
        .containsKey("execution.checkpointing.savepoint-dir")
        .allSatisfy((key, value) -> assertThat(key).doesNotStartWith("high-availability"));
  }

  @Test
  void isDeletedThoughAJobRunsOnIt() {
    assertThat(deployment.<Map<String, Object>>get("spec", "flinkConfiguration"))
        .containsEntry(
            "kubernetes.operator.session.deletion.block-on-unmanaged-jobs", (Object) "false");
  }

  /** A quota of less than a core would be measured as the job's. */
  @Test
  void pausesNobodyForPartOfACore() {
    assertThat(deployment.<Object>get("spec", "taskManager", "resource", "cpu")).isEqualTo(2);
    assertThat(deployment.<Map<String, Object>>get("spec", "flinkConfiguration"))
        .containsEntry("kubernetes.taskmanager.cpu.limit-factor", "1")
        .containsEntry("taskmanager.numberOfTaskSlots", "2");
  }

  @Test
  void asksSmallNodesForLessAndMayUseAsMuch() {
    OwnDeployment.adapt(
        deployment,
        Map.of(
            "TIDEMARK_KUBERNETES_CPU_SHARE", "0.25",
            "TIDEMARK_KUBERNETES_IMAGE", "registry.example/tidemark:1"));

    assertThat(deployment.<String>get("spec", "image")).isEqualTo("registry.example/tidemark:1");
    assertThat(deployment.<Object>get("spec", "taskManager", "resource", "cpu")).isEqualTo(0.5);
    assertThat(deployment.<Object>get("spec", "jobManager", "resource", "cpu")).isEqualTo(0.25);
    assertThat(deployment.<Map<String, Object>>get("spec", "flinkConfiguration"))
        .containsEntry("kubernetes.taskmanager.cpu.limit-factor", "4.0")
        .containsEntry("kubernetes.jobmanager.cpu.limit-factor", "4.0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0.0", "2", "-1", "half"})
  void refusesAShareThatIsNone(String share) {
    var environment = Map.of("TIDEMARK_KUBERNETES_CPU_SHARE", share);

    assertThatThrownBy(() -> OwnDeployment.adapt(deployment, environment))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("TIDEMARK_KUBERNETES_CPU_SHARE=" + share);
  }

  /** The job reflects into them on Java 17, and an operator without its chart sets none. */
  @Test
  void opensAllPackagesThatTheBuildOpens() throws Exception {
    String manifest = deployment.get("spec", "flinkConfiguration", "env.java.default-opts.all");
    String pom = Files.readString(Path.of("../../pom.xml"));

    var opened = Pattern.compile("--add-opens=\\S+?=ALL-UNNAMED").matcher(pom).results().toList();
    assertThat(opened).hasSizeGreaterThan(3);
    assertThat(opened).allSatisfy(option -> assertThat(manifest).contains(option.group()));
  }
}
