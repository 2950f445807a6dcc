package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cli.Main;
import io.tidemark.process.Patience;
import io.tidemark.testing.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** However a process with a hook ends, its event is undone, or the next start says how. */
@Tag("guards:job/ceiling/src/main/java/io/tidemark/search/worst")
class HookEndsIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir Path folder;

  private ChildJvm start(Class<?> main, List<String> arguments) throws IOException {
    Path cache = folder.resolve("cache");
    return ChildJvm.startUnder(
        List.of("env", "-C", folder.toString(), "XDG_CACHE_HOME=" + cache),
        main,
        List.of(),
        arguments);
  }

  private ChildJvm held(String command) throws IOException {
    ChildJvm held = start(HeldHook.class, List.of(command, "echo up >>did"));
    Patience.await("a hook that has begun", PATIENCE, () -> Files.exists(folder.resolve("did")));
    return held;
  }

  private List<Path> records() {
    try (Stream<Path> files = Files.list(folder.resolve("cache/tidemark/undo"))) {
      return files.toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Made already, or still at it: that is killed first. */
  @ParameterizedTest
  @CsvSource({
    "TERM, 143, echo down >>did",
    "INT, 130, echo down >>did",
    "TERM, 143, echo down >>did; sleep 100; echo late >>did"
  })
  void aSignalHasItUndone(String signal, int exitCode, String command) throws Exception {
    try (ChildJvm held = held(command)) {
      held.signal(signal);

      assertThat(held.exitCode(StoppedCommand.ENDS_WITHIN)).as(held.errors()).isEqualTo(exitCode);
      assertThat(folder.resolve("did")).hasContent("down\nup");
      assertThat(records()).isEmpty();
    }
  }

  @Test
  void afterSigkillEveryStartSaysHowToUndoIt() throws Exception {
    try (ChildJvm held = held("echo down >>did")) {
      held.signal("KILL");
      held.exitCode(PATIENCE);
    }
    assertThat(folder.resolve("did")).hasContent("down");
    assertThat(records()).hasSize(1);

    for (int i = 0; i < 2; i++) {
      assertThat(saidAtAStart())
          .startsWith("tidemark: node-down of an earlier search (process ")
          .contains(
              "is not undone; in " + folder.toRealPath() + " run `echo up >>did`, then remove ")
          .contains(records().get(0).toString());
    }
    Files.delete(records().get(0));
    assertThat(saidAtAStart()).isEmpty();
  }

  private String saidAtAStart() throws Exception {
    try (ChildJvm start = start(Main.class, List.of("--version"))) {
      assertThat(start.exitCode(PATIENCE)).isZero();
      return start.errors();
    }
  }
}
