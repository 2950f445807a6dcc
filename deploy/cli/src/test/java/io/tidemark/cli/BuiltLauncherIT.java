package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.testing.ChildJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  private static String output(List<String> environment, String... arguments)
      throws InterruptedException {
    try (var launcher = ChildJvm.launcher(environment, List.of(arguments))) {
      assertThat(launcher.exitCode(Duration.ofSeconds(30))).as(launcher::errors).isZero();
      return launcher.output();
    }
  }
}
