package io.tidemark.kubernetes;

import static io.tidemark.kubernetes.TestKubernetes.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The application whose state is in a bucket, of a real S3 server. */
@NeedsOperator
@NeedsKubernetes
@EnabledIfEnvironmentVariable(
    named = ObjectStorageKubernetesIT.IMAGE,
    matches = ".+",
    disabledReason = "no S3 server's image was named: " + ObjectStorageKubernetesIT.IMAGE)
class ObjectStorageKubernetesIT {
  static final String IMAGE = "TIDEMARK_TEST_KUBERNETES_S3_IMAGE";

  private static final String NAME = "tidemark";
  private static final String DATABASE = "s3-database";
  private static final String SERVER = "s3";
  private static final int PORT = 7070;
  private static final String BUCKET = "tidemark";
  private static final String KEY = "tidemark-key";
  private static final String SECRET = "s3cret-" + UUID.randomUUID();
  private static final int SAMPLES = 30_000;
  private static final int SAMPLES_PER_SECOND = 1_000;
  private static final int M = 4;
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private static TestKubernetes kubernetes;

  @BeforeAll
  static void start() {
    kubernetes = new TestKubernetes();
    kubernetes.database(DATABASE);
    secret("s3-server", Map.of("ROOT_ACCESS_KEY", KEY, "ROOT_SECRET_KEY", SECRET));
    String credentials = "[default]\naws_access_key_id = %s\naws_secret_access_key = %s\n";
    secret("tidemark-s3", Map.of("credentials", credentials.formatted(KEY, SECRET)));
    kubernetes.server(server(), PORT);
  }

  @AfterAll
  static void end() {
    kubernetes.close();
  }

  private static void secret(String name, Map<String, String> data) {
    kubernetes.make(
        new SecretBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace(kubernetes.namespace)
            .endMetadata()
            .withStringData(data)
            .build());
  }

  /** Its buckets are folders, so that one that is mounted is there. */
  private static Pod server() {
    return new PodBuilder()
        .withNewMetadata()
        .withName(SERVER)
        .withNamespace(kubernetes.namespace)
        .addToLabels("app", SERVER)
        .endMetadata()
        .withNewSpec()
        .withTerminationGracePeriodSeconds(1L)
        .withNewSecurityContext()
        .withRunAsUser(0L)
        .endSecurityContext()
        .addNewContainer()
        .withName("server")
        .withImage(System.getenv(IMAGE))
        .withImagePullPolicy("IfNotPresent")
        .withArgs("--port", ":" + PORT, "posix", "/buckets")
        .addNewEnvFrom()
        .withNewSecretRef()
        .withName("s3-server")
        .endSecretRef()
        .endEnvFrom()
        .addNewVolumeMount()
        .withName("bucket")
        .withMountPath("/buckets/" + BUCKET)
        .endVolumeMount()
        .endContainer()
        .addNewVolume()
        .withName("bucket")
        .withNewEmptyDir()
        .endEmptyDir()
        .endVolume()
        .endSpec()
        .build();
  }

  @Test
  void goesOnFromTheBucketAfterItsJobManagerWasKilledAndPutsASavepointThere() {
    kubernetes.apply(
        "s3",
        """
        source:
          type: datagen
          datagen: {series: 500, interval: 60s, start: "2026-11-20T00:00:00Z", samples: %d, rate: %d}
        amplify: {m: %d}
        target: {accept-load: true, urls: ["http://%s:8428"]}
        checkpoint: {interval: 2s, dir: "file:///data/checkpoints"}
        dead-letter: {path: "file:///data/dead-letters"}
        """
            .formatted(SAMPLES, SAMPLES_PER_SECOND, M, DATABASE));
    kubernetes.awaitJobState(NAME, "RUNNING");
    awaitStored(SAMPLES * M / 8);

    kubernetes.apply("ab/savepoint", "");
    assertThat(kubernetes.savepoint("tidemark-ab"))
        .startsWith("s3://%s/savepoints/savepoint-".formatted(BUCKET));
    assertThat(inBucket()).contains("/ha/", "/checkpoints/", "/savepoints/");
    kubernetes.kill(kubernetes.pods(NAME, "jobmanager").get(0));

    kubernetes.awaitJobState(NAME, "FINISHED");
    assertThat(stored()).isEqualTo(SAMPLES * M);
    assertThat(kubernetes.deployments.pods(NAME))
        .isNotEmpty()
        .allSatisfy(pod -> assertThat(Serialization.asYaml(pod)).doesNotContain(SECRET));
  }

  private static String inBucket() {
    return kubernetes.inside(server(), "find", "/buckets/" + BUCKET, "-type", "f");
  }

  private static int stored() {
    return kubernetes.databaseData(DATABASE).export("{__name__!=\"\"}").size();
  }

  private static void awaitStored(int samples) {
    await(samples + " samples stored", PATIENCE, () -> stored() >= samples);
  }
}
