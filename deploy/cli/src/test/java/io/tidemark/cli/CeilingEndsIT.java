package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.victoriametrics.OwnedVictoriaMetrics;
import io.tidemark.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However a search ends, what it found is told, in the place it belongs, and nothing is left. */
class CeilingEndsIT {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final String ESCAPE = "\u001b";

  @TempDir Path folder;

  @Test
  void waitsForADatabaseThatWentAwayAndEndsEarlyWhenItStaysAway() throws Exception {
    try (var database = OwnedVictoriaMetrics.start();
        var search = search("--json", "--max-duration", "100s", "--set", urls(database))) {
      awaitLine(search, "in flight 2 ");
      database.stop();
      awaitLine(search, "waiting for it");
      database.restart(Settings.DEFAULT);
      awaitLine(search, "in flight 4 ");
      database.stop();

      assertThat(search.exitCode(PATIENCE)).as(search.errors()).isEqualTo(3);
      JsonNode result = json(search.output());
      assertThat(result.get("partial").asText()).contains("did not come back within 20 s");
      assertThat(result.get("ceilingSamplesPerSecond").asDouble()).isPositive();
      assertThat(stepsAt(4, result)).as("measured once it was back").isNotEmpty();
      assertThatNothingIsLeft();
    }
  }

  /** As SIGTERM does: {@link RunEndsIT} has both. */
  @Test
  void ctrlCGivesAPartialReport() throws Exception {
    Path out = folder.resolve("report");
    try (var search = search("--max-duration", "65s", "--out", out.toString())) {
      awaitLine(search, "in flight 1 ");
      search.signal("INT");

      assertThat(search.exitCode(PATIENCE)).as(search.errors()).isEqualTo(130);
      assertThat(search.output())
          .startsWith("step ")
          .contains("\nsweep ")
          .endsWith(" The search ended early: interrupted.\n");
      assertThat(search.errors()).doesNotContain(ESCAPE, "\r", "sweep ");
    }
    JsonNode result = json(Files.readString(out.resolve("report.json")));
    assertThat(result.get("partial").asText()).isEqualTo("interrupted");
    assertThat(result.get("steps")).isNotEmpty();
    assertThat(out.resolve("report.html")).content().contains("interrupted");
    assertThatNothingIsLeft();
  }

  /** They are for those who have the key. */
  @Test
  void withoutMetricsItSaysWhatIsMissing() throws Exception {
    try (var database = OwnedVictoriaMetrics.start(Settings.arguments("-metricsAuthKey=k"));
        var search = search("--json", "--max-duration", "20s", "--set", urls(database))) {
      assertThat(search.exitCode(PATIENCE)).as(search.errors()).isEqualTo(3);
      assertThat(search.errors())
          .contains("warning: the database's metrics can't be read: ")
          .contains(database.url() + "/metrics", "HTTP 401");
      JsonNode result = json(search.output());
      assertThat(result.get("cause").asText()).isEqualTo("INCONCLUSIVE");
      assertThat(result.get("missing")).isNotEmpty();
      assertThat(result.get("sentence").asText()).contains("/metrics readable");
    }
  }

  private ChildJvm search(String... options) throws IOException {
    Path temporary = Files.createDirectories(folder.resolve("tmp"));
    var arguments = new ArrayList<>(List.of("ceiling", "--yes"));
    arguments.addAll(List.of(options));
    // Cheap for the job, so that two cores are enough for both.
    arguments.addAll(List.of("--set", "amplify.m=12", "--set", "parallelism=1"));
    return ChildJvm.start(
        Main.class, List.of("-Xmx512m", "-Djava.io.tmpdir=" + temporary), "", arguments);
  }

  private static String urls(OwnedVictoriaMetrics database) {
    return "target.urls=[" + database.url() + "]";
  }

  private static void awaitLine(ChildJvm search, String text) {
    await()
        .atMost(PATIENCE)
        .until(
            () -> {
              assertThat(search.isAlive()).as(search.errors()).isTrue();
              return search.errors().contains(text);
            });
  }

  /** The whole of it must be one object. */
  private static JsonNode json(String text) throws IOException {
    return new ObjectMapper().readerFor(JsonNode.class).readValue(text);
  }

  private static List<JsonNode> stepsAt(int inFlight, JsonNode result) {
    var steps = new ArrayList<JsonNode>();
    result
        .get("steps")
        .forEach(
            step -> {
              JsonNode window = step.get("window");
              boolean valid = window.get("invalid").isEmpty();
              boolean wanted = window.at("/load/inFlight").asInt() == inFlight;
              if (wanted && valid && step.get("phase").asText().equals("sweep")) {
                steps.add(step);
              }
            });
    return steps;
  }

  private void assertThatNothingIsLeft() throws IOException {
    Path temporary = folder.resolve("tmp");
    assertThat(
            ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .filter(line -> line.contains(temporary.toString())))
        .as("processes")
        .isEmpty();
    try (Stream<Path> left = Files.list(temporary)) {
      assertThat(left.map(Path::getFileName).map(Path::toString))
          .as("temporary folders")
          .noneMatch(name -> name.startsWith("tidemark-") || name.startsWith("flink"));
    }
  }
}
