package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cluster.FlinkJob;
import io.tidemark.cluster.RemoteFlink;
import io.tidemark.cluster.Start;
import io.tidemark.job.config.ConfigLoader;
import io.tidemark.job.config.JobConfig;
import io.tidemark.process.Patience;
import io.tidemark.sink.victoriametrics.OwnedVictoriaMetrics;
import io.tidemark.testing.SessionCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.JobStatus;
import org.junit.jupiter.api.Test;

/** A session cluster outlives its jobs: each loads the sink anew, and has to leave nothing. */
class ManyJobsIT {
  /** A leak of one class loader a job shows after three; twenty run with --all. */
  private static final int JOBS = Boolean.getBoolean("tidemark.all") ? 20 : 6;

  private static final Duration ENDS_WITHIN = Duration.ofMinutes(1);
  private static final Duration GONE_WITHIN = Duration.ofSeconds(30);

  @Test
  void manyJobsLeaveNoClassLoaderAndNoThread() {
    try (var cluster = SessionCluster.start(1, 1);
        var database = Patience.started("VictoriaMetrics", OwnedVictoriaMetrics::start);
        var flink = RemoteFlink.connect(cluster.restUrl())) {
      for (int i = 0; i < JOBS; i++) {
        FlinkJob job = flink.submit(config(database), Start.FRESH);
        Patience.untilAsserted(
            ENDS_WITHIN, () -> assertThat(job.status()).isEqualTo(JobStatus.FINISHED));
      }

      long taskManager = taskManagerOf(cluster.folder());
      // Flink's tasks have finalizers: it takes more than one collection.
      Patience.untilAsserted(
          GONE_WITHIN, () -> assertThat(classLoadersOfJobs(taskManager)).isLessThanOrEqualTo(1));
      assertThat(jcmd(taskManager, "Thread.print")).doesNotContain("\"tidemark");
    }
  }

  private static JobConfig config(OwnedVictoriaMetrics database) {
    var settings =
        List.of(
            "target.urls=[" + database.url() + "]",
            "source.datagen.start=2026-01-01T00:00:00Z",
            "source.datagen.samples=1000",
            "parallelism=1");
    return ConfigLoader.load(Optional.empty(), settings).config();
  }

  /** Collects all garbage first. */
  private static int classLoadersOfJobs(long taskManager) {
    return jcmd(taskManager, "GC.class_histogram")
        .lines()
        .filter(line -> line.contains("org.apache.flink.util.ChildFirstClassLoader"))
        .mapToInt(line -> Integer.parseInt(line.strip().split("\\s+")[1]))
        .sum();
  }

  private static long taskManagerOf(Path folder) {
    return ProcessHandle.allProcesses()
        .filter(process -> isTaskManagerOf(folder, process))
        .findAny()
        .orElseThrow()
        .pid();
  }

  private static boolean isTaskManagerOf(Path folder, ProcessHandle process) {
    String line = process.info().commandLine().orElse("");
    return line.contains(folder.toString()) && line.contains("TaskManagerRunner");
  }

  private static String jcmd(long pid, String command) {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    try {
      Process process =
          new ProcessBuilder(jcmd.toString(), Long.toString(pid), command)
              .redirectErrorStream(true)
              .start();
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
