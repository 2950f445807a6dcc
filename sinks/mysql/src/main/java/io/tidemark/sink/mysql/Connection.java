package io.tidemark.sink.mysql;

import java.io.IOException;
import java.net.Socket;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A connection of the driver's. Not thread-safe; {@link #abort} may come from any thread. */
final class Connection implements AutoCloseable {
  private final java.sql.Connection driver;
  private final Socket socket;

  /**
   * @param socket the plain one, over which the driver speaks
   */
  Connection(java.sql.Connection driver, Socket socket) {
    this.driver = driver;
    this.socket = socket;
  }

  void answersWithin(Duration timeout) throws SQLException {
    driver.setNetworkTimeout(Runnable::run, (int) timeout.toMillis());
  }

  /** One statement of ours, which holds nothing that came from a sample. */
  void execute(String sql) throws SQLException {
    try (Statement statement = driver.createStatement()) {
      statement.execute(sql);
    }
  }

  /** A question of ours; values as text, null for NULL. */
  List<List<String>> query(String sql) throws SQLException {
    try (Statement statement = driver.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      int columns = found.getMetaData().getColumnCount();
      var rows = new ArrayList<List<String>>();
      while (found.next()) {
        var values = new ArrayList<String>(columns);
        for (int i = 1; i <= columns; i++) {
          values.add(found.getString(i));
        }
        rows.add(values);
      }
      return rows;
    }
  }

  /** The server sees it when it is first executed, and keeps it for the next with the same text. */
  PreparedStatement prepare(String sql) throws SQLException {
    return driver.prepareStatement(sql);
  }

  /** The driver's own, whose transactions can't write: the server sees to that, not the driver. */
  java.sql.Connection readOnly() throws SQLException {
    execute("SET SESSION TRANSACTION READ ONLY");
    return driver;
  }

  boolean isOpen() {
    try {
      return !socket.isClosed() && !driver.isClosed();
    } catch (SQLException e) {
      return false;
    }
  }

  /**
   * Ends it now, whatever it does. The driver's own way opens another connection for that, which a
   * server that hangs or is full does not answer.
   */
  void abort() {
    try {
      socket.close();
    } catch (IOException e) {
      // It is closed already.
    }
  }

  @Override
  public void close() {
    try {
      driver.close();
    } catch (SQLException e) {
      // It was lost: that is why it is closed.
    }
    abort();
  }
}
