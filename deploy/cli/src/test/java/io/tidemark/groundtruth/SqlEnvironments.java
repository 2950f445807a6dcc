package io.tidemark.groundtruth;

import io.tidemark.process.Patience;
import io.tidemark.process.Poll;
import io.tidemark.process.QuotaGroup;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.postgresql.OwnedPostgreSql;
import io.tidemark.testing.SlowWrites;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Bottlenecks of a real PostgreSQL, put there on purpose. */
final class SqlEnvironments {
  /** Who may be limited: the server's owner may do anything. */
  private static final String WRITER = "writer";

  private SqlEnvironments() {}

  /** On one core, the job on the other. */
  static Environment coresApart() throws SQLException {
    return to(start(Settings.DEFAULT.on("0"), Map.of())).jobOn("1");
  }

  /**
   * Of all that its user may have, one is the probe's. Each commit takes 20 ms in which nothing is
   * computed: else two sessions fill slow cores.
   */
  static Environment connections(int limit) throws SQLException {
    var server = start(Settings.DEFAULT, Map.of());
    execute(
        server,
        "ALTER ROLE %s CONNECTION LIMIT %d".formatted(WRITER, limit + 1),
        "ALTER ROLE %s SET commit_delay = 20000".formatted(WRITER),
        "ALTER ROLE %s SET commit_siblings = 0".formatted(WRITER));
    return to(server);
  }

  /** A control group of its own, as a container has. */
  static Environment quota(double cores) throws Exception {
    var server = start(Settings.DEFAULT, Map.of());
    try {
      return to(server, new QuotaGroup(server.process(), cores));
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /** Another session holds the table for most of the time. */
  static Environment locked(Duration held, Duration free) throws SQLException {
    var server = start(Settings.DEFAULT, Map.of());
    return to(server, new Locker(server, held, free));
  }

  /** What goes to the write-ahead log is written at so many bytes a second. */
  static Environment slowLog(long bytesPerSecond) throws Exception {
    return to(start(Settings.DEFAULT, SlowWrites.in("/pg_wal/", bytesPerSecond)));
  }

  private static OwnedPostgreSql start(Settings settings, Map<String, String> environment)
      throws SQLException {
    var server =
        Patience.started(
            "PostgreSQL", () -> OwnedPostgreSql.start(settings, Optional.empty(), environment));
    execute(
        server,
        "CREATE ROLE %s LOGIN".formatted(WRITER),
        "GRANT pg_monitor TO " + WRITER,
        "GRANT CREATE ON SCHEMA public TO " + WRITER);
    return server;
  }

  static void execute(OwnedPostgreSql server, String... statements) throws SQLException {
    try (Connection connection = server.connect()) {
      execute(connection, statements);
    }
  }

  private static void execute(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static Environment to(OwnedPostgreSql server, AutoCloseable... more) {
    var parts = new ArrayList<AutoCloseable>(List.of(server));
    parts.addAll(List.of(more));
    return Environment.of(parts.toArray(AutoCloseable[]::new))
        .with(
            "target.type=postgresql",
            "target.urls=[" + server.url() + "]",
            "target.auth.username=" + WRITER,
            "target.create-tables=true");
  }

  /** Takes the table's strongest lock, holds it, and lets go, again and again. */
  private static final class Locker implements AutoCloseable {
    private static final Duration TABLE_IS_MADE = Duration.ofMillis(200);

    private final Connection connection;
    private final Thread thread;
    private volatile boolean ended;

    Locker(OwnedPostgreSql server, Duration held, Duration free) throws SQLException {
      connection = server.connect();
      // It is not to lose its connection, whose answers are not waited for much longer.
      execute(connection, "SET application_name = 'maintenance'", "SET lock_timeout = '1s'");
      connection.setAutoCommit(false);
      thread = new Thread(() -> lock(held, free), "locker");
      thread.start();
    }

    private void lock(Duration held, Duration free) {
      while (!ended) {
        try {
          execute(connection, "LOCK TABLE tidemark_samples IN ACCESS EXCLUSIVE MODE");
          Poll.pause(held);
          connection.rollback();
          Poll.pause(free);
        } catch (SQLException e) {
          // The job has not made the table yet, or the server has ended.
          rollback();
          Poll.pause(TABLE_IS_MADE);
        }
      }
    }

    private void rollback() {
      try {
        connection.rollback();
      } catch (SQLException e) {
        ended = true;
      }
    }

    @Override
    public void close() {
      ended = true;
      try {
        thread.join();
        connection.close();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
