package io.tidemark.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.benchmarks.measure.JobFigures;
import io.tidemark.benchmarks.result.Figure;
import io.tidemark.benchmarks.result.ResultFile;
import io.tidemark.benchmarks.result.Row;
import io.tidemark.process.MeasuredBound;
import io.tidemark.process.Patience;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** That each command works and measures something; how fast is not a test's to say. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class BenchmarksIT {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Duration LIMIT = Duration.ofMinutes(6);
  private static final String SEARCH = "accuracy";

  /** Held by what must have the host alone, shared by what need not. */
  static final String HOST = "host";

  @TempDir Path folder;

  private static final List<String> PROOFS =
      List.of(JobFigures.THROUGHPUT, JobFigures.STORED, "actual", Accuracy.CEILING, JobFigures.CPU);

  /** The last row of each table, and what is computed from several. */
  private static final Map<String, List<String>> ROWS =
      Map.ofEntries(
          Map.entry("encode", List.of("plain, layout series")),
          Map.entry("parse", List.of("opentsdb-json")),
          Map.entry("listen", List.of("vmagent")),
          Map.entry(
              "pipeline", List.of("datagen, M=20, parallelism 1", "Kafka, M=20, parallelism 1")),
          Map.entry(
              "ingest", List.of("Tidemark", "replay of ready-made bodies", "Tidemark ÷ replay")),
          Map.entry(
              "mxn",
              List.of("null server, parallelism 2, M=40", "VictoriaMetrics, parallelism 2, M=20")),
          Map.entry(
              "peers",
              List.of(
                  "Tidemark, M=20",
                  "vmagent",
                  "Flink job on AsyncSinkBase, M=20",
                  "Tidemark, M=20 ÷ vmagent",
                  "Tidemark, M=20 ÷ Flink job on AsyncSinkBase, M=20")),
          Map.entry(
              "case-timescale",
              List.of(
                  "plain table, a transaction per batch", "nothing (a server that throws away)")),
          Map.entry("case-rrd", List.of("RRDcached", "nothing, by RRDcached's protocol")),
          Map.entry("case-blobs", List.of("CPU alone, apart, no merging")),
          Map.entry("realism", List.of("grouped, repeat, snappy")),
          Map.entry(
              "story",
              List.of(
                  "as it was, M=20",
                  "asynchronous writer, M=20",
                  "labels encoded once, M=20",
                  "more slots, M=20")),
          Map.entry("accuracy", List.of("replay of ready-made bodies", "search 1")),
          Map.entry(
              "growth",
              List.of(
                  "1 M series, N=5, 1 GiB of heap",
                  "30 labels",
                  "no server, parallelism 2 on two cores")));

  /** Their servers take longer to start than all others together: they are run by hand. */
  private static final Set<String> BY_HAND = Set.of("case-tracking", "case-streamer");

  private static Stream<String> names() {
    return Main.BENCHMARKS.keySet().stream()
        .filter(name -> !name.equals(SEARCH) && !BY_HAND.contains(name));
  }

  @ParameterizedTest
  @MethodSource("names")
  @ResourceLock(value = HOST, mode = ResourceAccessMode.READ)
  void measuresAndWritesItsResult(String name) throws Exception {
    assertThatItMeasures(name);
  }

  /** Beside others a search finds the host full, and that alone. */
  @Test
  @ResourceLock(HOST)
  void measuresASearchAlone() throws Exception {
    ResultFile result = resultOf(SEARCH);
    MeasuredBound.check(
        () -> assertThat(result.rows()).allSatisfy(BenchmarksIT::assertThatSomethingWasMeasured));
  }

  private void assertThatItMeasures(String name) throws Exception {
    assertThat(resultOf(name).rows()).allSatisfy(BenchmarksIT::assertThatSomethingWasMeasured);
  }

  private ResultFile resultOf(String name) throws Exception {
    run(name);
    ResultFile result = ResultFile.read(folder.resolve(name + ".json"));
    // A database that takes zstd has more rows.
    assertThat(result.rows().stream().map(Row::name)).containsAll(ROWS.get(name));
    assertThat(folder.resolve(name + ".md")).content().startsWith("# " + name);
    assertThatNoWindowUsesMoreThanAllCores(result);
    return result;
  }

  /** A ratio alone, or samples that arrived; a share of what was expected is one of those. */
  private static void assertThatSomethingWasMeasured(Row row) {
    assertThat(row.figures().keySet()).as(row.name()).containsAnyElementsOf(PROOFS);
    PROOFS.stream()
        .filter(row.figures()::containsKey)
        .forEach(
            proof ->
                assertThat(row.figures().get(proof).values())
                    .as(row.name() + ", " + proof)
                    .allMatch(value -> value > 0));
  }

  /** A core has one CPU-second a second: no window can use more than all of them. */
  private static void assertThatNoWindowUsesMoreThanAllCores(ResultFile result) {
    for (Row row : result.rows()) {
      Figure throughput = row.figures().get(JobFigures.THROUGHPUT);
      Figure cpu = row.figures().get(JobFigures.CPU);
      if (throughput != null && cpu != null && !cpu.unit().equals(Figure.RATIO)) {
        double cores = throughput.values().get(0) * cpu.values().get(0) / 1e6;
        double most = result.machine().cores() + 0.3;
        MeasuredBound.check(() -> assertThat(cores).as(row.name()).isBetween(0.01, most));
      }
    }
  }

  private void run(String name) throws Exception {
    File output = folder.resolve("output").toFile();
    var builder =
        new ProcessBuilder(
                ROOT.resolve("benchmarks/run").toString(),
                name,
                "--smoke",
                "--out",
                folder.toString())
            .redirectErrorStream(true)
            .redirectOutput(output);
    // What Maven has just built; a build inside a build would replace it.
    builder.environment().put("TIDEMARK_SKIP_BUILD", "1");
    Process process = builder.start();
    try {
      Patience.awaitEnd(process, LIMIT);
      assertThat(process.exitValue()).as(Files.readString(output.toPath())).isZero();
    } finally {
      process.destroy();
    }
  }
}
