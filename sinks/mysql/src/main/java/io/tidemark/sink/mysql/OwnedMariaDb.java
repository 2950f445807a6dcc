package io.tidemark.sink.mysql;

import io.tidemark.process.Loopback;
import io.tidemark.process.ServerUser;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.client.DatabaseServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A real MariaDB of our own, on a free port of 127.0.0.1, with its data in a temporary folder.
 * Process and folder vanish with this process, however it ends. Not thread-safe.
 */
public final class OwnedMariaDb extends DatabaseServer {
  /** How {@code target.type: mysql} is started. */
  static final Starter STARTER =
      Starter.of("MariaDB", OwnedMariaDb::start, OwnedMariaDb::startFrom);

  /** Its only user, who may do anything: it listens on loopback alone, and asks for no password. */
  static final String USER = "tidemark";

  private static final String DATABASE = "tidemark";
  private static final String ROCKSDB = "ha_rocksdb";
  private static final Duration STARTS_WITHIN = Duration.ofSeconds(60);
  private static final Duration STOPS_WITHIN = Duration.ofSeconds(60);
  private static final Duration CONNECTS_WITHIN = Duration.ofSeconds(10);

  private static final Life LIFE = new Life(STARTS_WITHIN, STOPS_WITHIN, "TERM", "KILL");

  private final MariaDbPrograms programs;
  private final Map<String, String> environment;

  private OwnedMariaDb(Map<String, String> environment, MariaDbPrograms programs) {
    super(
        "MariaDB",
        "mysql",
        URI.create(
            "%s://127.0.0.1:%d/%s".formatted(Connector.SCHEME, Loopback.freePort(), DATABASE)),
        LIFE);
    this.programs = programs;
    this.environment = environment;
  }

  /**
   * With no data. Returns when it is ready to be written to.
   *
   * @throws IllegalArgumentException if its program is not found
   */
  public static OwnedMariaDb start(Settings settings) {
    return start(settings, Map.of());
  }

  /**
   * @param environment of its process, in addition to this one's
   */
  public static OwnedMariaDb start(Settings settings, Map<String, String> environment) {
    return started(
        new OwnedMariaDb(environment, MariaDbPrograms.found()), settings, OwnedMariaDb::initialize);
  }

  /**
   * @param saved from {@link #saveTo}; not changed
   */
  public static OwnedMariaDb startFrom(Path saved, Settings settings) {
    return startedFrom(
        saved,
        new OwnedMariaDb(Map.of(), MariaDbPrograms.found()),
        settings,
        database -> MariaDbPrograms.user().giveAway(database.folder()));
  }

  private void initialize() {
    Path sql = folder().resolve("bootstrap.sql");
    try {
      Files.createDirectory(files());
      Files.writeString(sql, programs.bootstrap(USER, DATABASE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    MariaDbPrograms.user().giveAway(folder());
    ServerUser.output(
        programs.command(folder(), files(), List.of("--bootstrap", "--innodb-log-file-size=16M")),
        ProcessBuilder.Redirect.from(sql.toFile()));
  }

  @Override
  protected List<String> command(Settings settings) {
    var arguments = new ArrayList<String>();
    arguments.add("--bind-address=127.0.0.1");
    arguments.add("--port=" + url().getPort());
    // None: its path may be too long for one, and nobody asks for it.
    arguments.add("--socket=");
    arguments.add("--pid-file=" + folder().resolve("pid"));
    arguments.add("--skip-name-resolve");
    arguments.add("--max-connections=300");
    arguments.add("--innodb-buffer-pool-size=512M");
    // Where it is full all wait until pages are written out: not what is to be measured.
    arguments.add("--innodb-log-file-size=2G");
    // Who inserts how much into which table, and who holds one; all else stays off, as it comes.
    arguments.add("--performance-schema=ON");
    arguments.add("--performance-schema-instrument=%=OFF");
    arguments.add("--performance-schema-instrument=wait/io/table/%=ON");
    arguments.add("--performance-schema-instrument=wait/lock/metadata/%=ON");
    if (programs.hasPlugin(ROCKSDB)) {
      arguments.add("--plugin-load-add=" + ROCKSDB);
      arguments.add("--loose-rocksdb-block-cache-size=256M");
    }
    arguments.addAll(settings.arguments());
    var command = new ArrayList<String>(List.of("env"));
    environment.forEach((name, value) -> command.add(name + "=" + value));
    command.addAll(programs.command(folder(), files(), arguments));
    return command;
  }

  @Override
  protected String program() {
    return programs.server().toString();
  }

  @Override
  protected boolean isReady() {
    try (Connection connection = connect()) {
      return connection.isOpen();
    } catch (SQLException e) {
      return false;
    }
  }

  /** Whether tables of MyRocks can be made. */
  public boolean hasRocksDb() {
    return programs.hasPlugin(ROCKSDB);
  }

  /** As its user, who may do anything. */
  Connection connect() throws SQLException {
    return new Connector(target(TargetConfig.of("mysql"))).open(CONNECTS_WITHIN, "tidemark owner");
  }

  /** Statements over one connection, as its user, who may do anything. */
  public void execute(String... statements) throws SQLException {
    try (Connection connection = connect()) {
      for (String sql : statements) {
        connection.execute(sql);
      }
    }
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
