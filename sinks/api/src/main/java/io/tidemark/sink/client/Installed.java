package io.tidemark.sink.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A database's programs on this machine: those that a variable of the environment names, else those
 * that are found.
 *
 * @param product as messages name it
 * @param variable of the environment
 * @param named what it is to name, e.g. "a program"
 * @param debian the package that has them
 */
public record Installed(String product, String variable, String named, String debian) {
  /**
   * @param isUsable also of what the variable names
   * @param others the first that is usable is taken, if the variable names nothing
   * @throws IllegalArgumentException if there is none, with what to do
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

  /** Programs of that name on the PATH; links are followed. */
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
   * Where a program's libraries lie that were unpacked with it, as Debian's packages have them.
   *
   * @param lib holds a folder ARCHITECTURE-linux-gnu
   * @return empty: they are the system's
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
   * A folder that the launcher gets, and names in a variable of the environment.
   *
   * @throws IllegalArgumentException if there is none, with what to do
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
