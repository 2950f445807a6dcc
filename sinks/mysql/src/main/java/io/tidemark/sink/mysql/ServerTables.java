package io.tidemark.sink.mysql;

import io.tidemark.sink.sql.ConnectedTables;
import java.sql.SQLException;
import java.util.List;

/**
 * The tables for who deletes from them. All text is compared byte by byte: a collation would take a
 * value with spaces at its end for the one without.
 */
final class ServerTables extends ConnectedTables {
  /** Of wide rows: the binary log has each with all of its columns. */
  private static final int BYTES_OF_A_STATEMENT = 16 << 20;

  private static final List<String> SETTINGS =
      List.of(
          "SET SESSION sql_mode = 'STRICT_ALL_TABLES', autocommit = 1, innodb_lock_wait_timeout = 60, lock_wait_timeout = 60",
          InsertSession.READ_COMMITTED);

  private final int payloadBytes;

  ServerTables(Connector connector) throws SQLException {
    super(
        connector.open(CONNECTS_WITHIN, PROGRAM),
        connector.options().table(),
        connector.options().seriesTable(),
        SETTINGS);
    payloadBytes = connector.options().payloadBytes();
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
    int byBytes = BYTES_OF_A_STATEMENT / Math.max(1, payloadBytes);
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
    return "X'%s'".formatted(hex(text));
  }

  /** A number. */
  @Override
  public String keyValue(String read) {
    return read;
  }
}
