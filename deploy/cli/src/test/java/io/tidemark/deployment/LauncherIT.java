package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.Patience;
import io.tidemark.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The launcher on a machine that has little: a Java, and none of what is built or fetched. Whatever
 * would get something is a program that notes its call and fails.
 */
class LauncherIT {
  private static final Duration ENDS_WITHIN = Duration.ofMinutes(1);

  /** What gets things, from wherever they come. */
  private static final List<String> GETTERS =
      List.of("apt-get", "mvn", "pip", "npm", "go", "docker", "dnf", "brew", "sudo");

  /** On the PATH of any Linux. */
  private static final List<String> BASICS =
      List.of(
          "apt-cache",
          "bash",
          "basename",
          "cat",
          "chmod",
          "cksum",
          "cp",
          "cut",
          "date",
          "dirname",
          "dpkg-query",
          "env",
          "find",
          "getent",
          "grep",
          "head",
          "id",
          "ls",
          "mkdir",
          "mktemp",
          "mv",
          "nproc",
          "paste",
          "readlink",
          "rm",
          "sed",
          "sh",
          "sha256sum",
          "sort",
          "stat",
          "tail",
          "tee",
          "touch",
          "tr",
          "uname",
          "wc");

  @TempDir private Path folder;
  private Path root;
  private Path bin;
  private Path calls;

  @BeforeEach
  void aMachineThatHasLittle() throws IOException {
    root = Files.createDirectories(folder.resolve("checkout"));
    bin = Files.createDirectories(folder.resolve("bin"));
    calls = folder.resolve("calls");
    for (String part : List.of("tidemark", "pom.xml", "deploy/tools", "deploy/session")) {
      copy(Repository.root().resolve(part), root.resolve(part));
    }
    copy(
        Repository.root().resolve("deploy/compose/compose.yaml"),
        root.resolve("deploy/compose/compose.yaml"));
    try (Stream<Path> sinks = Files.list(Repository.root().resolve("sinks"))) {
      for (Path sink : sinks.filter(each -> Files.exists(each.resolve("machine.sh"))).toList()) {
        copy(
            sink.resolve("machine.sh"),
            root.resolve("sinks").resolve(sink.getFileName()).resolve("machine.sh"));
      }
    }
    for (String program : BASICS) {
      for (Path place : List.of(Path.of("/usr/bin"), Path.of("/bin"))) {
        if (Files.exists(place.resolve(program)) && !Files.exists(bin.resolve(program))) {
          Files.createSymbolicLink(bin.resolve(program), place.resolve(program));
        }
      }
    }
    getter("apt-get");
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  private void getter(String name) throws IOException {
    Path program = bin.resolve(name);
    Files.writeString(program, "#!/bin/sh\necho %s \"$@\" >>'%s'\nexit 1\n".formatted(name, calls));
    assertThat(program.toFile().setExecutable(true)).isTrue();
  }

  private record Ended(int exitCode, String output, String calls) {}

  private Ended launcher(String... arguments) throws Exception {
    var command = new ArrayList<>(List.of(root.resolve("tidemark").toString()));
    command.addAll(List.of(arguments));
    return ended("", command);
  }

  /**
   * @param typed on its standard input
   */
  private Ended ended(String typed, List<String> command) throws Exception {
    Path output = folder.resolve("output");
    Path input = Files.writeString(folder.resolve("input"), typed);
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectInput(input.toFile()).redirectOutput(output.toFile());
    builder.environment().clear();
    builder.environment().put("PATH", bin.toString());
    builder.environment().put("HOME", folder.resolve("home").toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.start();
    Patience.awaitEnd(process, ENDS_WITHIN);
    return new Ended(
        process.exitValue(),
        Files.readString(output),
        Files.exists(calls) ? Files.readString(calls) : "");
  }

  @Test
  void theMainCommandNamesAllThatIsMissingAndGetsNothing() throws Exception {
    Ended run = launcher("run", "--duration", "5s");

    assertThat(run.calls()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.output())
        .contains("missing on this machine:")
        .containsPattern("Maven.*: .*apt-get install maven")
        .contains("VictoriaMetrics: its Debian package, unpacked into " + folder.resolve("home"))
        .endsWith(
            "nobody can be asked here, and nothing was installed; to get all of this: %s run --duration 5s --install\n"
                .formatted(root.resolve("tidemark")));
    assertThat(folder.resolve("home")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"test", "test --all"})
  void theTestsNameAllThatIsMissingAndGetNothing(String arguments) throws Exception {
    for (String getter : GETTERS) {
      getter(getter);
    }
    Files.delete(bin.resolve("mvn"));

    Ended test = launcher(arguments.split(" "));

    assertThat(test.calls().lines().filter(LauncherIT::gets)).isEmpty();
    assertThat(test.exitCode()).as(test.output()).isEqualTo(2);
    assertThat(test.output())
        .contains("Maven", "VictoriaMetrics:", "RocksDB:", "Kafka:", "Flink 2.", "Chromium:")
        .contains("a Docker engine:", "Docker Compose:", "Grafana's schema:")
        .contains(arguments + " --install");
  }

  /** Asking an engine whether it is there gets nothing. */
  private static boolean gets(String call) {
    return !call.startsWith("docker ") && !call.contains(" -s ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run --install", "--install run", "run --install --duration 5s"})
  void installIsAYesWhereverItStands(String arguments) throws Exception {
    Ended run = launcher(arguments.split(" "));

    assertThat(run.calls()).contains("apt-get").contains("victoria-metrics");
    assertThat(run.output()).doesNotContain("nobody can be asked");
  }

  /** A kind of database that is named is what is needed. */
  @Test
  void whatTheCommandDoesNotNeedIsNotAskedFor() throws Exception {
    Ended run = launcher("run", "--set", "target.type=rocksdb");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.output()).contains("RocksDB:").doesNotContain("VictoriaMetrics");
    assertThat(run.calls()).isEmpty();
  }

  /** It says so, and does not stop without a word. */
  @ParameterizedTest
  @ValueSource(strings = {"run", "run --install"})
  void whatNoPackageManagerHasIsNamedAsWell(String arguments) throws Exception {
    Files.delete(bin.resolve("apt-get"));

    Ended run = launcher(arguments.split(" "));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.output())
        .containsPattern("(VictoriaMetrics|Maven).* no package of it is known here");
  }

  static boolean terminalsCanBeMade() {
    return Files.isExecutable(Path.of("/usr/bin/script"));
  }

  @Test
  @EnabledIf("terminalsCanBeMade")
  void aTerminalIsAsked() throws Exception {
    Ended no = onTerminal("n\n");
    assertThat(no.output()).contains("get all of this? [y/N]").contains("nothing was installed");
    assertThat(no.calls()).isEmpty();
    assertThat(no.exitCode()).isEqualTo(2);

    Ended yes = onTerminal("y\n");
    assertThat(yes.calls()).contains("victoria-metrics");
  }

  private Ended onTerminal(String typed) throws Exception {
    String launcher = "'%s' run".formatted(root.resolve("tidemark"));
    return ended(typed, List.of("/usr/bin/script", "-qec", launcher, "/dev/null"));
  }
}
