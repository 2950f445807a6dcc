package io.tidemark.kubernetes;

import static io.tidemark.kubernetes.TestKubernetes.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.tidemark.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tidemark's image: who its processes are, what it holds, and what its entrypoint starts. */
@NeedsKubernetes
class ImageKubernetesIT {
  private static final String SHELL = "image-shell";
  private static final String JOB_MANAGER = "image-jobmanager";
  private static final String TASK_MANAGER = "image-taskmanager";
  private static final String FLINK_USER = "9999";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static TestKubernetes kubernetes;
  private static Pod shell;

  @BeforeAll
  static void start() {
    kubernetes = new TestKubernetes();
    for (Pod pod :
        List.of(
            // What the entrypoint does not know is a command.
            ImagePod.of(SHELL, kubernetes.namespace, "sleep", "600"),
            ImagePod.of(JOB_MANAGER, kubernetes.namespace, "jobmanager"),
            ImagePod.of(TASK_MANAGER, kubernetes.namespace, "taskmanager"))) {
      kubernetes.make(pod);
    }
    List.of(SHELL, JOB_MANAGER, TASK_MANAGER).forEach(kubernetes::awaitReady);
    shell = pod(SHELL);
  }

  @AfterAll
  static void end() {
    kubernetes.close();
  }

  private static Pod pod(String name) {
    return kubernetes.client.pods().inNamespace(kubernetes.namespace).withName(name).get();
  }

  private static String inShell(String command) {
    return kubernetes.inside(shell, "bash", "-c", command);
  }

  /** By number, or Kubernetes would not start it as one that is not root. */
  @Test
  void itsProcessesAreFlinksUserAndOwnNothingOfIt() {
    assertThat(inShell("id -u").strip()).isEqualTo(FLINK_USER);
    assertThat(
            inShell(
                "find /opt /docker-entrypoint.sh -path /opt/flink/log -prune"
                    + " -o ! -type l '(' -user 9999 -o -group 9999 -o -perm -o+w ')' -print"))
        .as("what its user could change if the file system were not read-only")
        .isEmpty();
  }

  @Test
  void itHoldsTheJobThatWasBuiltAndTheJarsThatItNeedsAndNoOthers() throws IOException {
    var built = new StringBuilder();
    try (Stream<Path> jars = Files.list(Repository.root().resolve("job/target"))) {
      for (Path jar : jars.filter(ImageKubernetesIT::isOurs).sorted().toList()) {
        built.append("%s  /opt/flink/usrlib/%s%n".formatted(Sha256.of(jar), jar.getFileName()));
      }
    }
    assertThat(inShell("sha256sum /opt/flink/usrlib/*"))
        .contains("tidemark-job.jar", "tidemark-ignite.jar")
        .isEqualTo(built.toString());
    assertThat(inShell("ls /opt/flink/lib"))
        .contains("flink-dist-", "log4j-core-")
        .doesNotContain("flink-table", "flink-scala", "flink-cep");
    assertThat(inShell("ls /opt/flink/plugins/*"))
        .contains("flink-s3-fs-hadoop-", "flink-metrics-prometheus-");
  }

  /** MariaDB's driver is under a licence of its own. */
  private static boolean isOurs(Path file) {
    return file.getFileName().toString().matches("tidemark-.*\\.jar");
  }

  @Test
  void theEntrypointStartsAJobManager() {
    await(
        "a JobManager",
        PATIENCE,
        () -> kubernetes.log(pod(JOB_MANAGER)).contains("Rest endpoint listening at"));

    assertThat(mainClass(JOB_MANAGER)).contains("StandaloneSessionClusterEntrypoint");
  }

  @Test
  void theEntrypointStartsATaskManager() {
    await(
        "a TaskManager",
        PATIENCE,
        () -> kubernetes.log(pod(TASK_MANAGER)).contains("Starting TaskManager"));

    assertThat(mainClass(TASK_MANAGER)).contains("TaskManagerRunner");
  }

  /** Of the first process, which is the one that signals reach. */
  private static String mainClass(String pod) {
    return kubernetes.inside(pod(pod), "cat", "/proc/1/cmdline").replace('\0', ' ');
  }
}
