package io.tidemark.benchmarks.lab.part;

import io.tidemark.process.ServerUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds programs of this machine: those that a variable names, those on the PATH, or those where
 * Debian puts servers.
 */
public final class Programs {
  private static final String CURRENT = "TIDEMARK_TEST_VICTORIA_METRICS_CURRENT";
  private static final List<Path> SERVERS =
      List.of(Path.of("/usr/sbin"), Path.of("/usr/local/sbin"));

  private Programs() {}

  /**
   * @param variable environment variable that may name the program
   * @throws PartMissing if the program is missing
   */
  static Path find(String name, String variable) {
    return named(variable)
        .or(() -> onPath(name))
        .orElseThrow(
            () ->
                new PartMissing(
                    "no %s here: install it, or name its binary in %s".formatted(name, variable)));
  }

  /** Returns the current VictoriaMetrics, or that of Debian from 2022. */
  static Path victoriaMetrics(String version) {
    String variable = version.equals("current") ? CURRENT : "TIDEMARK_VICTORIA_METRICS";
    return named(variable)
        .orElseThrow(
            () ->
                new PartMissing(
                    "no VictoriaMetrics [version=%s]: name its binary in %s"
                        .formatted(version, variable)));
  }

  /** Returns vmagent or vmauth, which are built together with the current VictoriaMetrics. */
  static Path besideVictoriaMetrics(String name) {
    return named(CURRENT)
        .map(current -> current.resolveSibling(name))
        .filter(Files::isExecutable)
        .orElseGet(() -> find(name, "TIDEMARK_TEST_" + name.toUpperCase(java.util.Locale.ROOT)));
  }

  /** Returns a folder with {@code postgres} and {@code initdb}. */
  static Path postgreSql() {
    try (Stream<Path> debian =
        Files.isDirectory(Path.of("/usr/lib/postgresql"))
            ? Files.list(Path.of("/usr/lib/postgresql"))
            : Stream.empty()) {
      return Stream.concat(
              named("TIDEMARK_POSTGRESQL").stream(),
              debian.sorted().map(each -> each.resolve("bin")))
          .filter(folder -> Files.isExecutable(folder.resolve("initdb")))
          .findFirst()
          .orElseThrow(
              () ->
                  new PartMissing(
                      "no PostgreSQL server here: name the folder of its programs in TIDEMARK_POSTGRESQL"));
    } catch (IOException e) {
      throw new PartMissing("PostgreSQL's programs can't be looked for", e);
    }
  }

  private static Optional<Path> named(String variable) {
    String path = System.getenv(variable);
    if (path == null || path.isBlank()) {
      return Optional.empty();
    }
    if (!Files.exists(Path.of(path))) {
      throw new PartMissing("%s=%s is not there".formatted(variable, path));
    }
    return Optional.of(Path.of(path));
  }

  static boolean isHere(String name) {
    return onPath(name).isPresent();
  }

  private static Optional<Path> onPath(String name) {
    var folders = new ArrayList<Path>();
    String path = System.getenv("PATH");
    Stream.of(path == null ? new String[0] : path.split(":"))
        .filter(entry -> !entry.isEmpty())
        .forEach(entry -> folders.add(Path.of(entry)));
    folders.addAll(SERVERS);
    return folders.stream()
        .map(folder -> folder.resolve(name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Runs a program of the system to its end, and returns its output. */
  static String run(String... command) {
    return ServerUser.output(List.of(command));
  }

  /**
   * Does the same for a program that needs root and features of the kernel.
   *
   * @throws PartMissing if it fails
   */
  static String make(String... command) {
    try {
      return run(command);
    } catch (RuntimeException e) {
      throw new PartMissing("can't be made here (takes root)", e);
    }
  }
}
