package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.cli.Main;
import io.tidemark.testing.ChildJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same traffic into a Prometheus and into a VictoriaMetrics, each started for each run. */
@Tag("slow")
@Tag("guards:savepoints/ab")
@Tag("guards:sinks/prometheus")
class AbAcrossKindsIT {
  @TempDir Path folder;

  @Test
  void comparesTwoKindsOfDatabaseAndSaysWhatThatMeans() throws Exception {
    Path a = side("a", "remote-write");
    Path b = side("b", "victoriametrics");
    Path out = folder.resolve("out");
    var command = new ArrayList<>(List.of("ab", "--json", "--out", out.toString()));
    command.addAll(List.of("-a", a.toString(), "-b", b.toString()));
    command.addAll(List.of("--runs", "6", "--run-time", "1s", "--warm-up", "2s"));

    try (var tidemark = ChildJvm.start(Main.class, List.of("-Xmx512m"), "", command)) {
      int code = tidemark.exitCode(Duration.ofMinutes(6));
      assertThat(code).as(tidemark.errors()).isIn(0, 3);
      JsonNode result = new ObjectMapper().readTree(tidemark.output());

      var read = new HashSet<Long>();
      var labels = new HashSet<String>();
      var valid = new ArrayList<String>();
      for (JsonNode run : result.get("runs")) {
        if (!run.get("invalid").isEmpty()) {
          continue; // It was made again.
        }
        valid.add(run.get("arm").asText());
        read.add(run.get("sourceSamples").asLong());
        labels.add(run.get("label").asText());
        assertThat(run.get("samplesDeadLettered").asLong()).as("%s", run).isZero();
        assertThat(run.get("samples").asLong()).isEqualTo(run.get("sourceSamples").asLong());
      }
      assertThat(read).as("the same range").hasSize(1);
      assertThat(valid).contains("A", "B");
      assertThat(labels).as("a database of its own").containsExactly("");
      assertThat(result.get("database").asText())
          .startsWith("A: started by Tidemark for each run")
          .contains("flavour=prometheus")
          .contains("; B: started by Tidemark for each run");
    }
    assertThat(Files.readString(out.resolve("report.md")))
        .contains(
            "| target.type | remote-write | victoriametrics |",
            "| amplify.layout | series | time |",
            "| target: how samples get there | remote write 1 or 2 over HTTP, Snappy | ",
            "| target: what an acknowledged sample is | Prometheus: in its log, not synced. ",
            "| in its memory: a crash may lose seconds |")
        .doesNotContain("target.urls");
    assertThat(out.resolve("database-a")).doesNotExist();
    assertThat(out.resolve("database-b")).doesNotExist();
  }

  private Path side(String name, String type) throws Exception {
    return Files.writeString(
        folder.resolve(name + ".yaml"),
        "source: {type: datagen, datagen: {series: 500, interval: 1s}}\n"
            + "target: {type: %s}\nparallelism: 2\n".formatted(type));
  }
}
