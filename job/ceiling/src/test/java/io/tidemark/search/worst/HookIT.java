package io.tidemark.search.worst;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.process.Patience;
import io.tidemark.process.RunException;
import io.tidemark.process.WithheldVariables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real commands, each of which writes what it does into a file. */
class HookIT {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir Path folder;
  private final List<String> warned = new ArrayList<>();
  private Path did;
  private Undos pending;

  @BeforeEach
  void name() {
    did = folder.resolve("did");
    pending = new Undos(folder.resolve("pending"));
  }

  private Hook hook(String command, String undo, Duration limit) {
    return new Hook("node-down", inFolder(command), inFolder(undo), limit, pending);
  }

  private String inFolder(String command) {
    return "cd '%s'; %s".formatted(folder, command);
  }

  private Happening begin(Hook hook) {
    return hook.begin(warned::add);
  }

  private String did() {
    try {
      return Files.readString(did);
    } catch (IOException e) {
      return "";
    }
  }

  private static void awaitMade(Happening happening) {
    Patience.await("a hook", LIMIT, happening::isMade);
  }

  @Test
  void isUndoneAfterItWasMade() {
    try (Happening happening = begin(hook("echo down >>did", "echo up >>did", LIMIT))) {
      awaitMade(happening);
      assertThat(did()).isEqualTo("down\n");
      assertThat(pending.unfinished())
          .isEqualTo("node-down is not undone: `%s`".formatted(inFolder("echo up >>did")));
      assertThat(pending.left()).as("this process still runs").isEmpty();
    }

    assertThat(did()).isEqualTo("down\nup\n");
    assertThat(pending.unfinished()).isEmpty();
    assertThat(pending.folder()).isEmptyDirectory();
  }

  /** It may have done a part of it. */
  @Test
  void isUndoneAfterItFailed() {
    assertThatThrownBy(
            () -> {
              try (Happening happening =
                  begin(hook("echo half; echo no >&2; exit 3", "echo up >>did", LIMIT))) {
                awaitMade(happening);
              }
            })
        .isInstanceOf(RunException.class)
        .hasMessageStartingWith("node-down could not be made: `")
        .hasMessageEndingWith("ended with exit code 3: half no");

    assertThat(did()).isEqualTo("up\n");
    assertThat(pending.folder()).isEmptyDirectory();
  }

  @Test
  void isUndoneWhenWhoWatchesFails() {
    assertThatThrownBy(
            () -> {
              try (Happening happening = begin(hook("echo down >>did", "echo up >>did", LIMIT))) {
                awaitMade(happening);
                throw new RunException("the job ended by itself");
              }
            })
        .hasMessage("the job ended by itself");

    assertThat(did()).isEqualTo("down\nup\n");
  }

  /** With what it has started: that would go on beside the undo. */
  @Test
  void isKilledWhenItTakesTooLong() {
    String endless = "(sleep 300; echo late >>did) & echo $! >child; wait";
    assertThatThrownBy(
            () -> {
              try (Happening happening =
                  begin(hook(endless, "echo up >>did", Duration.ofSeconds(1)))) {
                awaitMade(happening);
              }
            })
        .hasMessageEndingWith("did not end within 1 s and was killed");

    assertThat(did()).isEqualTo("up\n");
    long child = Long.parseLong(read(folder.resolve("child")));
    Patience.await(
        "the end of a child",
        LIMIT,
        () -> !ProcessHandle.of(child).map(ProcessHandle::isAlive).orElse(false));
  }

  /** The shell would say so as soon as the first of many children is gone. */
  @Test
  void doesNothingMoreWhenItsChildrenAreKilled() {
    String manyChildren =
        "sleep 300 & first=$!; for i in $(seq 200); do sleep 300 & done; "
            + "wait $first; echo late >>did";
    assertThatThrownBy(
            () -> {
              try (Happening happening =
                  begin(hook(manyChildren, "echo up >>did", Duration.ofSeconds(2)))) {
                awaitMade(happening);
              }
            })
        .hasMessageEndingWith("did not end within 2 s and was killed");

    assertThat(did()).isEqualTo("up\n");
  }

