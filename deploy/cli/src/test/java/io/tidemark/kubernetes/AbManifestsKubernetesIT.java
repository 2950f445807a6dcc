package io.tidemark.kubernetes;

import static io.tidemark.kubernetes.TestKubernetes.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.tidemark.testing.StoredSample;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The folders {@code ab/savepoint}, {@code ab/a} and {@code ab/b}, one after the other. */
@NeedsKubernetes
@NeedsOperator
class AbManifestsKubernetesIT {
  private static final String DATABASE = "ab-database";
  private static final int SAMPLES = 120_000;

  /** A minute of work, so that there is time for a savepoint. */
  private static final int SAMPLES_PER_SECOND = 2_000;

  private static final int M = 4;
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final String CONFIGURATION =
      """
      source:
        type: datagen
        datagen: {series: 500, interval: 60s, start: "2026-11-20T00:00:00Z", samples: %d, rate: %d}
      amplify: {m: %d}
      target: {accept-load: true, urls: ["http://%s:8428"]}
      checkpoint: {interval: 2s, dir: "file:///data/checkpoints"}
      dead-letter: {path: "file:///data/dead-letters"}
      """
          .formatted(SAMPLES, SAMPLES_PER_SECOND, M, DATABASE);

  private static TestKubernetes kubernetes;

  @BeforeAll
  static void start() {
    kubernetes = new TestKubernetes();
    kubernetes.database(DATABASE);
  }

  @AfterAll
  static void end() {
    kubernetes.close();
  }

  @Test
  void bothSidesWriteTheSameFromASavepointThatOutlivesItsResource() {
    String savepoint = savepointOfAnApplicationThatIsDeleted();

    Set<StoredSample> a = writtenBySide("a", savepoint);
    Set<StoredSample> b = writtenBySide("b", savepoint);

    assertThat(a).isEqualTo(b);
    assertThat(a.size()).as("what came after the savepoint").isBetween(1, SAMPLES * M - 1);
  }

  private static String savepointOfAnApplicationThatIsDeleted() {
    try (var application = new TestKubernetes()) {
      application.apply("application", CONFIGURATION);
      application.awaitJobState("tidemark", "RUNNING");
      await(
          "samples",
          PATIENCE,
          () -> kubernetes.databaseData(DATABASE).export("{__name__!=\"\"}").size() > 0);
      application.apply("ab/savepoint", CONFIGURATION);
      return application.savepoint("tidemark-ab");
    }
  }

  private static Set<StoredSample> writtenBySide(String side, String savepoint) {
    try (var application = new TestKubernetes()) {
      application.apply("ab/" + side, CONFIGURATION, resource -> from(savepoint, resource));
      application.awaitJobState("tidemark-" + side, "FINISHED");
      assertThat(application.startedFrom("tidemark-" + side)).contains(savepoint);
      return kubernetes.databaseData(DATABASE).exportOf("side", side);
    }
  }

  /** In place of SAVEPOINT in the manifest. */
  private static void from(String savepoint, HasMetadata resource) {
    if (resource instanceof GenericKubernetesResource flink) {
      Map<String, Object> job = flink.get("spec", "job");
      job.put("initialSavepointPath", savepoint);
    }
  }
}
