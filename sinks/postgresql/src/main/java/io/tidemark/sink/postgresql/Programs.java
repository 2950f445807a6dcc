package io.tidemark.sink.postgresql;

import io.tidemark.process.OwnedProcess;
import io.tidemark.process.RunException;
import io.tidemark.sink.client.ErrorText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * PostgreSQL's programs on this machine, and how they are run: never as root, which they refuse.
 *
 * @param folder holds {@code postgres} and {@code initdb}
 * @param hasTimescale whether TimescaleDB lies beside them
 * @param unpacked where libraries lie that were unpacked with them; empty: they are the system's
 */
record Programs(Path folder, boolean hasTimescale, Optional<Path> unpacked) {
  private static final String VARIABLE = "TIDEMARK_POSTGRESQL";
  private static final String TIMESCALE_VARIABLE = "TIDEMARK_TIMESCALEDB";
  private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
  private static final Path USERS = Path.of("/etc/passwd");
  private static final long PROGRAM_SECONDS = 60;

  /**
   * @throws IllegalArgumentException if there are none, with what to do
   */
  static Programs found() {
    Path folder = search();
    return new Programs(
        folder, Files.exists(libraries(folder).resolve("timescaledb.so")), unpacked(folder));
  }

  /** Where the user has put TimescaleDB's files, if not among PostgreSQL's. */
  static Optional<Path> timescale() {
    String named = System.getenv(TIMESCALE_VARIABLE);
    return named == null || named.isBlank() ? Optional.empty() : Optional.of(Path.of(named));
  }

  private static Path search() {
    String named = System.getenv(VARIABLE);
    if (named != null && !named.isBlank()) {
      if (!Files.isExecutable(Path.of(named, "postgres"))) {
        throw new IllegalArgumentException(
            "%s=%s is no folder with the program postgres".formatted(VARIABLE, named));
      }
      return Path.of(named).toAbsolutePath();
    }
    return Stream.concat(path(), debian())
        .filter(Programs::isComplete)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no PostgreSQL server here; install it (Debian, Ubuntu: apt-get install postgresql), name the folder of its programs in %s, or name a running one in target.urls"
                        .formatted(VARIABLE)));
  }

  /** The server is often not on the PATH, and what is there a link or a wrapper. */
  private static boolean isComplete(Path folder) {
    return Files.isExecutable(folder.resolve("postgres"))
        && Files.isExecutable(folder.resolve("initdb"));
  }

  private static Stream<Path> path() {
    String path = System.getenv("PATH");
    return Stream.of(path == null ? new String[0] : path.split(":"))
        .filter(entry -> !entry.isEmpty())
        .map(entry -> Path.of(entry, "postgres"))
        .filter(Files::isExecutable)
        .map(Programs::real)
        .map(Path::getParent);
  }

  private static Path real(Path program) {
    try {
      return program.toRealPath();
    } catch (IOException e) {
      return program.toAbsolutePath();
    }
  }

  /** The newest first. */
  private static Stream<Path> debian() {
    try (Stream<Path> versions = Files.list(DEBIAN)) {
      return versions
          .sorted(Comparator.comparingInt(Programs::number).reversed())
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

  /** Beside .../usr/lib/postgresql/15/bin, unless that is the system's own. */
  private static Optional<Path> unpacked(Path folder) {
    Path libraries = folder.resolve("../../..").normalize();
    if (libraries.equals(DEBIAN.getParent()) || !libraries.endsWith("usr/lib")) {
      return Optional.empty();
    }
    try (Stream<Path> found = Files.list(libraries)) {
      return found.filter(path -> path.toString().endsWith("-linux-gnu")).findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Path libraries(Path folder) {
    Path above = folder.getParent().resolve("lib");
    return Files.isDirectory(above.resolve("postgresql")) ? above.resolve("postgresql") : above;
  }

  /** Debian has the versions' shared files apart from their programs. */
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
   * The same with TimescaleDB: PostgreSQL finds its files from where its program lies, so a copy of
   * the program among links to all else will do, and what is installed stays as it was.
   *
   * @param timescale with folders lib and share/extension
   * @param into a folder that does not exist yet
   */
  Programs with(Path timescale, Path into) {
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
    return new Programs(root.resolve("bin"), true, unpacked);
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
   * Of the server, e.g. 15.
   *
   * @param in as for {@link #command}
   */
  int version(Path in) {
    String words = output(command(in, "postgres", List.of("--version")));
    String number = words.replaceFirst("^\\D*(\\d+).*$", "$1");
    return Integer.parseInt(number);
  }

  /**
   * A command line that runs one of the programs in a folder, as a user that may.
   *
   * @param in which that user must own, see {@link #giveAway}
   */
  List<String> command(Path in, String program, List<String> arguments) {
    var command = new ArrayList<>(List.of("sh", "-c", "cd \"$0\" && exec \"$@\"", in.toString()));
    user()
        .ifPresent(
            user ->
                command.addAll(
                    List.of(
                        "setpriv",
                        "--reuid=" + user.name(),
                        "--regid=" + user.group(),
                        "--clear-groups")));
    unpacked.ifPresent(path -> command.addAll(List.of("env", "LD_LIBRARY_PATH=" + path)));
    command.add(folder.resolve(program).toString());
    command.addAll(arguments);
    return command;
  }

  private record User(String name, String group) {}

  /** Empty if this process may run them itself. */
  private static Optional<User> user() {
    if (!"root".equals(System.getProperty("user.name"))) {
      return Optional.empty();
    }
    if (!OwnedProcess.onPath("setpriv")) {
      throw new IllegalArgumentException(
          "PostgreSQL does not run as root, and there is no setpriv (util-linux) to run it as another user; run Tidemark as another user");
    }
    try {
      List<String> users = Files.readAllLines(USERS);
      return Stream.of("postgres", "nobody")
          .flatMap(name -> users.stream().filter(line -> line.startsWith(name + ":")))
          .map(line -> line.split(":"))
          .map(fields -> new User(fields[0], fields[3]))
          .findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException("can't read " + USERS, e);
    }
  }

  /** Makes the user that runs the programs the owner of a folder, and nobody else sees into it. */
  static void giveAway(Path folder) {
    try {
      Optional<User> user = user();
      var command = new ArrayList<List<String>>();
      command.add(List.of("chmod", "-R", "go-rwx", folder.toString()));
      if (user.isPresent()) {
        command.add(List.of("chown", "-R", user.get().name() + ":", folder.toString()));
      }
      for (List<String> each : command) {
        if (new ProcessBuilder(each).inheritIO().start().waitFor() != 0) {
          throw new RunException("%s failed".formatted(String.join(" ", each)));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /**
   * @throws RunException if it fails, with its last words
   */
  static String output(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes());
      if (!process.waitFor(PROGRAM_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new RunException(
            "%s failed: %s".formatted(String.join(" ", command), ErrorText.of(output)));
      }
      return output.strip();
    } catch (IOException e) {
      throw new RunException("can't run %s: %s".formatted(command.get(0), e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
