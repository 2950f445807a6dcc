package io.tidemark.sink.postgresql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The statements that make the tables, and the session's own ones that rows come through. */
final class Tables {
  static final String STAGED_ROWS = "pg_temp.tidemark_rows";
  static final String STAGED_SERIES = "pg_temp.tidemark_series";

  /** Of advisory locks: any number that is always the same. */
  private static final long LOCK = 0x7469_6465_6D61_726BL;

  private Tables() {}

  /** Does nothing to tables that are there. Sessions that want to do so at once take turns. */
  static void create(Connection connection, PostgreSqlOptions options) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_advisory_xact_lock(%d)".formatted(LOCK));
      try (var found =
          statement.executeQuery(
              "SELECT to_regclass('%s') IS NOT NULL".formatted(options.table()))) {
        if (found.next() && found.getBoolean(1)) {
          connection.rollback();
          return;
        }
      }
      for (String sql : statements(options)) {
        statement.execute(sql);
      }
      connection.commit();
    } finally {
      connection.setAutoCommit(true);
    }
  }

  /** What a user would type to have the tables as {@code options} say. */
  static List<String> statements(PostgreSqlOptions options) {
    String keys =
        options.shape().keys.stream()
            .map(column -> column + " bigint NOT NULL, ")
            .collect(Collectors.joining());
    var statements = new ArrayList<String>();
    int dot = options.table().indexOf('.');
    if (dot > 0) {
      statements.add("CREATE SCHEMA IF NOT EXISTS " + options.table().substring(0, dot));
    }
    statements.add(
        "CREATE TABLE IF NOT EXISTS %s (%slabels jsonb NOT NULL, PRIMARY KEY (%s))"
            .formatted(options.seriesTable(), keys, options.keyColumns()));
    statements.add(
        "CREATE TABLE %s (%stime timestamptz NOT NULL, value double precision%s)"
            .formatted(
                options.table(),
                keys,
                options.primaryKey()
                    ? ", PRIMARY KEY (%s, time)".formatted(options.keyColumns())
                    : ""));
    if (options.hypertable()) {
      statements.add("CREATE EXTENSION IF NOT EXISTS timescaledb");
      statements.add(
          "SELECT create_hypertable('%s', 'time', create_default_indexes => false, chunk_time_interval => interval '%d seconds')"
              .formatted(options.table(), options.chunkInterval().toSeconds()));
      if (!options.segmentBy().isEmpty()) {
        statements.add(
            "ALTER TABLE %s SET (timescaledb.compress, timescaledb.compress_segmentby = '%s')"
                .formatted(options.table(), String.join(", ", options.segmentBy())));
      }
    }
    return statements;
  }

  /**
   * The session's own tables: never in the write-ahead log, emptied by each commit, and gone with
   * the connection, however it ends.
   */
  static String staging(RowShape shape) {
    String keys =
        shape.keys.stream().map(column -> column + " bigint, ").collect(Collectors.joining());
    return ("CREATE TEMPORARY TABLE tidemark_rows (%stime timestamptz, value double precision) ON COMMIT DELETE ROWS;"
            + "CREATE TEMPORARY TABLE tidemark_series (%slabels jsonb) ON COMMIT DELETE ROWS")
        .formatted(keys, keys);
  }
}
