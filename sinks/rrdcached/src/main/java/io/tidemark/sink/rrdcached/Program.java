package io.tidemark.sink.rrdcached;

import io.tidemark.process.ServerUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * RRDcached on this machine, and how it is run: not as root.
 *
 * @param file the program
 * @param libraries where libraries lie that were unpacked with it; empty: they are the system's
 */
record Program(Path file, Optional<Path> libraries) {
  private static final String VARIABLE = "TIDEMARK_RRDCACHED";

  /**
   * @throws IllegalArgumentException if there is none, with what to do
   */
  static Program found() {
    String named = System.getenv(VARIABLE);
    if (named != null && !named.isBlank()) {
      Path file = Path.of(named).toAbsolutePath();
      if (!Files.isExecutable(file)) {
        throw new IllegalArgumentException("%s=%s is no program".formatted(VARIABLE, named));
      }
      return new Program(file, unpacked(file));
    }
    String path = System.getenv("PATH");
    return Stream.of(path == null ? new String[0] : path.split(":"))
        .filter(entry -> !entry.isEmpty())
        .map(entry -> Path.of(entry, "rrdcached"))
        .filter(Files::isExecutable)
        .findFirst()
        .map(file -> new Program(file, Optional.empty()))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no rrdcached here; install it (Debian, Ubuntu: apt-get install rrdcached), name its program in %s, or name a running one in target.urls"
                        .formatted(VARIABLE)));
  }

  /** As Debian's packages have them: usr/bin and usr/lib/ARCHITECTURE-linux-gnu. */
  private static Optional<Path> unpacked(Path file) {
    Path lib = file.resolveSibling("../lib").normalize();
    if (lib.startsWith("/usr") || !Files.isDirectory(lib)) {
      return Optional.empty();
    }
    try (Stream<Path> found = Files.list(lib)) {
      return found.filter(path -> path.toString().endsWith("-linux-gnu")).findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  static ServerUser user() {
    return ServerUser.of("RRDcached", "_rrdcached");
  }

  /**
   * @param in which the user owns
   */
  List<String> command(Path in, List<String> arguments) {
    return user().command(in, libraries, file, arguments);
  }
}
