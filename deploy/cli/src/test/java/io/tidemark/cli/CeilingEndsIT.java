package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.process.Patience;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.victoriametrics.OwnedVictoriaMetrics;
import io.tidemark.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However a search ends, what it found is told, in the place it belongs, and nothing is left. */
@Tag("guards:job/ceiling")
@Tag("guards:job/measure")
class CeilingEndsIT {
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final String WAITS = "waiting for it";
  private static final Pattern VALID_STEP = Pattern.compile("(?m)^in flight \\d+ (?!.*INVALID)");
  private static final String ESCAPE = "\u001b";

  @TempDir Path folder;

  @Test
  @Tag("slow")
  void waitsForADatabaseThatWentAwayAndEndsEarlyWhenItStaysAway() throws Exception {
    try (var database = Patience.started("VictoriaMetrics", OwnedVictoriaMetrics::start);
        var search = search("--json", "--max-duration", seconds(180), "--set", urls(database))) {
      await(search, VALID_STEP.asPredicate());
      database.stop();
      awaitLine(search, WAITS);
      database.restart(Settings.DEFAULT);
      await(search, said -> VALID_STEP.matcher(said).find(said.indexOf(WAITS)));
      database.stop();

      assertThat(search.exitCode(PATIENCE)).as(search.errors()).isEqualTo(3);
      JsonNode result = json(search.output());
      assertThat(result.get("partial").asText()).contains("did not come back within");
      assertThat(result.path("ceilingSamplesPerSecond").asDouble())
          .as(result::toString)
          .isPositive();
      assertThatNothingIsLeft();
    }
  }

  /** As SIGTERM does: {@link RunEndsIT} has both. */
  @Test
  void ctrlCGivesAPartialReport() throws Exception {
    Path out = folder.resolve("report");
    try (var search = search("--max-duration", seconds(180), "--out", out.toString())) {
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
    try (var database =
            Patience.started(
                "VictoriaMetrics",
                () -> OwnedVictoriaMetrics.start(Settings.arguments("-metricsAuthKey=k")));
        var search = search("--json", "--max-duration", seconds(30), "--set", urls(database))) {
      int exitCode = search.exitCode(PATIENCE);
      assertThat(search.errors())
          .contains("warning: the database's metrics can't be read: ")
          .contains(database.url() + "/metrics", "HTTP 401");
      JsonNode result = json(search.output());
      assertThat(result.get("missing")).as(search.errors()).isNotEmpty();
      if (result.get("cause").asText().equals("HOST_CPU")) {
        // That others fill the host can be seen without a page of the database's.
        assertThat(exitCode).isZero();
        assertThat(result.get("evidence").toString()).contains(" of others");
        return;
      }
      assertThat(exitCode).as(search.errors()).isEqualTo(3);
      assertThat(result.get("cause").asText()).isEqualTo("INCONCLUSIVE");
      assertThat(result.get("sentence").asText()).contains("let Tidemark read the database");
    }
  }

  private ChildJvm search(String... options) throws IOException {
    Path temporary = Files.createDirectories(folder.resolve("tmp"));
    var arguments = new ArrayList<>(List.of("ceiling", "--yes"));
    arguments.addAll(List.of(options));
    // Cheap for the job, so that two cores are enough for both.
    arguments.addAll(List.of("--set", "amplify.m=12", "--set", "parallelism=1"));
    // Answered so soon that a short step has enough of them, on a busy host as well.
    arguments.addAll(List.of("--set", "write.batch-samples=1000"));
    return ChildJvm.start(
        Main.class, List.of("-Xmx512m", "-Djava.io.tmpdir=" + temporary), "", arguments);
  }

  /** A slow host needs longer for a step that is valid. */
  private static String seconds(int usual) {
    return Patience.ofSeconds(usual).toSeconds() + "s";
  }

  private static String urls(OwnedVictoriaMetrics database) {
    return "target.urls=[" + database.url() + "]";
  }

  private static void awaitLine(ChildJvm search, String text) {
    await(search, said -> said.contains(text));
  }

  private static void await(ChildJvm search, Predicate<String> wanted) {
    Patience.await(
        "a line of the search",
        PATIENCE,
        () -> {
          assertThat(search.isAlive()).as(search.errors()).isTrue();
          return wanted.test(search.errors());
        });
  }

  /** The whole of it must be one object. */
  private static JsonNode json(String text) throws IOException {
    return new ObjectMapper().readerFor(JsonNode.class).readValue(text);
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
