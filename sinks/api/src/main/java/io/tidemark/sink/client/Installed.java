package io.tidemark.sink.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A database's programs on this machine: those that an environment variable names, or else those
 * that are found.
 *
 * @param product the database's name for messages
 * @param variable the environment variable's name
 * @param named what it must name, for messages, e.g. "a program"
 * @param debian the Debian package that has the programs
 */
public record Installed(String product, String variable, String named, String debian) {
  /**
   * Returns what the variable names, or else the first of the others that is usable.
   *
   * @param isUsable tells whether a path is usable, also the one that the variable names
   * @param others the paths to try if the variable names nothing
   * @throws IllegalArgumentException if there is none; the message says what to do
   */
  public Path find(Predicate<Path> isUsable, Stream<Path> others) {
    String value = System.getenv(variable);
    if (value == null || value.isBlank()) {
      return others.filter(isUsable).findFirst().orElseThrow(this::missing);
    }
    Path path = Path.of(value).toAbsolutePath();
    if (!isUsable.test(path)) {
      throw new IllegalArgumentException("%s=%s is not %s".formatted(variable, value, named));
    }
    return path;
  }

  private IllegalArgumentException missing() {
    return new IllegalArgumentException(
        "no %s here; install it (Debian, Ubuntu: apt-get install %s), name %s in %s, or name a running one in target.urls"
            .formatted(product, debian, named, variable));
  }

  /** Returns the programs of that name on the PATH; links are followed. */
  public static Stream<Path> onPath(String program) {
    String path = System.getenv("PATH");
    return Stream.of(path == null ? new String[0] : path.split(":"))
        .filter(entry -> !entry.isEmpty())
        .map(entry -> Path.of(entry, program))
        .filter(Files::isExecutable)
        .map(Installed::real);
  }

  private static Path real(Path program) {
    try {
      return program.toRealPath();
    } catch (IOException e) {
      return program.toAbsolutePath();
    }
  }

  /**
   * Returns the folder of a program's libraries if they were unpacked with it, as Debian's packages
   * have them; empty if they are the system's.
   *
   * @param lib the folder that holds a folder ARCHITECTURE-linux-gnu
   */
  public static Optional<Path> libraries(Path lib) {
    if (lib.startsWith("/usr") || !Files.isDirectory(lib)) {
      return Optional.empty();
    }
    try (Stream<Path> found = Files.list(lib)) {
      return found.filter(path -> path.toString().endsWith("-linux-gnu")).findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns a folder that the launcher gets, and names in an environment variable.
   *
   * @throws IllegalArgumentException if there is none; the message says what to do
   */
  public static Path fetched(String product, String variable) {
    String value = System.getenv(variable);
    if (value == null || !Files.isDirectory(Path.of(value))) {
      throw new IllegalArgumentException(
          "no %s here [%s=%s]; start Tidemark with ./tidemark, which gets it, or name a running one in target.urls"
              .formatted(product, variable, value == null ? "" : value));
    }
    return Path.of(value).toAbsolutePath();
  }
}
