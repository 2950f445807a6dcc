package io.tidemark.sink.postgresql;

import io.tidemark.process.Loopback;
import io.tidemark.process.RunException;
import io.tidemark.process.ServerUser;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.client.DatabaseServer;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A real PostgreSQL of our own, on a free port of 127.0.0.1, with its data in a temporary folder.
 * Process and folder vanish with this process, however it ends. Not thread-safe.
 */
public final class OwnedPostgreSql extends DatabaseServer {
  /** How {@code target.type: postgresql} is started. */
  static final Starter STARTER =
      Starter.of("PostgreSQL", OwnedPostgreSql::start, OwnedPostgreSql::startFrom);

  /** Its only user, who may do anything: it listens on loopback alone, and asks for no password. */
  static final String USER = "tidemark";

  private static final Duration STARTS_WITHIN = Duration.ofSeconds(60);
  private static final Duration STOPS_WITHIN = Duration.ofSeconds(60);
  private static final Duration CONNECTS_WITHIN = Duration.ofSeconds(10);
  private static final int LOG_TIMES_FROM = 14;

  /** INT is a fast shutdown: it ends its sessions, and writes a checkpoint. */
  private static final Life LIFE = new Life(STARTS_WITHIN, STOPS_WITHIN, "INT", "QUIT");

  private final Map<String, String> environment;
  private PostgreSqlPrograms programs;

  private OwnedPostgreSql(PostgreSqlPrograms programs, Map<String, String> environment) {
    super(
        "PostgreSQL",
        "postgresql",
        URI.create("%s://127.0.0.1:%d/postgres".formatted(Connector.SCHEME, Loopback.freePort())),
        LIFE);
    this.programs = programs;
    this.environment = environment;
  }

  /**
   * With no data, and with TimescaleDB if that is found. Returns when it is ready to be written to.
   *
   * @throws IllegalArgumentException if its programs are not found
   */
  public static OwnedPostgreSql start(Settings settings) {
    return start(settings, PostgreSqlPrograms.timescale(), Map.of());
  }

  /**
   * @param timescale holds TimescaleDB's files, in folders lib and share/extension
   * @param environment of its processes, in addition to this one's
   */
  public static OwnedPostgreSql start(
      Settings settings, Optional<Path> timescale, Map<String, String> environment) {
    return started(
        new OwnedPostgreSql(PostgreSqlPrograms.found(), environment),
        settings,
        database -> {
          database.extend(timescale);
          database.initialize();
        });
  }

  /**
   * @param saved from {@link #saveTo}; not changed
   */
  public static OwnedPostgreSql startFrom(Path saved, Settings settings) {
    return startedFrom(
        saved,
        new OwnedPostgreSql(PostgreSqlPrograms.found(), Map.of()),
        settings,
        database -> {
          database.extend(PostgreSqlPrograms.timescale());
          PostgreSqlPrograms.giveAway(database.folder());
        });
  }

  private void extend(Optional<Path> timescale) {
    if (timescale.isPresent() && !programs.hasTimescale()) {
      programs = programs.with(timescale.get(), folder().resolve("programs"));
    }
  }

  private void initialize() {
    PostgreSqlPrograms.giveAway(folder());
    ServerUser.output(
        programs.command(
            folder(),
            "initdb",
            List.of(
                "-D",
                files().toString(),
                "-U",
                USER,
                "-A",
                "trust",
                "-E",
                "UTF8",
                "--locale=C",
                "--no-sync")));
  }

  @Override
  protected List<String> command(Settings settings) {
    var arguments = new ArrayList<String>();
    arguments.addAll(List.of("-D", files().toString(), "-h", "127.0.0.1", "-k", ""));
    arguments.addAll(List.of("-p", Integer.toString(url().getPort())));
    set(arguments, "max_connections", "300");
    set(arguments, "shared_buffers", "512MB");
    // A checkpoint that is forced writes all pages again: not what is to be measured.
    set(arguments, "max_wal_size", "4GB");
    set(arguments, "track_io_timing", "on");
    if (programs.version(folder()) >= LOG_TIMES_FROM) {
      set(arguments, "track_wal_io_timing", "on");
    }
    set(arguments, "jit", "off");
    // In its folder, not in /dev/shm: nothing is left behind.
    set(arguments, "dynamic_shared_memory_type", "mmap");
    if (programs.hasTimescale()) {
      set(arguments, "shared_preload_libraries", "timescaledb");
      set(arguments, "timescaledb.telemetry_level", "off");
    }
    arguments.addAll(settings.arguments());
    var command = new ArrayList<String>(List.of("env"));
    environment.forEach((name, value) -> command.add(name + "=" + value));
    command.addAll(programs.command(folder(), "postgres", arguments));
    return command;
  }

  @Override
  protected String program() {
    return programs.folder().resolve("postgres").toString();
  }

  /** TimescaleDB's files are built against one version, and load into no older one. */
  @Override
  protected RunException explained(RunException failed) {
    return programs.hasTimescale() && failed.getMessage().contains("undefined symbol")
        ? new RunException(
            "TimescaleDB's files do not fit this PostgreSQL: name the programs of a newer one in %s (%s)"
                .formatted(PostgreSqlPrograms.VARIABLE, failed.getMessage()))
        : failed;
  }

  private static void set(List<String> arguments, String name, String value) {
    arguments.addAll(List.of("-c", name + "=" + value));
  }

  @Override
  protected boolean isReady() {
    try (Connection connection = connect()) {
      return !connection.isClosed();
    } catch (SQLException e) {
      return false;
    }
  }

  /** As its user, who may do anything. */
  public Connection connect() throws SQLException {
    TargetConfig own = target(TargetConfig.of("postgresql"));
    return new Connector(own).open(CONNECTS_WITHIN, "tidemark owner");
  }

  /** Its tables are made, as they are told to be. */
  @Override
  public TargetConfig target(TargetConfig configured) {
    return configured
        .withUrls(List.of(url()))
        .withAuth(new TargetConfig.Auth(USER, "", "", "", ""))
        .withOption("create-tables", "true");
  }
}
