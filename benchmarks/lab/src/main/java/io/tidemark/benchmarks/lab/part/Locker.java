package io.tidemark.benchmarks.lab.part;

import io.tidemark.benchmarks.lab.setup.Parts;
import io.tidemark.process.Poll;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** A session that takes the table's strongest lock, holds it, and releases it, again and again. */
final class Locker implements AutoCloseable {
  private static final Duration TABLE_IS_MADE = Duration.ofMillis(200);

  private final PostgreSqlNode server;
  private Thread thread;
  private volatile boolean ended;

  Locker(Parts.Locker spec, PostgreSqlNode server) {
    this.server = server;
    become(spec);
  }

  /**
   * @param spec the new times; if the lock is held for 0 ms, it is never taken
   */
  void become(Parts.Locker spec) {
    close();
    if (spec.heldMillis() > 0) {
      ended = false;
      thread = new Thread(() -> run(spec), "locker");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void run(Parts.Locker spec) {
    try (Connection connection = server.connect()) {
      execute(connection, "SET application_name = 'maintenance'");
      connection.setAutoCommit(false);
      while (!ended) {
        try {
          execute(connection, "LOCK TABLE tidemark_samples IN ACCESS EXCLUSIVE MODE");
          Poll.pause(Duration.ofMillis(spec.heldMillis()));
          connection.rollback();
          Poll.pause(Duration.ofMillis(spec.freeMillis()));
        } catch (SQLException e) {
          // The job has not created the table yet.
          connection.rollback();
          Poll.pause(TABLE_IS_MADE);
        }
      }
    } catch (SQLException e) {
      // The server has ended.
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() {
    ended = true;
    if (thread != null) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      thread = null;
    }
  }
}
