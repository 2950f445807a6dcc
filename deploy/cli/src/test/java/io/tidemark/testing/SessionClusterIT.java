package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.process.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
@Tag("guards:deploy/session")
@Tag("guards:deploy/testing")
class SessionClusterIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Test
  void runsAJobThroughTheLossOfATaskManagerAndLeavesNothingBehind(@TempDir Path folder)
      throws IOException {
    Path sessionFolder;
    // The default finds out after 50 s that a TaskManager is gone.
    try (var cluster =
        SessionCluster.start(
            2,
            1,
            "heartbeat.interval=500",
            "heartbeat.timeout=" + Patience.ofSeconds(5).toMillis())) {
      sessionFolder = cluster.folder();
      assertThat(overview(cluster).get("slots-total").asInt()).isEqualTo(2);

      cluster.killTaskManager(0);
      Patience.untilAsserted(PATIENCE, () -> assertThat(taskManagers(cluster)).isEqualTo(1));
      assertThat(cluster.addTaskManager()).isEqualTo(2);
      Patience.untilAsserted(PATIENCE, () -> assertThat(taskManagers(cluster)).isEqualTo(2));

      String jar = jarOf(OneRecordJob.class, folder).toString();
      String job = cluster.flinkRun(List.of("-p", "2", "-c", OneRecordJob.class.getName(), jar));
      Patience.untilAsserted(
          PATIENCE,
          () ->
              assertThat(get(cluster, "/jobs/" + job).get("state").asText()).isEqualTo("FINISHED"));

      assertThat(processesOf(sessionFolder)).isEqualTo(3);
    }
    assertThat(processesOf(sessionFolder)).isZero();
    assertThat(sessionFolder).doesNotExist();
  }

  private static long processesOf(Path sessionFolder) {
    return ProcessHandle.allProcesses()
        .filter(p -> p.info().commandLine().orElse("").contains(sessionFolder.toString()))
        .count();
  }

  private static int taskManagers(SessionCluster cluster) {
    return overview(cluster).get("taskmanagers").asInt();
  }

  private static JsonNode overview(SessionCluster cluster) {
    return get(cluster, "/overview");
  }

  private static JsonNode get(SessionCluster cluster, String path) {
    try {
      return new ObjectMapper().readTree(URI.create(cluster.restUrl() + path).toURL().openStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path jarOf(Class<?> mainClass, Path folder) throws IOException {
    String entry = mainClass.getName().replace('.', '/') + ".class";
    Path jar = folder.resolve("job.jar");
    try (var in = mainClass.getClassLoader().getResourceAsStream(entry);
        var out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry(entry));
      in.transferTo(out);
    }
    return jar;
  }
}
