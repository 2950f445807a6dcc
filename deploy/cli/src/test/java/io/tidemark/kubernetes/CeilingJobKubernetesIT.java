package io.tidemark.kubernetes;

import static io.tidemark.kubernetes.TestKubernetes.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * The Job of {@code deploy/kubernetes/ceiling}: a search from inside, with rights for just that.
 */
@NeedsOperator
@NeedsKubernetes
@EnabledIfEnvironmentVariable(
    named = TestKubernetes.CLI_IMAGE,
    matches = ".+",
    disabledReason = "no image of the command line was named: " + TestKubernetes.CLI_IMAGE)
class CeilingJobKubernetesIT {
  private static final String NAME = "tidemark-ceiling";
  private static final String DATABASE = "ceiling-database";
  private static final String READER = "ceiling-reader";
  private static final String REPORT = "/data/reports/ceiling";
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  private static TestKubernetes kubernetes;

  @BeforeAll
  static void start() {
    kubernetes = new TestKubernetes();
    kubernetes.database(DATABASE, "-maxConcurrentInserts=1");
    kubernetes.apply(
        "ceiling",
        """
        source: {type: datagen}
        target: {accept-load: true, urls: ["http://%s:8428"]}
        parallelism: 1
        """
            .formatted(DATABASE),
        CeilingJobKubernetesIT::searchBriefly);
  }

  @AfterAll
  static void end() {
    kubernetes.close();
  }

  @Test
  void findsTheSlotsAndLeavesAReportOnTheVolume() throws Exception {
    await(
        "the end of the search",
        PATIENCE,
        () -> job().getStatus().getConditions().stream().anyMatch(c -> isEnd(c.getType())));
    String log = kubernetes.log(pod());
    assertThat(job().getStatus().getSucceeded()).as(log).isEqualTo(1);
    assertThat(log).contains("stopped by the database's insert slots");
    assertThat(kubernetes.deployments.all().list().getItems()).isEmpty();

    Pod reader = reader();
    kubernetes.make(reader);
    kubernetes.awaitReady(READER);
    JsonNode report =
        new ObjectMapper().readTree(kubernetes.inside(reader, "cat", REPORT + "/report.json"));
    assertThat(report.get("cause").asText()).isEqualTo("TSDB_SLOTS");
    assertThat(report.at("/slots/reported").asInt()).isEqualTo(1);
    assertThat(kubernetes.inside(reader, "cat", REPORT + "/report.html")).contains("</html>");
  }

  /** A pod that sees the volume. */
  private static Pod reader() {
    return new PodBuilder()
        .withNewMetadata()
        .withName(READER)
        .withNamespace(kubernetes.namespace)
        .endMetadata()
        .withNewSpec()
        .withTerminationGracePeriodSeconds(1L)
        .addNewContainer()
        .withName("reader")
        .withImage(ProgramPod.jobImage())
        .withImagePullPolicy("IfNotPresent")
        .withCommand("sleep", "300")
        .addNewVolumeMount()
        .withName("data")
        .withMountPath("/data")
        .endVolumeMount()
        .endContainer()
        .addNewVolume()
        .withName("data")
        .withNewPersistentVolumeClaim()
        .withClaimName("tidemark-data")
        .endPersistentVolumeClaim()
        .endVolume()
        .endSpec()
        .build();
  }

  /** No more requests at once than it takes to see one slot, and time for a slow start. */
  private static void searchBriefly(HasMetadata resource) {
    if (resource instanceof Job job) {
      Container container = job.getSpec().getTemplate().getSpec().getContainers().get(0);
      container.setImage(System.getenv(TestKubernetes.CLI_IMAGE));
      container.getEnv().stream()
          .filter(variable -> variable.getName().equals("TIDEMARK_KUBERNETES_IMAGE"))
          .forEach(variable -> variable.setValue(ProgramPod.jobImage()));
      String share = System.getenv(OwnDeployment.CPU_SHARE);
      if (share != null) {
        container.getEnv().add(new EnvVar(OwnDeployment.CPU_SHARE, share, null));
      }
      var arguments = new ArrayList<>(container.getArgs());
      arguments.addAll(List.of("--max-duration=150s", "--max-in-flight=8"));
      container.setArgs(arguments);
    }
  }

  private static Pod pod() {
    return kubernetes
        .client
        .pods()
        .inNamespace(kubernetes.namespace)
        .withLabel("job-name", NAME)
        .list()
        .getItems()
        .get(0);
  }

  private static boolean isEnd(String condition) {
    return condition.equals("Complete") || condition.equals("Failed");
  }

  private static Job job() {
    return kubernetes
        .client
        .batch()
        .v1()
        .jobs()
        .inNamespace(kubernetes.namespace)
        .withName(NAME)
        .get();
  }
}
