package io.tidemark.deployment;

import io.tidemark.process.Patience;
import io.tidemark.testing.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Docker Compose on {@code deploy/compose}, under whichever of its names it is here.
 *
 * @param command with the project and the file
 */
record Compose(List<String> command) {
  static final Path FILE = Repository.root().resolve("deploy/compose/compose.yaml");

  private static final List<List<String>> NAMES =
      List.of(List.of("docker", "compose"), List.of("docker-compose"));
  private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(30);

  /**
   * @param output of both streams
   */
  record Answer(int exitCode, String output) {
    String lastLine() {
      return output.substring(output.lastIndexOf('\n') + 1);
    }
  }

  /**
   * @param project what its containers, networks and volumes are named after
   */
  static Optional<Compose> found(String project) {
    return NAMES.stream()
        .filter(name -> new Compose(name).run(ANSWERS_WITHIN, "version").exitCode() == 0)
        .map(name -> new Compose(with(name, "-p", project, "-f", FILE.toString())))
        .findFirst();
  }

  private static List<String> with(List<String> command, String... arguments) {
    var all = new ArrayList<>(command);
    all.addAll(List.of(arguments));
    return all;
  }

  /** Exit code -1 where it is not there or has not ended in time. */
  Answer run(Duration usual, String... arguments) {
    try {
      Path output = Files.createTempFile("tidemark-compose", ".log");
      try {
        Process process =
            new ProcessBuilder(with(command, arguments))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(Patience.of(usual).toMillis(), TimeUnit.MILLISECONDS);
        process.destroy();
        return new Answer(ended ? process.exitValue() : -1, Files.readString(output).strip());
      } catch (IOException e) {
        return new Answer(-1, e.getMessage());
      } finally {
        Files.delete(output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
