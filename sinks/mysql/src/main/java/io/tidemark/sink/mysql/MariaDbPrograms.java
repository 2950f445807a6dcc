package io.tidemark.sink.mysql;

import io.tidemark.process.ServerUser;
import io.tidemark.sink.client.Installed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * MariaDB's server on this machine, and how it is run: not as root.
 *
 * @param server the program
 * @param base holds what the server needs, in share/mysql and lib/mysql/plugin
 * @param libraries where libraries lie that were unpacked with it; empty: they are the system's
 */
record MariaDbPrograms(Path server, Path base, Optional<Path> libraries) {
  private static final Installed INSTALLED =
      new Installed(
          "MariaDB server",
          "TIDEMARK_MARIADB",
          "a program mariadbd with share/mysql beside it",
          "mariadb-server");

  /**
   * @throws IllegalArgumentException if there is none, with what to do
   */
  static MariaDbPrograms found() {
    Path server = search();
    Path base = server.getParent().getParent();
    return new MariaDbPrograms(server, base, Installed.libraries(base.resolve("lib")));
  }

  private static Path search() {
    // Debian's place is often not on the PATH of a user.
    Stream<Path> debian = Stream.of(Path.of("/usr/sbin/mariadbd"));
    return INSTALLED.find(MariaDbPrograms::isServer, Stream.concat(Installed.onPath("mariadbd"), debian));
  }

  private static boolean isServer(Path program) {
    return Files.isExecutable(program)
        && Files.isReadable(
            program
                .toAbsolutePath()
                .resolveSibling("../share/mysql/mysql_system_tables.sql")
                .normalize());
  }

  /** Debian has them in a package of their own each. */
  boolean hasPlugin(String name) {
    return Files.exists(plugins().resolve(name + ".so"));
  }

  private Path plugins() {
    return base.resolve("lib/mysql/plugin");
  }

  static ServerUser user() {
    return ServerUser.of("MariaDB", "mysql");
  }

  /**
   * A command line that runs the server, as a user that may.
   *
   * @param in which that user owns
   */
  List<String> command(Path in, Path data, List<String> arguments) {
    var all = new ArrayList<String>();
    // Before all others: nothing of this machine's own server.
    all.add("--no-defaults");
    all.add("--basedir=" + base);
    all.add("--lc-messages-dir=" + base.resolve("share/mysql"));
    all.add("--plugin-dir=" + plugins());
    all.add("--datadir=" + data);
    // Not /tmp: a server that starts removes the temporary tables of all others it finds there.
    all.add("--tmpdir=" + in);
    all.addAll(arguments);
    return user().command(in, libraries, server, all);
  }

  /**
   * What makes the system's tables, a user who may do anything, and a database; one statement or a
   * part of one a line, as {@code --bootstrap} reads it.
   *
   * @param user comes from anywhere and has no password
   */
  String bootstrap(String user, String database) throws IOException {
    var sql = new StringBuilder("CREATE DATABASE mysql;\nUSE mysql;\n");
    // No login as the system's user, none without a name.
    sql.append("SET @auth_root_socket=NULL;\nSET @skip_auth_anonymous=1;\n");
    for (String part : List.of("system_tables", "performance_tables", "system_tables_data")) {
      // But for users of this host's name, which is not asked for.
      Files.readAllLines(base.resolve("share/mysql/mysql_%s.sql".formatted(part))).stream()
          .filter(line -> !line.contains("@current_hostname"))
          .forEach(line -> sql.append(line).append('\n'));
    }
    return sql.append("FLUSH PRIVILEGES;\nDROP USER root@localhost;\n")
        .append("CREATE USER %s@'%%';\n".formatted(user))
        .append("GRANT ALL ON *.* TO %s@'%%' WITH GRANT OPTION;\n".formatted(user))
        .append("CREATE DATABASE %s;\n".formatted(database))
        .toString();
  }
}
