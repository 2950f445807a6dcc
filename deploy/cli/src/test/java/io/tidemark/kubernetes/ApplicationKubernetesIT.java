package io.tidemark.kubernetes;

import static io.tidemark.kubernetes.TestKubernetes.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.tidemark.process.Patience;
import io.tidemark.testing.StoredSample;
import io.tidemark.testing.VictoriaMetricsData;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Application mode by the manifests: with the operator, or as Flink's own client starts it where
 * there is none.
 */
@NeedsKubernetes
class ApplicationKubernetesIT {
  private static final String NAME = "tidemark";
  private static final String DATABASE = "application-database";
  private static final int SAMPLES = 60_000;
  private static final int M = 4;
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /**
   * A minute of work, so that there is time to disturb it several times; more where all is slow.
   */
  private static final long SAMPLES_PER_SECOND = SAMPLES / Patience.ofMinutes(1).toSeconds();

  private static TestKubernetes kubernetes;
  private static Set<StoredSample> expected;

  @BeforeAll
  static void start() throws InterruptedException {
    kubernetes = new TestKubernetes();
    kubernetes.database(DATABASE);
    expected = writtenByAnUndisturbedRun();
  }

  @AfterAll
  static void end() {
    kubernetes.close();
  }

  /** In this process, of the same configuration. That such a run is right, other tests show. */
  private static Set<StoredSample> writtenByAnUndisturbedRun() throws InterruptedException {
    String url = kubernetes.databaseUrl(DATABASE);
    try (var run =
        TestKubernetes.tidemark(
            "run",
            "--yes",
            "--set=target.urls=[\"%s\"]".formatted(url),
            "--set=target.extra-labels={run: expected}",
            "--set=source.datagen.series=500",
            "--set=source.datagen.interval=60s",
            "--set=source.datagen.start=2026-11-20T00:00:00Z",
            "--set=source.datagen.samples=" + SAMPLES,
            "--set=amplify.m=" + M)) {
      assertThat(run.exitCode(PATIENCE)).as(run::errors).isZero();
    }
    Set<StoredSample> written = stored("expected");
    assertThat(written).hasSize(SAMPLES * M);
    return written;
  }

  private static String configuration(String run) {
    return """
        source:
          type: datagen
          datagen: {series: 500, interval: 60s, start: "2026-11-20T00:00:00Z", samples: %d, rate: %d}
        amplify: {m: %d}
        target: {accept-load: true, urls: ["http://%s:8428"], extra-labels: {run: %s}}
        checkpoint: {interval: 2s, dir: "file:///data/checkpoints"}
        dead-letter: {path: "file:///data/dead-letters"}
        """
        .formatted(SAMPLES, SAMPLES_PER_SECOND, M, DATABASE, run);
  }

  /** Without the label that tells runs apart. */
  private static Set<StoredSample> stored(String run) {
    return kubernetes.databaseData(DATABASE).exportOf("run", run);
  }

  private static void awaitStored(String run, int samples) {
    VictoriaMetricsData data = kubernetes.databaseData(DATABASE);
    await(samples + " samples stored", PATIENCE, () -> data.count("run", run) >= samples);
  }

  @Test
  void writesTheSameSetThoughBothPodsAreKilled() {
    try (var application = new TestKubernetes()) {
      application.apply("application", configuration("killed"));
      application.awaitJobState(NAME, "RUNNING");
      awaitStored("killed", SAMPLES * M / 8);

      application.kill(application.pods(NAME, "taskmanager").get(0));
      awaitStored("killed", SAMPLES * M * 3 / 8);
      // In mid-run: what ends as its JobManager does is no longer listed by the next one.
      application.awaitJobState(NAME, "RUNNING");
      application.kill(application.pods(NAME, "jobmanager").get(0));

      application.awaitJobState(NAME, "FINISHED");
      assertThat(stored("killed")).isEqualTo(expected);

      // A job that has ended does not begin again when its JobManager is replaced.
      application.kill(application.pods(NAME, "jobmanager").get(0));
      await(
          "a JobManager that knows of the job's end",
          PATIENCE,
          () -> log(application).contains("globally-terminal state"));
      assertThat(stored("killed")).isEqualTo(expected);
    }
  }

  /** Of its JobManager; "" between two of them. */
  private static String log(TestKubernetes application) {
    try {
      return application.pods(NAME, "jobmanager").stream()
          .map(application::log)
          .collect(Collectors.joining());
    } catch (KubernetesClientException e) {
      return "";
    }
  }

  @Test
  @NeedsOperator
  void writesTheSameSetThoughItIsUpgradedSuspendedAndResumed() {
    try (var application = new TestKubernetes()) {
      application.apply("application", configuration("upgraded"));
      application.awaitJobState(NAME, "RUNNING");
      awaitStored("upgraded", SAMPLES * M / 8);

      change(application, "parallelism", 4);
      await("four subtasks", PATIENCE, () -> application.pods(NAME, "taskmanager").size() == 2);
      application.awaitJobState(NAME, "RUNNING");
      assertThat(application.startedFrom(NAME)).contains("/data/savepoints/savepoint-");

      change(application, "state", "suspended");
      // The operator keeps the JobManager's pod of a job that it stopped.
      application.awaitLifecycleState(NAME, "SUSPENDED");
      assertThat(stored("upgraded").size()).as("it was in mid-run").isLessThan(SAMPLES * M);
      change(application, "state", "running");
      application.awaitJobState(NAME, "RUNNING");

      application.awaitJobState(NAME, "FINISHED");
      assertThat(stored("upgraded")).isEqualTo(expected);
    }
  }

  private static void change(TestKubernetes kubernetes, String key, Object value) {
    kubernetes.edit(
        NAME,
        deployment -> {
          Map<String, Object> job = deployment.get("spec", "job");
          job.put(key, value);
          return deployment;
        });
  }
}
