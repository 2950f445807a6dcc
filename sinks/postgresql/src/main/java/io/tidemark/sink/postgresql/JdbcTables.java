package io.tidemark.sink.postgresql;

import io.tidemark.sink.sql.RowTables;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The tables for who deletes from them, over a connection of its own. A hypertable takes the same
 * statements: their keys are constants, so that TimescaleDB finds the segments that they mean.
 */
final class JdbcTables implements RowTables {
  private static final int ROWS_OF_A_STATEMENT = 10_000;
  private static final Duration CONNECTS_WITHIN = Duration.ofSeconds(20);

  /** A table without a key is read through for each statement. */
  private static final Duration ANSWERS_WITHIN = Duration.ofMinutes(10);

  private final Connection connection;
  private final Options options;

  private JdbcTables(Connection connection, Options options) {
    this.connection = connection;
    this.options = options;
  }

  static JdbcTables open(Connector connector) throws SQLException {
    Connection connection = connector.open(CONNECTS_WITHIN, "tidemark clean");
    var tables = new JdbcTables(connection, connector.options());
    try {
      connection.setNetworkTimeout(Runnable::run, (int) ANSWERS_WITHIN.toMillis());
      tables.execute("SET lock_timeout = '60s'");
      return tables;
    } catch (SQLException e) {
      tables.close();
      throw e;
    }
  }

  @Override
  public String rows() {
    return options.table();
  }

  @Override
  public String series() {
    return options.seriesTable();
  }

  @Override
  public String key() {
    return options.shape().keys.get(0);
  }

  @Override
  public List<String> restOfKey() {
    List<String> keys = options.shape().keys;
    var rest = new ArrayList<>(keys.subList(1, keys.size()));
    rest.add("time");
    return rest;
  }

  @Override
  public int rowsOfAStatement() {
    return ROWS_OF_A_STATEMENT;
  }

  @Override
  public String label(String name) {
    return "(labels->>%s)".formatted(text(name));
  }

  /** No setting of the server's changes how this is read. */
  @Override
  public String text(String text) {
    String hex = HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    return "convert_from(decode('%s', 'hex'), 'UTF8')".formatted(hex);
  }

  /** A number, or a time as the server wrote it. */
  @Override
  public String keyValue(String read) {
    return "'" + read + "'";
  }

  @Override
  public List<List<String>> query(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        var read = statement.executeQuery(sql)) {
      int columns = read.getMetaData().getColumnCount();
      var rows = new ArrayList<List<String>>();
      while (read.next()) {
        var row = new ArrayList<String>(columns);
        for (int i = 1; i <= columns; i++) {
          row.add(read.getString(i));
        }
        rows.add(row);
      }
      return rows;
    }
  }

  @Override
  public void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      // It is lost: each statement that was answered is committed.
    }
  }
}
