package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.process.LinuxProcess;
import io.tidemark.process.MeasuredBound;
import io.tidemark.process.Patience;
import io.tidemark.readers.ReaderProcess;
import io.tidemark.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** A run into a real VictoriaMetrics that is read meanwhile. */
@Tag("quiet-host")
class ReadersIT {
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final Duration GONE_WITHIN = Duration.ofSeconds(10);

  @TempDir Path folder;
  private ChildJvm run;

  @AfterEach
  void endWhatWasStarted() {
    if (run != null) {
      run.close();
    }
  }

  @Test
  void readsWhatIsWrittenAtItsRateAndCountsItsOwnCpu() throws Exception {
    start(
        "--duration=12s",
        "queries.expressions=['sum(rate(cpu_usage_user[5m])) by (region)', 'count(cpu_usage_user)']",
        "queries.rate=8",
        "queries.range=10m");

    JsonNode reads = result().get("reads");
    double seconds = reads.get("seconds").asDouble();
    assertThat(seconds).isGreaterThan(5);
    assertThat(reads.get("failures")).isEmpty();
    assertThat(reads.get("queriesPerSecond").asDouble()).isBetween(7.0, 9.0);
    assertThat(reads.get("due").asDouble() / seconds).isBetween(7.0, 9.0);
    // An answer without a series has some 90 bytes; these have regions, or at least a point.
    assertThat(reads.get("bytesRead").asDouble() / reads.get("answered").asDouble())
        .isGreaterThan(130);
    assertThat(reads.get("p99Millis").asDouble())
        .isGreaterThanOrEqualTo(reads.get("p50Millis").asDouble());
    assertThat(reads.get("cpuSeconds").asDouble()).isBetween(0.01, 2 * seconds);
  }

  @Test
  void aQueryThatIsRefusedIsCountedAndNeverStopsTheWriting() throws Exception {
    start(
        "--duration=8s",
        "queries.expressions=['no query(', 'count(cpu_usage_user)']",
        "queries.rate=8");

    JsonNode result = result();
    assertThat(result.get("samplesAcked").asLong()).isPositive();
    assertThat(result.get("samplesPending").asLong()).isZero();
    JsonNode reads = result.get("reads");
    assertThat(reads.get("failed").asDouble())
        .isBetween(0.4 * reads.get("due").asDouble(), 0.6 * reads.get("due").asDouble());
    assertThat(reads.get("answered").asLong()).isPositive();
    assertThat(reads.get("failures").fieldNames().next()).startsWith("HTTP 4");
  }

  @Test
  void whoeverReadsEndsWithTheRunHoweverThatEnds() throws Exception {
    start("queries.expressions=[count(cpu_usage_user)]", "queries.concurrency=1");
    Patience.await("queries", PATIENCE, () -> run.errors().contains(" queries/s"));
    LinuxProcess reader = reader().orElseThrow();

    run.signal("KILL");

    Patience.await("the end of the readers", GONE_WITHIN, () -> !reader.isAlive());
  }

  @Test
  void readersThatDieDoNotStopTheWriting() throws Exception {
    start("--duration=14s", "queries.expressions=[count(cpu_usage_user)]", "queries.rate=5");
    Patience.await("queries", PATIENCE, () -> run.errors().contains(" queries/s"));

    reader().orElseThrow().kill();

    JsonNode result = result();
    assertThat(result.get("samplesPending").asLong()).isZero();
    assertThat(result.get("seconds").asDouble()).isGreaterThan(12);
    assertThat(run.errors()).contains("the readers' process has ended");
  }

  @Test
  @Tag("slow")
  @Tag("guards:job/readers")
  void aSearchMeasuresWithAndWithoutReaders(TestReporter reporter) throws Exception {
    command(
        "ceiling",
        "--max-duration=150s",
        "--max-in-flight=32",
        "queries.expressions=['sum(rate(cpu_usage_user[1h])) by (hostname, region)']",
        "queries.range=6h",
        "queries.step=15s",
        "queries.concurrency=8");

    JsonNode result = search();
    reporter.publishEntry(
        "search", result.get("cause") + " " + result.get("interventions") + run.errors());
    assertThat(result.get("steps"))
        .filteredOn(step -> step.get("phase").asText().equals("verify"))
        .as("a query may take longer than one of these windows, but not than all of them")
        .anyMatch(step -> step.at("/window/reads/answered").asLong() > 0)
        .allMatch(step -> step.at("/window/reads").isObject());
    assertThat(result.get("steps"))
        .filteredOn(step -> step.get("phase").asText().equals("without-readers"))
        .isNotEmpty()
        .allMatch(step -> step.at("/window/throughput/samplesPerSecond").asDouble() > 0);
    var paused = new ArrayList<JsonNode>();
    result.get("interventions").forEach(paused::add);
    paused.removeIf(change -> !change.get("side").asText().equals("readers"));
    assertThat(paused).hasSize(1);
    JsonNode change = paused.get(0);
    MeasuredBound.check(
        () ->
            assertThat(change.get("high").asDouble())
                .as("pausing readers is not shown to cost anything: %s", result)
                .isPositive());
  }

