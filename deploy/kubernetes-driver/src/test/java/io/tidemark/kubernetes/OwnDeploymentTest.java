package io.tidemark.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

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
