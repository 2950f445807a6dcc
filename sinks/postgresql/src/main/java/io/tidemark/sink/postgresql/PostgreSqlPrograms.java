package io.tidemark.sink.postgresql;

import io.tidemark.process.RunException;
import io.tidemark.process.ServerUser;
import io.tidemark.sink.client.Installed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * PostgreSQL's programs on this machine, and how to run them: never as root, which they refuse.
 *
 * @param folder the folder that holds {@code postgres} and {@code initdb}
 * @param hasTimescale whether TimescaleDB lies beside them
 * @param unpacked the folder of libraries that were unpacked with them; if empty, they are the
 *     system's
 */
record PostgreSqlPrograms(Path folder, boolean hasTimescale, Optional<Path> unpacked) {
  static final String VARIABLE = "TIDEMARK_POSTGRESQL";
  private static final Installed INSTALLED =
      new Installed(
          "PostgreSQL server",
          VARIABLE,
          "a folder with the programs postgres and initdb",
          "postgresql");
  private static final String TIMESCALE_VARIABLE = "TIDEMARK_TIMESCALEDB";
  private static final Path DEBIAN = Path.of("/usr/lib/postgresql");

  /**
   * @throws IllegalArgumentException if there are none; the message says what to do
   */
  static PostgreSqlPrograms found() {
    Path folder = search();
    return new PostgreSqlPrograms(
        folder, Files.exists(libraries(folder).resolve("timescaledb.so")), unpacked(folder));
  }

  /** Returns where the user has put TimescaleDB's files, if not among PostgreSQL's. */
  static Optional<Path> timescale() {
    String named = System.getenv(TIMESCALE_VARIABLE);
    return named == null || named.isBlank() ? Optional.empty() : Optional.of(Path.of(named));
  }

  private static Path search() {
    return INSTALLED.find(
        PostgreSqlPrograms::isComplete,
        Stream.concat(Installed.onPath("postgres").map(Path::getParent), debian()));
  }

  /**
   * Tells whether a folder has all programs. The server is often not on the PATH, and what is there
   * may be a link or a wrapper.
   */
  private static boolean isComplete(Path folder) {
    return Files.isExecutable(folder.resolve("postgres"))
        && Files.isExecutable(folder.resolve("initdb"));
  }

  /** Returns Debian's folders, the newest version first. */
  private static Stream<Path> debian() {
    try (Stream<Path> versions = Files.list(DEBIAN)) {
      return versions
          .sorted(Comparator.comparingInt(PostgreSqlPrograms::number).reversed())
          .map(version -> version.resolve("bin"))
          .toList()
          .stream();
    } catch (IOException e) {
      return Stream.empty();
    }
  }

  private static int number(Path version) {
    String name = version.getFileName().toString();
    return name.matches("\\d{1,4}") ? Integer.parseInt(name) : 0;
  }

  /** Returns the folder of libraries that lie beside .../usr/lib/postgresql/15/bin. */
  private static Optional<Path> unpacked(Path folder) {
    Path libraries = folder.resolve("../../..").normalize();
    return libraries.endsWith("usr/lib") ? Installed.libraries(libraries) : Optional.empty();
  }

  private static Path libraries(Path folder) {
    Path above = folder.getParent().resolve("lib");
    return Files.isDirectory(above.resolve("postgresql")) ? above.resolve("postgresql") : above;
  }

  /**
   * Returns the folder of the version's shared files, which Debian keeps apart from its programs.
   */
  private static Path shared(Path folder) {
    Path root = folder.getParent();
    String version = root.getFileName().toString();
    Path debian = root.resolve("../../../share/postgresql").resolve(version).normalize();
    Path plain = root.resolve("share/postgresql");
    return Stream.of(debian, plain, root.resolve("share"))
        .filter(Files::isDirectory)
        .findFirst()
        .orElseThrow(() -> new RunException("no shared files beside " + folder));
  }

  /**
   * Returns the same programs with TimescaleDB. PostgreSQL finds its files from where its program
   * lies, so a copy of the program among links to everything else is enough, and the installed
   * files stay as they are.
   *
   * @param timescale a folder with lib and share/extension
   * @param into a folder that does not exist yet
   */
  PostgreSqlPrograms with(Path timescale, Path into) {
    Path root = into.resolve("usr/lib/postgresql/0");
    Path share = into.resolve("usr/share/postgresql/0");
    boolean isDebian = shared(folder).toString().contains("/share/postgresql/");
    String version = folder.getParent().getFileName().toString();
    if (isDebian) {
      root = root.resolveSibling(version);
      share = share.resolveSibling(version);
    } else {
      share = root.resolve(folder.getParent().relativize(shared(folder)));
    }
    Path lib = root.resolve(folder.getParent().relativize(libraries(folder)));
    try {
      Files.createDirectories(root.resolve("bin"));
      for (String program : List.of("postgres", "initdb")) {
        Files.copy(folder.resolve(program), root.resolve("bin").resolve(program));
      }
      link(libraries(folder), lib);
      link(shared(folder), share);
      Files.delete(share.resolve("extension"));
      link(shared(folder).resolve("extension"), share.resolve("extension"));
      link(timescale.resolve("lib"), lib);
      link(timescale.resolve("share/extension"), share.resolve("extension"));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "can't put TimescaleDB of %s beside PostgreSQL: %s".formatted(timescale, e), e);
    }
    return new PostgreSqlPrograms(root.resolve("bin"), true, unpacked);
  }

  private static void link(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> entries = Files.list(from)) {
      for (Path entry : entries.toList()) {
        Path link = to.resolve(entry.getFileName());
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, entry.toAbsolutePath());
      }
    }
  }

  /**
   * Returns the server's version, e.g. 15.
   *
   * @param in a folder as for {@link #command}
   */
  int version(Path in) {
    String words = ServerUser.output(command(in, "postgres", List.of("--version")));
    String number = words.replaceFirst("^\\D*(\\d+).*$", "$1");
    return Integer.parseInt(number);
  }

  /**
   * Returns a command line that runs one of the programs in a folder, as a user that may run it.
   *
   * @param in a folder that this user must own, see {@link #giveAway}
   */
  List<String> command(Path in, String program, List<String> arguments) {
    return user().command(in, unpacked, folder.resolve(program), arguments);
  }

  private static ServerUser user() {
    return ServerUser.of("PostgreSQL", "postgres");
  }

  /** Makes the user that runs the programs the owner of a folder, and lets nobody else read it. */
  static void giveAway(Path folder) {
    user().giveAway(folder);
  }
}
