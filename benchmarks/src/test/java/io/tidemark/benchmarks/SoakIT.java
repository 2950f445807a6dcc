package io.tidemark.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.benchmarks.result.ResultFile;
import io.tidemark.benchmarks.result.Row;
import io.tidemark.process.Patience;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Some minutes of what is run for an hour by hand. */
@Tag("slow")
@ResourceLock(BenchmarksIT.HOST)
class SoakIT {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Duration LIMIT = Duration.ofMinutes(8);

  @TempDir Path folder;

  @Test
  void losesNothingAndReportsEachVital() throws Exception {
    File output = folder.resolve("output").toFile();
    var builder =
        new ProcessBuilder(
                ROOT.resolve("benchmarks/run").toString(),
                "soak",
                "--duration",
                "150s",
                "--kill-every",
                "80s",
                "--out",
                folder.toString())
            .redirectErrorStream(true)
            .redirectOutput(output);
    builder.environment().put("TIDEMARK_SKIP_BUILD", "1");
    Process process = builder.start();
    try {
      Patience.awaitEnd(process, LIMIT);
      assertThat(process.exitValue()).as(Files.readString(output.toPath())).isZero();
    } finally {
      process.destroy();
    }

    ResultFile result = ResultFile.read(folder.resolve("soak.json"));
    assertThat(result.method())
        .contains("TaskManagers killed: 1", "stored as they must be", "change over the run");
    assertThat(result.rows().stream().map(Row::name))
        .contains(
            "TaskManager, heap after GC, MiB",
            "TaskManager, off the heap, MiB",
            "JobManager, threads",
            "JobManager, file descriptors",
            "TaskManager, connections",
            "checkpoint, KiB",
            "checkpoint, ms",
            "p99 of a request, ms",
            "rate, samples/s");
    assertThat(result.rows())
        .allSatisfy(
            row ->
                assertThat(row.figures().get("readings").values())
                    .as(row.name())
                    .hasSizeGreaterThan(3)
                    .allMatch(value -> value > 0));
    assertThat(folder.resolve("report.html")).content().contains("How evenly");
  }
}
