package io.tidemark.benchmarks.lab.part;

import io.tidemark.benchmarks.lab.setup.Parts;
import io.tidemark.process.LinuxProcess;
import io.tidemark.process.ServerUser;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Properties;
import java.util.TreeMap;

/**
 * A PostgreSQL, run as another user than root. An acknowledgement is a commit, so acknowledged
 * samples are stored. It asks for no password, but only listens on loopback or at the other end of
 * a line of the lab.
 */
final class PostgreSqlNode implements Database {
  private static final String USER = "tidemark";

  private static final Map<String, String> SETTINGS =
      new TreeMap<>(
          Map.of(
              "max_connections", "300",
              "shared_buffers", "512MB",
              "max_wal_size", "4GB",
              "track_io_timing", "on",
              "track_wal_io_timing", "on",
              "jit", "off",
              "dynamic_shared_memory_type", "mmap"));

  private final Place place;
  private final Server server = new Server("postgresql", "INT");
  private final Path programs = Programs.postgreSql();
  private final ServerUser user = ServerUser.of("PostgreSQL", "postgres");
  private final List<String> wrapper;

  PostgreSqlNode(Parts.Database spec, Place place) {
    this.place = place;
    wrapper = place.wrapper();
    try {
      initialize();
      start();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private void initialize() {
    Path data = place.data(server.folder());
    try {
      Files.createDirectories(data);
      user.giveAway(server.folder());
      user.giveAway(data);
      ServerUser.output(
          command(
              "initdb",
              List.of(
                  "-D",
                  data.toString(),
                  "-U",
                  USER,
                  "-A",
                  "trust",
                  "-E",
                  "UTF8",
                  "--locale=C",
                  "--no-sync")));
      Files.writeString(
          data.resolve("pg_hba.conf"),
          "host all all %s/32 trust%n".formatted(Wire.HERE),
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new IllegalStateException("PostgreSQL's folder can't be made", e);
    }
  }

  private List<String> command(String program, List<String> arguments) {
    // Programs that were only unpacked bring their libraries along.
    Path root = programs.getParent().getParent().getParent().getParent().getParent();
    Optional<Path> libraries =
        Optional.of(root.resolve("usr/lib/x86_64-linux-gnu")).filter(Files::isDirectory);
    return user.command(server.folder(), libraries, programs.resolve(program), arguments);
  }

  private void start() {
    var arguments = new ArrayList<String>();
    arguments.addAll(
        List.of("-D", place.data(server.folder()).toString(), "-h", place.host(), "-k", ""));
    arguments.addAll(List.of("-p", Integer.toString(place.port())));
    SETTINGS.forEach((name, value) -> arguments.addAll(List.of("-c", name + "=" + value)));
    server.run(wrapper, command("postgres", arguments), this::isReady);
  }

  private boolean isReady() {
    try (Connection connection = connect()) {
      return !connection.isClosed();
    } catch (SQLException e) {
      return false;
    }
  }

  Connection connect() throws SQLException {
    var properties = new Properties();
    properties.setProperty("user", USER);
    properties.setProperty("connectTimeout", "5");
    return DriverManager.getConnection("jdbc:" + url(), properties);
  }

  @Override
  public URI url() {
    return URI.create("postgresql://%s:%d/postgres".formatted(place.host(), place.port()));
  }

  @Override
  public List<String> settings() {
    return List.of(
        "target.type=postgresql",
        "target.auth.username=" + USER,
        "target.create-tables=true",
        "target.ssl-mode=disable");
  }

  @Override
  public OptionalDouble stored() {
    return OptionalDouble.empty();
  }

  @Override
  public LinuxProcess process() {
    return server.process();
  }

  @Override
  public boolean become(Parts.Database next) {
    place.become(next, process());
    return false;
  }

  @Override
  public void close() {
    server.close();
    place.close();
  }
}
