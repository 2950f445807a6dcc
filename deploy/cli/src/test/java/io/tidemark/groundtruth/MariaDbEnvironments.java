package io.tidemark.groundtruth;

import io.tidemark.process.Patience;
import io.tidemark.process.Poll;
import io.tidemark.process.QuotaGroup;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.mysql.OwnedMariaDb;
import io.tidemark.testing.SlowWrites;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Bottlenecks of a real MariaDB, put there on purpose. */
final class MariaDbEnvironments {
  /** Who may be limited: the server's owner may do anything. */
  private static final String WRITER = "writer";

  private MariaDbEnvironments() {}

  /** Of all that its user may have, one is the probe's. */
  static Environment connections(int limit) throws SQLException {
    var server = start();
    server.execute("ALTER USER %s@'%%' WITH MAX_USER_CONNECTIONS %d".formatted(WRITER, limit + 1));
    return to(server);
  }

  /** A control group of its own, as a container has. */
  static Environment quota(double cores) throws Exception {
    var server = start();
    try {
      return to(server, new QuotaGroup(server.process(), cores));
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /** Another session holds the table for most of the time. */
  static Environment locked(Duration held, Duration free) throws SQLException {
    var server = start();
    return to(server, new Locker(server, held, free));
  }

  /** What goes to the redo log is written at so many bytes a second. */
  static Environment slowLog(long bytesPerSecond) throws Exception {
    return to(start(SlowWrites.in("/ib_logfile", bytesPerSecond)));
  }

  private static OwnedMariaDb start() throws SQLException {
    return start(Map.of());
  }

  private static OwnedMariaDb start(Map<String, String> environment) throws SQLException {
    var server =
        Patience.started("MariaDB", () -> OwnedMariaDb.start(Settings.DEFAULT, environment));
    server.execute(
        "CREATE USER %s@'%%'".formatted(WRITER),
        "GRANT ALL ON tidemark.* TO %s@'%%'".formatted(WRITER),
        "GRANT SELECT ON performance_schema.* TO %s@'%%'".formatted(WRITER),
        "GRANT PROCESS ON *.* TO %s@'%%'".formatted(WRITER));
    return server;
  }

  private static Environment to(OwnedMariaDb server, AutoCloseable... more) {
    var parts = new ArrayList<AutoCloseable>(List.of(server));
    parts.addAll(List.of(more));
    return Environment.of(parts.toArray(AutoCloseable[]::new))
        .with(
            "target.type=mysql",
            "target.urls=[" + server.url() + "]",
            "target.auth.username=" + WRITER,
            "target.create-tables=true");
  }

  /** Takes the table's strongest lock, holds it, and lets go, again and again. */
  private static final class Locker implements AutoCloseable {
    private static final Duration TABLE_IS_MADE = Duration.ofMillis(200);

    private final Thread thread;
    private volatile boolean ended;

    Locker(OwnedMariaDb server, Duration held, Duration free) {
      thread = new Thread(() -> lock(server, held, free), "locker");
      thread.start();
    }

    private void lock(OwnedMariaDb server, Duration held, Duration free) {
      String sleep = "DO SLEEP(%s)".formatted(held.toMillis() / 1e3);
      while (!ended) {
        try {
          server.execute("LOCK TABLES tidemark_samples WRITE", sleep, "UNLOCK TABLES");
          Poll.pause(free);
        } catch (SQLException e) {
          // The job has not made the table yet, or the server has ended.
          Poll.pause(TABLE_IS_MADE);
        }
      }
    }

    @Override
    public void close() {
      ended = true;
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
