package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.cli.Main;
import io.tidemark.savepoint.Catalogue;
import io.tidemark.simulated.Link;
import io.tidemark.testing.VictoriaMetricsContainer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code tidemark ab} inside its own process: a generator and a database behind a long and thin
 * line, killed in the middle and gone on with.
 */
class AbKilledIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  @TempDir Path folder;

  @Test
  void goesOnAfterAKillAndShowsWhichSideIsFasterOnTheSameSamples() throws Exception {
    try (var store = VictoriaMetricsContainer.start();
        var line = ComparedLine.to(store)) {
      Path out = folder.resolve("out");
      Process killed = tidemark(ab(line, out));
      await()
          .atMost(Duration.ofMinutes(3))
          .until(() -> !killed.isAlive() || begun(out) > 3 && valid(out).size() >= 2);
      assertThat(killed.isAlive()).as(text("err")).isTrue();
      killed.destroyForcibly().waitFor();
      List<JsonNode> before = runs(progress(out));
      String savepoint = progress(out).get("savepoint").asText();
      assertThat(Catalogue.verify(savepoint).manifest().source()).isEqualTo("datagen");

      Process resumed = tidemark(List.of("ab", "--resume", out.toString(), "--json"));

      assertThat(resumed.waitFor(4, TimeUnit.MINUTES)).isTrue();
      assertThat(resumed.exitValue()).as(text("err")).isZero();
      JsonNode result = JSON.readTree(text("out"));
      assertThat(runs(result).subList(0, before.size())).isEqualTo(before);
      assertThat(result.get("savepoint").asText()).isEqualTo(savepoint);
      assertThat(result.get("verdict").asText()).isEqualTo("A_FASTER");
      assertThat(result.get("pValue").asDouble()).isLessThan(0.05);
      assertThat(result.get("high").asDouble()).isNegative();
      assertThatAllReadTheRange(result, store);
      Catalogue.verify(savepoint);
      assertThatNothingMoreIsDoneWhenItIsResumedAgain(out, result);
    }
  }

  private void assertThatNothingMoreIsDoneWhenItIsResumedAgain(Path out, JsonNode result)
      throws Exception {
    Process again = tidemark(List.of("ab", "--resume", out.toString(), "--json"));

    assertThat(again.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(again.exitValue()).as(text("err")).isZero();
    assertThat(JSON.readTree(text("out"))).isEqualTo(result);
    assertThat(text("err")).doesNotContain("rehearsing").doesNotContain("run ");
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
    var command = new ArrayList<>(List.of("ab", "--out", out.toString()));
    command.addAll(List.of("--run-time", "3s", "--warm-up", "3s"));
    for (String setting :
        List.of(
            "source.datagen.start=2026-01-01T00:00:00Z",
            "source.datagen.series=2000",
            "target.urls=[" + line.url() + "]",
            "write.in-flight=1",
            "parallelism=2")) {
      command.addAll(List.of("--set", setting));
    }
    command.addAll(List.of("--set-a", "write.batch-samples=10000"));
    command.addAll(List.of("--set-b", "write.batch-samples=500"));
    return command;
  }

  private Process tidemark(List<String> arguments) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(System.getProperty("tidemark.test.jvm-options", "-Xmx512m").split(" ")));
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            Main.class.getName()));
    command.addAll(arguments);
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectOutput(new File(folder.toFile(), "out.txt"))
        .redirectError(new File(folder.toFile(), "err.txt"))
        .start();
  }

  private String text(String name) throws IOException {
    return Files.readString(folder.resolve(name + ".txt"));
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
