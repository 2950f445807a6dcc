package io.tidemark.kubernetes;

import static io.tidemark.kubernetes.TestKubernetes.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.LocalPortForward;
import io.tidemark.process.Loopback;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The Deployment of {@code deploy/kubernetes/watch}, beside an application that writes. */
@NeedsKubernetes
@EnabledIfEnvironmentVariable(
    named = TestKubernetes.CLI_IMAGE,
    matches = ".+",
    disabledReason = "no image of the command line was named: " + TestKubernetes.CLI_IMAGE)
class WatchKubernetesIT {
  private static final String DATABASE = "watch-database";
  private static final String WATCH = "tidemark-watch";
  private static final int METRICS = 9250;
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  @Test
  void servesWhatStopsTheJobAndReadsTheDatabase() throws IOException {
    try (var kubernetes = new TestKubernetes()) {
      kubernetes.database(DATABASE);
      String configuration =
          """
          source: {type: datagen, datagen: {rate: 500}}
          target: {accept-load: true, urls: ["http://%s:8428"]}
          """
              .formatted(DATABASE);
      // It is there first, as both are after `kubectl apply`, and waits for its job.
      kubernetes.apply("application", configuration);
      kubernetes.apply("watch", configuration, WatchKubernetesIT::withImage);

      await(
          "a pod that is ready",
          PATIENCE,
          () -> pods(kubernetes).stream().anyMatch(WatchKubernetesIT::ready));
      Pod pod = pods(kubernetes).get(0);
      try (LocalPortForward way =
          kubernetes
              .client
              .pods()
              .inNamespace(kubernetes.namespace)
              .withName(pod.getMetadata().getName())
              .portForward(METRICS)) {
        String job = "job_name=\"tidemark\"";
        await(
            "a verdict",
            PATIENCE,
            () -> {
              String page = page(way);
              return page.contains("tidemark_ceiling_samples_per_second{") && page.contains(job);
            });
        assertThat(page(way))
            .contains("tidemark_ceiling_cause{", "tidemark_ceiling_database_available_cores{");
      }
      assertThat(
              pods(kubernetes).get(0).getStatus().getContainerStatuses().get(0).getRestartCount())
          .as(() -> kubernetes.log(pod))
          .isZero();
    }
  }

  private static void withImage(HasMetadata resource) {
    if (resource instanceof Deployment deployment) {
      deployment
          .getSpec()
          .getTemplate()
          .getSpec()
          .getContainers()
          .get(0)
          .setImage(System.getenv(TestKubernetes.CLI_IMAGE));
    }
  }

  private static List<Pod> pods(TestKubernetes kubernetes) {
    return kubernetes
        .client
        .pods()
        .inNamespace(kubernetes.namespace)
        .withLabel("app.kubernetes.io/name", WATCH)
        .list()
        .getItems();
  }

  private static boolean ready(Pod pod) {
    return pod.getStatus().getConditions().stream()
        .anyMatch(each -> each.getType().equals("Ready") && each.getStatus().equals("True"));
  }

  /** "" while it does not answer. */
  private static String page(LocalPortForward way) {
    try {
      return TestKubernetes.page(Loopback.http(way.getLocalPort()), "metrics");
    } catch (IOException e) {
      return "";
    }
  }
}
