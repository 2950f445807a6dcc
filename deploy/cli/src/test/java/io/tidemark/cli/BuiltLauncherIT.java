package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.process.OwnedProcess;
import io.tidemark.testing.ChildJvm;
import io.tidemark.testing.Repository;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code ./tidemark} shows once it is built. */
class BuiltLauncherIT {
  @TempDir Path folder;

  @Test
  void namesTheCommitThatItWasBuiltOf() throws InterruptedException {
    assertThat(output(List.of(), "--version"))
        .containsPattern("(?m)^tidemark \\S+, commit (unknown|[0-9a-f]{7,}) of 20\\S+$");
  }

  @Test
  void takesTheConfigurationThatAVariableNames() throws Exception {
    Path file = Files.writeString(folder.resolve("run.yaml"), "amplify: {m: 7}");

    assertThat(output(List.of("TIDEMARK_CONFIG=" + file), "config")).contains("m: 7");
    assertThat(output(List.of("TIDEMARK_CONFIG="), "config")).contains("m: 1");
  }

  @Test
  void anOptionWinsOverTheVariable() throws Exception {
    Path file = Files.writeString(folder.resolve("run.yaml"), "amplify: {m: 7}");

    assertThat(output(List.of("TIDEMARK_CONFIG=none.yaml"), "config", "-c", file.toString()))
        .contains("m: 7");
  }

  /** Where no file is named: those of a comparison are not to be mixed with that of every day. */
  @Test
  void aComparisonTakesItTooUnlessItNamesFiles() throws Exception {
    List<String> none = List.of("TIDEMARK_CONFIG=none.yaml");
    String a = Files.writeString(folder.resolve("a.yaml"), "amplify: {m: 0}").toString();

    assertThat(errors(none, "ab"))
        .contains("no configuration file at none.yaml (TIDEMARK_CONFIG)")
        .hasLineCount(1);
    assertThat(errors(none, "ab", "-a", a)).contains("amplify.m=0: must be").hasLineCount(1);
    assertThat(errors(none, "ab", "-c", a)).contains("amplify.m=0: must be").hasLineCount(1);
  }

  /** Editors and logs of CI have such a terminal. */
  @ParameterizedTest
  @ValueSource(strings = {"--help", "run --duration 2s --set target.type=null --set parallelism=1"})
  void aDumbTerminalIsSentNoCursorMovementAndNoColour(String arguments) throws Exception {
    assumeTrue(OwnedProcess.onPath("script"), "no terminal can be made: script is not on the PATH");
    assertThat(onTerminal("xterm", arguments)).contains("\u001b[");
    assertThat(onTerminal("dumb", arguments)).isNotBlank().doesNotContain("\u001b");
  }

  private static String onTerminal(String kind, String arguments) throws IOException {
    String command =
        "env -u NO_COLOR TERM=%s TIDEMARK_SKIP_BUILD=1 '%s' %s"
            .formatted(kind, Repository.root().resolve("tidemark"), arguments);
    Process terminal =
        new ProcessBuilder("script", "-qec", command, "/dev/null")
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .start();
    return new String(terminal.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static String errors(List<String> environment, String... arguments)
      throws InterruptedException {
    try (var launcher = ChildJvm.launcher(environment, List.of(arguments))) {
      assertThat(launcher.exitCode(Duration.ofSeconds(30))).isEqualTo(2);
      return launcher.errors();
    }
  }

  private static String output(List<String> environment, String... arguments)
      throws InterruptedException {
    try (var launcher = ChildJvm.launcher(environment, List.of(arguments))) {
      assertThat(launcher.exitCode(Duration.ofSeconds(30))).as(launcher::errors).isZero();
      return launcher.output();
    }
  }
}
