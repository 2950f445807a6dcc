package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.cli.Main;
import io.tidemark.process.MeasuredBound;
import io.tidemark.process.Patience;
import io.tidemark.savepoint.Catalogue;
import io.tidemark.simulated.Link;
import io.tidemark.testing.ChildJvm;
import io.tidemark.testing.VictoriaMetricsContainer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code tidemark ab} inside its own process: a generator and a database behind a long and thin
 * line, killed in the middle and gone on with.
 */
@Tag("quiet-host")
@Tag("slow")
@Tag("guards:savepoints/ab")
@Tag("guards:job/savepoints")
class AbKilledIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  @TempDir Path folder;

  @Test
  void goesOnAfterAKillAndShowsWhichSideIsFasterOnTheSameSamples() throws Exception {
    try (var store = VictoriaMetricsContainer.start();
        var line = ComparedLine.to(store)) {
      Path out = folder.resolve("out");
      List<JsonNode> before;
      try (var killed = tidemark(ab(line, out))) {
        await()
            .atMost(Patience.ofMinutes(5))
            .until(() -> !killed.isAlive() || begun(out) > 3 && valid(out).size() >= 2);
        assertThat(killed.isAlive()).as(killed.errors()).isTrue();
        killed.signal("KILL");
        killed.exitCode(Duration.ofMinutes(1));
        before = runs(progress(out));
      }
      String savepoint = progress(out).get("savepoint").asText();
      assertThat(Catalogue.verify(savepoint).manifest().source()).isEqualTo("datagen");

      JsonNode result = resumed(out, Duration.ofMinutes(12));

      assertThat(runs(result).subList(0, before.size())).isEqualTo(before);
      assertThat(result.get("savepoint").asText()).isEqualTo(savepoint);
      MeasuredBound.check(
          () -> {
            assertThat(result.get("verdict").asText()).isEqualTo("A_FASTER");
            assertThat(result.get("pValue").asDouble()).isLessThan(0.05);
            assertThat(result.get("high").asDouble()).isNegative();
          });
      assertThatAllReadTheRange(result, store);
      Catalogue.verify(savepoint);
      assertThat(resumed(out, Duration.ofMinutes(2))).as("nothing is left to do").isEqualTo(result);
    }
  }

  private static JsonNode resumed(Path out, Duration limit) throws Exception {
    try (var resumed = tidemark(List.of("ab", "--resume", out.toString(), "--json"))) {
      assertThat(resumed.exitCode(limit)).as(resumed.errors()).isZero();
      return JSON.readTree(resumed.output());
    }
  }

  private static void assertThatAllReadTheRange(JsonNode result, VictoriaMetricsContainer store) {
    Set<Long> first = null;
    for (JsonNode run : runs(result)) {
      Set<Long> stored = ComparedTopic.stored(store, "tidemark_run", run.get("label").asText());
      assertThat(stored).hasSize(run.get("samples").asInt());
      first = first == null ? stored : first;
      assertThat(stored.equals(first))
          .as("run %s stored the same as the first", run.get("number"))
          .isTrue();
    }
  }

  private static List<String> ab(Link line, Path out) {
    var command = new ArrayList<>(List.of("ab", "--yes", "--out", out.toString()));
    command.addAll(List.of("--runs", "6", "--run-time", "2s", "--warm-up", "3s"));
    for (String setting :
        List.of(
            "source.datagen.start=2026-01-01T00:00:00Z",
            "source.datagen.series=2000",
            "target.urls=[" + line.url() + "]",
            "write.in-flight=1",
            "parallelism=2")) {
      command.addAll(List.of("--set", setting));
    }
    command.addAll(List.of("--set-a", ComparedLine.SIDE_A));
    command.addAll(List.of("--set-b", ComparedLine.SIDE_B));
    return command;
  }

  private static ChildJvm tidemark(List<String> arguments) {
    return ChildJvm.start(Main.class, List.of("-Xmx512m"), "", arguments);
  }

  private static JsonNode progress(Path out) throws IOException {
    return JSON.readTree(Files.readAllBytes(out.resolve("ab.json")));
  }

  private static int begun(Path out) {
    try {
      return progress(out).get("begun").asInt();
    } catch (IOException e) {
      return 0;
    }
  }

  private static List<JsonNode> valid(Path out) throws IOException {
    return runs(progress(out)).stream().filter(run -> run.get("invalid").isEmpty()).toList();
  }

  private static List<JsonNode> runs(JsonNode parent) {
    var runs = new ArrayList<JsonNode>();
    parent.get("runs").forEach(runs::add);
    return runs;
  }
}
