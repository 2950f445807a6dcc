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
 * MariaDB's server on this machine, and how to run it, which is never as root.
 *
 * @param server the program
 * @param base the folder that holds what the server needs, in share/mysql and lib/mysql/plugin
 * @param libraries the folder of libraries that were unpacked with it; if empty, they are the
 *     system's
 */
record MariaDbPrograms(Path server, Path base, Optional<Path> libraries) {
  private static final Installed INSTALLED =
      new Installed(
          "MariaDB server",
          "TIDEMARK_MARIADB",
          "a program mariadbd with share/mysql beside it",
          "mariadb-server");

  /**
   * @throws IllegalArgumentException if there is none; the message says what to do
   */
  static MariaDbPrograms found() {
    Path server = search();
    Path base = server.getParent().getParent();
    return new MariaDbPrograms(server, base, Installed.libraries(base.resolve("lib")));
  }

  private static Path search() {
    // Debian's folder for servers is often not on the PATH of a user.
    Stream<Path> debian = Stream.of(Path.of("/usr/sbin/mariadbd"));
    return INSTALLED.find(
        MariaDbPrograms::isServer, Stream.concat(Installed.onPath("mariadbd"), debian));
  }

  private static boolean isServer(Path program) {
    return Files.isExecutable(program)
        && Files.isReadable(
            program
                .toAbsolutePath()
                .resolveSibling("../share/mysql/mysql_system_tables.sql")
                .normalize());
  }

  /** Debian has a package of its own for each plugin. */
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
   * Returns a command line that runs the server as a user that may run it.
   *
   * @param in a folder which that user owns
   */
  List<String> command(Path in, Path data, List<String> arguments) {
    var all = new ArrayList<String>();
    // This comes before all other options, so that nothing of this machine's own server applies.
    all.add("--no-defaults");
    all.add("--basedir=" + base);
    all.add("--lc-messages-dir=" + base.resolve("share/mysql"));
    all.add("--plugin-dir=" + plugins());
    all.add("--datadir=" + data);
    // The folder is not /tmp, because a server that starts there removes the temporary tables of
    // all other servers.
    all.add("--tmpdir=" + in);
    all.addAll(arguments);
    return user().command(in, libraries, server, all);
  }

  /**
   * Returns the statements that make the system's tables, a user who may do anything, and a
   * database. Each line is one statement or a part of one, as {@code --bootstrap} reads it.
   *
   * @param user a user who may log in from any host and has no password
   */
  String bootstrap(String user, String database) throws IOException {
    var sql = new StringBuilder("CREATE DATABASE mysql;\nUSE mysql;\n");
    // Nobody can log in as the system's user, or without a name.
    sql.append("SET @auth_root_socket=NULL;\nSET @skip_auth_anonymous=1;\n");
    for (String part : List.of("system_tables", "performance_tables", "system_tables_data")) {
      // Statements for users of this host's name are left out, because nobody asks for that name.
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
