package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.LinuxProcess;
import io.tidemark.process.MeasuredBound;
import io.tidemark.process.Patience;
import io.tidemark.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The launcher while it builds: Maven is a program that the test puts in its place. */
@Tag("seconds")
class LauncherEndsTest {
  private static final Duration STARTS_WITHIN = Duration.ofSeconds(20);
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(20);

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"TERM, 143, ''", "INT, 130, ''", "TERM, 143, TERM", "INT, 130, INT TERM"})
  void aBuildEndsWithIt(String signal, int exitCode, String ignoredByMaven) throws Exception {
    Path begun = folder.resolve("begun");
    Path maven = Files.createDirectory(folder.resolve("bin")).resolve("mvn");
    String ignores = ignoredByMaven.isEmpty() ? "" : "trap '' " + ignoredByMaven;
    Files.writeString(
        maven,
        """
        #!/bin/bash
        case $1 in -v) echo 'Apache Maven 3.9.9'; exit ;; esac
        %s
        echo $$ >'%s.part' && mv '%s.part' '%s'
        while :; do sleep 1; done
        """
            .formatted(ignores, begun, begun, begun));
    Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
    String script =
        """
        set -euo pipefail; root='%s'; . '%s/deploy/tools/machine.sh'; . '%s/deploy/tools/build.sh'
        need_java; build_if_stale
        """
            .formatted(copy(), Repository.root(), Repository.root());
    var builder =
        new ProcessBuilder("env", "--default-signal=INT", "bash", "-c", script)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile());
    builder.environment().merge("PATH", "", (path, none) -> maven.getParent() + ":" + path);
    builder.environment().remove("TIDEMARK_SKIP_BUILD");
    Process launcher = builder.start();
    try {
      Patience.await("the build", STARTS_WITHIN, () -> Files.exists(begun));
      var build = new LinuxProcess(Long.parseLong(Files.readString(begun).strip()));

      long startNanos = System.nanoTime();
      new LinuxProcess(launcher.pid()).signal(signal);
      assertThat(launcher.waitFor(Patience.of(ENDS_WITHIN).toMillis(), TimeUnit.MILLISECONDS))
          .as("it ended")
          .isTrue();

      assertThat(launcher.exitValue()).as(log()).isEqualTo(exitCode);
      assertThat(build.isAlive()).as("the build").isFalse();
      Duration took = Duration.ofNanos(System.nanoTime() - startNanos);
      MeasuredBound.check(() -> assertThat(took).isLessThan(Patience.of(ENDS_WITHIN)));
    } finally {
      launcher.destroyForcibly();
    }
  }

  private String log() throws IOException {
    return Files.readString(folder.resolve("log"));
  }

  /** What the build looks at before it begins: nothing was built there. */
  private Path copy() throws IOException {
    Path root = Files.createDirectories(folder.resolve("root"));
    Files.copy(Repository.root().resolve("pom.xml"), root.resolve("pom.xml"));
    Files.createDirectories(root.resolve("deploy/release"));
    Files.writeString(root.resolve("deploy/release/commit-date"), "2026-01-01T00:00:00Z\n");
    Files.createDirectories(root.resolve("deploy/tools"));
    Files.copy(
        Repository.root().resolve("deploy/tools/launch.sh"),
        root.resolve("deploy/tools/launch.sh"));
    return root;
  }
}
