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
import java.util.Map;
import java.util.stream.Stream;

/** The project's files as they are here and now, in a repository of their own with one commit. */
record ProjectCopy(Path root) {
  private static final Duration LIMIT = Duration.ofMinutes(10);

  /**
   * @param output what a user would pipe
   * @param errors what a user would read
   */
  record Answer(int exitCode, String output, String errors) {}

  static ProjectCopy in(Path folder) throws Exception {
    var copy = new ProjectCopy(Files.createDirectories(folder).toRealPath());
    String pack = "git ls-files -coz --exclude-standard | tar --null --ignore-failed-read -T - -c";
    copy.mustRun(
        List.of(
            "bash",
            "-c",
            "cd '%s' && %s | tar -x -C '%s'".formatted(Repository.root(), pack, copy.root)));
    copy.git("init", "-q");
    copy.commit("A copy");
    return copy;
  }

  /** As after {@link #in}. */
  void reset(String commit) throws Exception {
    git("reset", "-q", "--hard", commit);
    git("clean", "-q", "-d", "-f", "-x");
  }

  void commit(String message) throws Exception {
    git("add", "--all");
    git("commit", "-q", "--allow-empty", "--no-verify", "-m", message);
  }

  String git(String... arguments) throws Exception {
    var command = new ArrayList<>(List.of("git", "-C", root.toString()));
    for (String setting :
        List.of("user.name=Test", "user.email=test@tidemark.example", "commit.gpgsign=false")) {
      command.addAll(List.of("-c", setting));
    }
    command.addAll(List.of(arguments));
    return mustRun(command);
  }

  private String mustRun(List<String> command) throws Exception {
    Answer answer = answer(command, Map.of());
    assertThat(answer.exitCode()).as(answer.errors()).isZero();
    return answer.output().strip();
  }

  Answer release(String... arguments) throws Exception {
    return release(List.of(), Map.of(), arguments);
  }

  /**
   * @param before a command that starts the script
   */
  Answer release(List<String> before, Map<String, String> environment, String... arguments)
      throws Exception {
    String script = root.resolve("deploy/release/release").toString();
    return answer(
        Stream.of(before.stream(), Stream.of(script), Stream.of(arguments))
            .flatMap(each -> each)
            .toList(),
        environment);
  }

  /** The version that the sources of this very project would be released as. */
  static String version() throws IOException {
    return Chart.about("appVersion").toString().replace("-SNAPSHOT", "");
  }

  String read(String path) throws IOException {
    return Files.readString(root.resolve(path));
  }

  Answer answer(List<String> command, Map<String, String> environment) throws Exception {
    Path errors = Files.createTempFile("command", ".err");
    Path output = Files.createTempFile("command", ".out");
    try {
      var builder =
          new ProcessBuilder(command)
              .redirectError(errors.toFile())
              .redirectOutput(output.toFile());
      builder.environment().keySet().removeIf(ProjectCopy::isOfTheTests);
      builder.environment().putAll(environment);
      Process process = builder.start();
      process.getOutputStream().close();
      Patience.awaitEnd(process, LIMIT);
      return new Answer(process.exitValue(), Files.readString(output), Files.readString(errors));
    } finally {
      Files.delete(errors);
      Files.delete(output);
    }
  }

  /** A release must not take what this build has made, nor publish to where its user does. */
  private static boolean isOfTheTests(String variable) {
    return variable.startsWith("TIDEMARK_") || variable.startsWith("GIT_");
  }
}
