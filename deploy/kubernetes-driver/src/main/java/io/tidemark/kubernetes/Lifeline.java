package io.tidemark.kubernetes;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A Kubernetes Job without pods, whose deadline this process extends as long as it lives. When the
 * process is gone, even after a SIGKILL or a network failure, the Job ends. Kubernetes then deletes
 * it, with everything that names it as its owner.
 */
final class Lifeline implements AutoCloseable {
  private static final Duration RENEWED_EVERY = Duration.ofSeconds(20);

  /** The time without renewal after which the Job ends; an upgrade of the API server takes less. */
  private static final Duration OUTLIVES = Duration.ofSeconds(90);

  private final KubernetesClient client;
  private final Job job;
  private final Instant started = Instant.now();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread renewer = new Thread(work, "tidemark-kubernetes-lifeline");
            renewer.setDaemon(true);
            return renewer;
          });

  private Lifeline(KubernetesClient client, Job job) {
    this.client = client;
    this.job = job;
    thread.scheduleAtFixedRate(
        this::renew, RENEWED_EVERY.toSeconds(), RENEWED_EVERY.toSeconds(), TimeUnit.SECONDS);
  }

  static Lifeline start(KubernetesClient client, String namespace, String name) {
    return new Lifeline(
        client, client.batch().v1().jobs().inNamespace(namespace).resource(job(name)).create());
  }

  private static Job job(String name) {
    return new JobBuilder()
        .withNewMetadata()
        .withName(name)
        .addToLabels("app.kubernetes.io/part-of", "tidemark")
        .endMetadata()
        .withNewSpec()
        .withParallelism(0)
        .withActiveDeadlineSeconds(OUTLIVES.toSeconds())
        .withTtlSecondsAfterFinished(0)
        .withNewTemplate()
        .withNewSpec()
        .withRestartPolicy("Never")
        .addNewContainer()
        .withName("none")
        .withImage("none")
        .endContainer()
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }

  OwnerReference owner() {
    return new OwnerReferenceBuilder()
        .withApiVersion("batch/v1")
        .withKind("Job")
        .withName(job.getMetadata().getName())
        .withUid(job.getMetadata().getUid())
        .build();
  }

  private void renew() {
    long deadline = Duration.between(started, Instant.now()).plus(OUTLIVES).toSeconds();
    try {
      client
          .resource(job)
          .patch(
              PatchContext.of(PatchType.JSON_MERGE),
              "{\"spec\": {\"activeDeadlineSeconds\": %d}}".formatted(deadline));
    } catch (RuntimeException e) {
      // The next renewal tries again. An exception thrown from here would end all renewals.
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
    try {
      client.resource(job).delete();
    } catch (KubernetesClientException e) {
      // The deadline ends the Job.
    }
  }
}
