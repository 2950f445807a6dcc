package io.tidemark.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnedProcessIT {
  private static final Duration STARTS_WITHIN = Duration.ofSeconds(20);

  @Test
  void removesTheFolderWithAllThatIsInIt() throws Exception {
    Path folder;
    try (OwnedProcess guard = OwnedProcess.folder("test")) {
      folder = guard.folder();
      Files.writeString(Files.createDirectories(folder.resolve("a/b")).resolve("c"), "d");
    }

    assertThat(folder).doesNotExist();
  }

  @Test
  void endsAProcessThatWouldNotEndByItself() {
    Path folder = OwnedProcess.newFolder("test");
    Path pid = folder.resolve("pid");
    ProcessHandle process;
    String ignoringSignals =
        "trap '' TERM INT HUP; echo $$ >'%s.new'; mv '%s.new' '%s'; while :; do sleep 1; done";
    try (OwnedProcess guard =
        OwnedProcess.start(folder, List.of("sh", "-c", ignoringSignals.formatted(pid, pid, pid)))) {
      assertThat(guard.folder()).isEqualTo(folder);
      Patience.await("the shell's own id", STARTS_WITHIN, () -> Files.exists(pid));
      process = ProcessHandle.of(Long.parseLong(read(pid))).orElseThrow();
      assertThat(process.isAlive()).isTrue();
    }

    assertThat(process.isAlive()).isFalse();
    assertThat(folder).doesNotExist();
  }

  @Test
  void letsAProgramPutAwayWhatItWouldLeaveBehind() throws Exception {
    Path left = Files.createTempFile("tidemark-left-", "");
    Path folder = OwnedProcess.newFolder("test");
    String tidy = "trap 'rm %s; exit' TERM; touch %s/ready; while :; do sleep 0.1; done";
    try (OwnedProcess guard =
        OwnedProcess.start(folder, "TERM", List.of("sh", "-c", tidy.formatted(left, folder)))) {
      Patience.await(
          "what the shell leaves behind",
          STARTS_WITHIN,
          () -> Files.exists(guard.folder().resolve("ready")));
    }

    assertThat(left).doesNotExist();
    assertThat(folder).doesNotExist();
  }

  @Test
  void saysWhatAProcessPrintedThatEndedBeforeItWasReady() {
    var guard =
        OwnedProcess.start(
            OwnedProcess.newFolder("test"), List.of("sh", "-c", "echo first; echo; echo last"));

    assertThatThrownBy(() -> guard.awaitReady("it", Patience.of(STARTS_WITHIN), () -> false))
        .isInstanceOf(RunException.class)
        .hasMessage("it ended at its start; its log: first ... last");
    assertThat(guard.folder()).doesNotExist();
  }

  @Test
  void givesUpOnAProcessThatDoesNotBecomeReady() {
    var guard = OwnedProcess.start(OwnedProcess.newFolder("test"), List.of("sleep", "60"));

    assertThatThrownBy(() -> guard.awaitReady("it", Duration.ofSeconds(1), () -> false))
        .isInstanceOf(RunException.class)
        .hasMessage("it did not become ready within 1 s; its log: (none)");
    assertThat(guard.process().isAlive()).isFalse();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
