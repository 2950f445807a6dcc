package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.cli.Main;
import io.tidemark.testing.ChildJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A folder that takes no dead letter: a file system of its own, read-only or of a few kilobytes,
 * which only the command sees.
 */
class DeadLetterFolderIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int BROKEN = 200;

  @TempDir Path folder;

  @Test
  void aRunWhoseLettersCanNotBeWrittenFails() throws Exception {
    try (ChildJvm tidemark = run("ro", "")) {
      assertThat(tidemark.exitCode(PATIENCE)).as(tidemark.errors()).isEqualTo(1);
      assertThat(tidemark.errors()).contains(folder.resolve("dead").toString());
    }
  }

  /** Checkpoints go on, and the run ends as if nothing had been refused but what was. */
  @Test
  void aFullDiskLosesNoCountOfALetter() throws Exception {
    try (ChildJvm tidemark = run("size=64k", " --json --set dead-letter.max-free-share=1")) {
      assertThat(tidemark.exitCode(PATIENCE)).as(tidemark.errors()).isZero();
      JsonNode result = new ObjectMapper().readTree(tidemark.output());
      long refused = result.get("recordsRejected").asLong();
      assertThat(refused).isEqualTo(BROKEN);
      assertThat(result.get("samplesAcked").asLong()).isEqualTo(BROKEN);
      JsonNode letters = result.get("deadLetters");
      assertThat(letters.get("kept").asLong()).isBetween(1L, refused - 1);
      assertThat(letters.get("overSpace").asLong())
          .isEqualTo(refused - letters.get("kept").asLong());
      assertThat(tidemark.errors()).contains("counted and no longer kept");
    }
  }

  private ChildJvm run(String mounted, String more) throws Exception {
    Path dead = Files.createDirectory(folder.resolve("dead"));
    String script = "mount -t tmpfs -o %s none '%s' && exec \"$@\"".formatted(mounted, dead);
    return ChildJvm.startUnder(
        List.of("unshare", "--map-root-user", "--mount", "sh", "-c", script, "sh"),
        Main.class,
        List.of("-Xmx512m"),
        List.of(
            ("run -q --set source.type=file --set source.file.format=influx"
                    + " --set source.file.path=%s --set target.type=null"
                    + " --set dead-letter.path=%s --set parallelism=1"
                    + " --set checkpoint.interval=500ms"
                    + more)
                .formatted(input(), dead)
                .split(" ")));
  }

  /** A good line after each broken one. */
  private Path input() throws Exception {
    String lines =
        IntStream.range(0, BROKEN)
            .mapToObj(
                n ->
                    "broken%d%s\nm f=%d 1750000000%03d000000\n".formatted(n, "x".repeat(500), n, n))
            .collect(Collectors.joining());
    return Files.writeString(folder.resolve("input.lp"), lines);
  }
}