  /** A daemon that a hook starts keeps its output open, and is no reason to wait. */
  @Test
  void mayLeaveSomethingRunning() {
    try (Happening happening =
        begin(hook("sleep 30 & echo $! >child", "kill $(cat child)", LIMIT))) {
      awaitMade(happening);
    }

    assertThat(pending.folder()).isEmptyDirectory();
  }

  @Test
  void isKilledWhenNobodyWaitsForItAnyMore() throws Exception {
    Duration longer = LIMIT.multipliedBy(10);
    Happening happening = begin(hook("echo $$ >shell; sleep 300", "echo up >>did", longer));
    Patience.await("a shell", LIMIT, () -> !read(folder.resolve("shell")).isEmpty());
    long shell = Long.parseLong(read(folder.resolve("shell")));

    Future<?> closed =
        Happening.beside(
            () -> {
              happening.close();
              return null;
            });

    Patience.get(closed, LIMIT);
    assertThat(ProcessHandle.of(shell).map(ProcessHandle::isAlive).orElse(false)).isFalse();
    assertThat(did()).isEqualTo("up\n");
  }

  /** Whatever else went wrong must not hide it. */
  @Test
  void whatCannotBeUndoneIsSaidAndKept() {
    assertThatThrownBy(
            () -> {
              try (Happening happening = begin(hook("true", "exit 4", LIMIT))) {
                awaitMade(happening);
              }
            })
        .isInstanceOf(RunException.class)
        .hasMessageStartingWith("node-down is not undone: ")
        .hasMessageContaining("ended with exit code 4; undo it by hand, then remove ");

    assertThat(warned).hasSize(1);
    assertThat(pending.unfinished()).isNotEmpty();
  }

  @Test
  void keepsOnlyTheEndOfWhatItPrints() {
    String chatty =
        "i=0; while [ $i -lt 20000 ]; do echo word; i=$((i + 1)); done; echo last; exit 1";

    assertThat(ShellCommand.run(chatty, Patience.of(LIMIT), () -> false))
        .hasValueSatisfying(
            problem -> assertThat(problem).endsWith("word last").hasSizeLessThan(600));
  }

  @Test
  void seesNoSecretOfOurs() {
    // Maven's script exports these, and nothing here needs them.
    String known =
        Stream.of("MAVEN_CMD_LINE_ARGS", "MAVEN_PROJECTBASEDIR")
            .filter(System.getenv()::containsKey)
            .findFirst()
            .orElseThrow();
    String print = "printenv " + known;
    assertThat(ShellCommand.run(print, Patience.of(LIMIT), () -> false)).isEmpty();

    WithheldVariables.add(known);

    assertThat(ShellCommand.run(print, Patience.of(LIMIT), () -> false))
        .hasValue("ended with exit code 1");
  }

  /** How it is undone has to be known first. */
  @Test
  void isNotBegunIfItsUndoCannotBeKept() throws IOException {
    Files.createFile(pending.folder());

    assertThatThrownBy(() -> begin(hook("echo down >>did", "echo up >>did", LIMIT)))
        .isInstanceOf(RunException.class)
        .hasMessageStartingWith("node-down was not begun: how to undo it can't be kept in ");

    assertThat(did()).isEmpty();
  }

  /** Every command looks for what is left, and must not fail for what it finds. */
  @Test
  void whatIsNoRecordIsPassedOver() throws IOException {
    Files.createDirectories(pending.folder());
    Files.writeString(pending.folder().resolve("a.properties"), "undo=true\nprocess=mine\n");
    Files.writeString(pending.folder().resolve("b.properties"), "undo=true\n");
    Files.writeString(pending.folder().resolve("c.properties"), "undo=\\uZZ\n");
    Files.write(pending.folder().resolve("d.properties"), new byte[] {(byte) 0xFF});

    assertThat(pending.left()).isEmpty();
    assertThat(pending.unfinished()).isEmpty();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      return "";
    }
  }
}