  @Test
  @Tag("slow")
  @Tag("guards:job/readers")
  @Tag("guards:job/ceiling")
  void aSearchByQueriesFindsHowManyAreAnsweredBesideTheWrites(TestReporter reporter)
      throws Exception {
    command(
        "ceiling",
        "--by=queries",
        "--max-duration=240s",
        "source.datagen.rate=50000",
        "source.datagen.series=10000",
        "queries.expressions=['sum(rate(cpu_usage_user[1h])) by (hostname, region)']",
        "queries.range=6h",
        "queries.step=15s",
        "queries.timeout=5s");

    JsonNode result = search();
    reporter.publishEntry("search", result.get("sentence") + " " + result.get("queries"));
    assertThat(result.get("by").asText()).isEqualTo("queries");
    assertThat(result.at("/queries/carried").asDouble()).isPositive();
    assertThat(result.at("/queries/tooMany").asDouble())
        .isGreaterThan(result.at("/queries/carried").asDouble());
    assertThat(result.get("sentence").asText()).contains("queries/s at 50.0 k samples/s on this");
    assertThat(result.at("/queries/rows"))
        .filteredOn(row -> row.get("carried").asBoolean() && row.get("asked").asDouble() > 0)
        .isNotEmpty()
        .allSatisfy(
            row -> {
              assertThat(row.get("p99Millis").asDouble()).isPositive();
              assertThat(row.get("freshnessP99Millis").asDouble()).isPositive();
              assertThat(row.get("samplesPerSecond").asDouble()).isGreaterThan(0.9 * 50_000);
            });
    // Nobody else asks: all queries that the database counts are ours.
    assertThat(result.get("steps"))
        .filteredOn(step -> step.at("/window/reads/answered").asLong() > 20)
        .isNotEmpty()
        .allSatisfy(
            step ->
                MeasuredBound.check(
                    () ->
                        assertThat(step.at("/window/database/queried/foreignPerSecond").asDouble())
                            .isLessThan(
                                0.25 * step.at("/window/database/queried/perSecond").asDouble())));
  }

  private Optional<LinuxProcess> reader() {
    return ProcessHandle.of(run.pid()).stream()
        .flatMap(ProcessHandle::descendants)
        .filter(child -> commandLine(child.pid()).contains(ReaderProcess.class.getName()))
        .map(child -> new LinuxProcess(child.pid()))
        .findFirst();
  }

  /** Java itself does not tell one as long as a class path. */
  private static String commandLine(long pid) {
    try {
      return Files.readString(Path.of("/proc/" + pid + "/cmdline"));
    } catch (IOException e) {
      return "";
    }
  }

  private JsonNode result() throws Exception {
    assertThat(run.exitCode(PATIENCE)).as(run.errors()).isZero();
    return new ObjectMapper().readTree(run.output());
  }

  /** The measurements are there, whether they tell a cause or not. */
  private JsonNode search() throws Exception {
    assertThat(run.exitCode(PATIENCE.multipliedBy(2))).as(run.errors()).isIn(0, 3);
    return new ObjectMapper().readTree(run.output());
  }

  /**
   * @param options of the command, or settings
   */
  private void start(String... options) throws Exception {
    var all = new ArrayList<>(List.of(options));
    all.add("source.datagen.rate=20000");
    all.add("source.datagen.series=1000");
    command("run", all.toArray(String[]::new));
  }

  private void command(String name, String... options) throws Exception {
    var arguments = new ArrayList<>(List.of(name, "--json"));
    for (String option : options) {
      arguments.addAll(option.startsWith("--") ? List.of(option) : List.of("--set", option));
    }
    arguments.addAll(List.of("--set", "dead-letter.path=" + folder.resolve("dead-letters")));
    run = ChildJvm.start(Main.class, List.of("-Xmx512m"), "", arguments);
  }
}
