package io.tidemark.kubernetes;

import static io.tidemark.kubernetes.TestKubernetes.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** A session cluster by the manifests, and a job whose jar the operator fetches. */
@NeedsKubernetes
@NeedsOperator
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SessionKubernetesIT {
  private static final String NAME = "tidemark";
  private static final String JOB = "tidemark-job";
  private static final String DATABASE = "session-database";
  private static final String JARS = "session-jars";
  private static final int JARS_PORT = 8080;
  private static final int SAMPLES_PER_SECOND = 1_000;
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final Duration GONE_WITHIN = Duration.ofMinutes(1);

  private static TestKubernetes kubernetes;

  @BeforeAll
  static void start() {
    kubernetes = new TestKubernetes();
    kubernetes.database(DATABASE);
    kubernetes.program(
        new ProgramPod(
            JARS,
            JARS_PORT,
            List.of(FileProgram.class),
            List.of(Integer.toString(JARS_PORT), "/opt/flink/usrlib/tidemark-job.jar")));
    kubernetes.apply(
        "session",
        """
        source: {type: datagen, datagen: {series: 100, rate: %d}}
        target: {accept-load: true, urls: ["http://%s:8428"]}
        checkpoint: {interval: 2s, dir: "file:///data/checkpoints"}
        dead-letter: {path: "file:///data/dead-letters"}
        """
            .formatted(SAMPLES_PER_SECOND, DATABASE),
        SessionKubernetesIT::fetchedFromHere);
    await("the job", PATIENCE, () -> jobState().equals("RUNNING") || refusesAddress());
    assumeTrue(
        !refusesAddress(),
        () -> "the operator fetches no jar from inside its cluster over http: " + error());
  }

  private static void fetchedFromHere(HasMetadata resource) {
    if (resource instanceof GenericKubernetesResource flink
        && flink.getKind().equals("FlinkSessionJob")) {
      Map<String, Object> job = flink.get("spec", "job");
      job.put(
          "jarURI",
          "http://%s.%s:%d/tidemark-job.jar".formatted(JARS, kubernetes.namespace, JARS_PORT));
    }
  }

  @AfterAll
  static void end() {
    kubernetes.close();
  }

  private static NonNamespaceOperation<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      jobs() {
    return kubernetes
        .client
        .genericKubernetesResources("flink.apache.org/v1beta1", "FlinkSessionJob")
        .inNamespace(kubernetes.namespace);
  }

  private static GenericKubernetesResource job() {
    return jobs().withName(JOB).get();
  }

  private static String jobState() {
    String state = job().get("status", "jobStatus", "state");
    return state == null ? "" : state;
  }

  private static String error() {
    String error = job().get("status", "error");
    return error == null ? "" : error;
  }

  private static boolean refusesAddress() {
    return error().contains("jarURI");
  }

  @Test
  void watchSaysWhatStopsTheJobAndLeavesItRunning() throws Exception {
    String before = job().get("status", "jobStatus", "jobId");
    try (var watch =
        TestKubernetes.tidemark(
            "watch",
            "--kubernetes",
            kubernetes.namespace + "/" + NAME,
            "--once",
            "--json",
            "--window=5s")) {
      assertThat(watch.exitCode(PATIENCE)).as(watch::errors).isIn(0, 3);

      JsonNode judged = new ObjectMapper().readTree(watch.output());
      assertThat(judged.get("cause").asText()).as(watch.output()).isEqualTo("SOURCE");
      assertThat(judged.at("/window/database/slots").asInt())
          .as("read where only pods are, as the job says")
          .isPositive();
    }
    assertThat(jobState()).isEqualTo("RUNNING");
    assertThat(job().<String>get("status", "jobStatus", "jobId")).isEqualTo(before);
  }

  /**
   * As {@code kubectl delete -k} does it: the cluster is on its way out while its job still runs.
   */
  @Test
  @Order(Integer.MAX_VALUE)
  void bothGoWhenTheyAreDeletedTogether() {
    kubernetes.deployments.all().withName(NAME).delete();
    jobs().withName(JOB).delete();

    boolean gone =
        TestKubernetes.until(
            GONE_WITHIN,
            () -> job() == null && kubernetes.deployments.all().withName(NAME).get() == null);
    assertThat(gone).as("both are gone").isTrue();
  }
}
