package io.tidemark.sink.mysql;

import io.tidemark.sink.sql.RowTables;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;

/**
 * The tables for who deletes from them, over a connection of its own. All text is compared byte by
 * byte: a collation would take a value with spaces at its end for the one without.
 */
final class ServerTables implements RowTables {
  private static final int ROWS_OF_A_STATEMENT = 10_000;

  /** Of wide rows: the binary log has each with all of its columns. */
  private static final int BYTES_OF_A_STATEMENT = 16 << 20;

  private static final Duration CONNECTS_WITHIN = Duration.ofSeconds(20);

  /** A table without a key is read through for each statement. */
  private static final Duration ANSWERS_WITHIN = Duration.ofMinutes(10);

  private final Connection connection;
  private final Options options;

  private ServerTables(Connection connection, Options options) {
    this.connection = connection;
    this.options = options;
  }

  static ServerTables open(Connector connector) throws SQLException {
    Connection connection = connector.open(CONNECTS_WITHIN, "tidemark clean");
    try {
      connection.answersWithin(ANSWERS_WITHIN);
      connection.execute(
          "SET SESSION sql_mode = 'STRICT_ALL_TABLES', autocommit = 1, innodb_lock_wait_timeout = 60, lock_wait_timeout = 60");
      // Locks no gaps between keys, where other writers insert theirs.
      connection.execute("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
      return new ServerTables(connection, connector.options());
    } catch (SQLException e) {
      connection.close();
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
    return "series_id";
  }

  @Override
  public List<String> restOfKey() {
    return List.of("time");
  }

  @Override
  public int rowsOfAStatement() {
    int byBytes = BYTES_OF_A_STATEMENT / Math.max(1, options.payloadBytes());
    return Math.max(1, Math.min(ROWS_OF_A_STATEMENT, byBytes));
  }

  @Override
  public String label(String name) {
    String path = "$.\"%s\"".formatted(name.replace("\\", "\\\\").replace("\"", "\\\""));
    return "CAST(JSON_UNQUOTE(JSON_EXTRACT(labels, CONVERT(%s USING utf8mb4))) AS BINARY)"
        .formatted(text(path));
  }

  @Override
  public String text(String text) {
    return "X'%s'".formatted(HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** A number. */
  @Override
  public String keyValue(String read) {
    return read;
  }

  @Override
  public List<List<String>> query(String sql) throws SQLException {
    return connection.query(sql);
  }

  @Override
  public void execute(String sql) throws SQLException {
    connection.execute(sql);
  }

  @Override
  public void close() {
    connection.close();
  }
}
