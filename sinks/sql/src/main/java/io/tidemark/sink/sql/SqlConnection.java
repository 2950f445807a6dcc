package io.tidemark.sink.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A driver's connection, for statements that hold nothing that came from a sample. Not thread-safe.
 */
public class SqlConnection implements AutoCloseable {
  protected final Connection driver;

  public SqlConnection(Connection driver) {
    this.driver = driver;
  }

  public final void answersWithin(Duration timeout) throws SQLException {
    driver.setNetworkTimeout(Runnable::run, (int) timeout.toMillis());
  }

  public final void execute(String sql) throws SQLException {
    try (Statement statement = driver.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Returns the rows of a query, their values as text, null for NULL. */
  public final List<List<String>> query(String sql) throws SQLException {
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

  /** Returns the only row's values by their columns' names; empty if there is no row. */
  public final Map<String, String> row(String sql) throws SQLException {
    try (Statement statement = driver.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      var values = new HashMap<String, String>();
      if (found.next()) {
        for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
          values.put(found.getMetaData().getColumnLabel(i), found.getString(i));
        }
      }
      return values;
    }
  }

  public boolean isOpen() {
    try {
      return !driver.isClosed();
    } catch (SQLException e) {
      return false;
    }
  }

  @Override
  public void close() {
    try {
      driver.close();
    } catch (SQLException e) {
      // The connection was lost, but each statement that was answered is committed.
    }
  }
}
