package io.tidemark.sink.postgresql;

import io.tidemark.sink.client.ErrorText;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * PostgreSQL's statistics views, 13 to 18, each as a question. See "The Cumulative Statistics
 * System" in its documentation. Not thread-safe.
 */
final class Statistics {
  /** Settings that change what a verdict means. */
  private static final String TELLING =
      "'shared_buffers', 'max_wal_size', 'checkpoint_timeout', 'synchronous_commit', 'fsync',"
          + " 'full_page_writes', 'wal_level', 'commit_delay', 'max_connections'";

  private static final int LOG_VIEW_FROM = 140_000;
  private static final int CHECKPOINTER_VIEW_FROM = 170_000;
  private static final int LOG_TIMES_IN_IO_FROM = 180_000;
  private static final int MAX_HOLDERS = 5;

  private final Connection connection;
  private final Options options;
  private final int versionNumber;
  private final String version;
  private final double startSeconds;
  private final long backend;
  private final boolean logIsTimed;

  Statistics(Connection connection, Options options) throws SQLException {
    this.connection = connection;
    this.options = options;
    try (var row =
        one(
            "SELECT current_setting('server_version_num')::int, current_setting('server_version'),"
                + " extract(epoch FROM pg_postmaster_start_time()), pg_backend_pid(),"
                + " coalesce(current_setting('track_wal_io_timing', true), 'off') = 'on'")) {
      versionNumber = row.getInt(1);
      version = row.getString(2).split(" ")[0];
      startSeconds = row.getDouble(3);
      backend = row.getLong(4);
      logIsTimed = row.getBoolean(5);
    }
  }

  /** Of the server, e.g. "15.12". */
  String version() {
    return version;
  }

  double startSeconds() {
    return startSeconds;
  }

  /** The process of this connection, where the server runs. */
  long backend() {
    return backend;
  }

  /**
   * Client connections at work, but this one. One that waits for nothing is on a CPU.
   *
   * @param areTold whether this user may see what the others wait for
   */
  record Sessions(
      double active, double capacity, double forLocks, double forStorage, boolean areTold) {}

  Sessions sessions() throws SQLException {
    // A session that waits for the log's writer waits for what that one waits for. Of a session
    // that this user may not see only its user is told, and its state not.
    try (var row =
        one(
            "SELECT count(*) FILTER (WHERE state = 'active'),"
                + " current_setting('max_connections')::int,"
                + " count(*) FILTER (WHERE state = 'active' AND wait_event_type = 'Lock'),"
                + " count(*) FILTER (WHERE state = 'active' AND (wait_event_type = 'IO'"
                + "   OR wait_event IN ('WALWrite', 'WALWriteLock', 'WALSync'))),"
                + " count(*) FILTER (WHERE state IS NULL) = 0"
                + " FROM pg_stat_activity"
                + " WHERE usesysid IS NOT NULL AND pid <> pg_backend_pid()"
                + " AND coalesce(backend_type, 'client backend') = 'client backend'")) {
      return new Sessions(
          row.getDouble(1),
          row.getDouble(2),
          row.getDouble(3),
          row.getDouble(4),
          row.getBoolean(5));
    }
  }

  /** Without what they run: a statement may hold anything. */
  List<String> lockHolders() throws SQLException {
    try (var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "SELECT holder.pid, holder.application_name, holder.usename, holder.state,"
                    + " round(extract(epoch FROM clock_timestamp() - holder.xact_start)::numeric, 1)"
                    + " FROM pg_stat_activity holder WHERE holder.pid IN"
                    + " (SELECT unnest(pg_blocking_pids(pid)) FROM pg_stat_activity"
                    + "   WHERE wait_event_type = 'Lock')"
                    + " AND NOT coalesce(holder.wait_event_type = 'Lock', false)"
                    + " ORDER BY holder.xact_start LIMIT "
                    + MAX_HOLDERS)) {
      var holders = new ArrayList<String>();
      while (rows.next()) {
        holders.add(
            ErrorText.of(
                "session %d of %s (%s), %s, its transaction %s s old"
                    .formatted(
                        rows.getLong(1),
                        rows.getString(3),
                        rows.getString(2).isEmpty() ? "unnamed" : rows.getString(2),
                        rows.getString(4),
                        rows.getString(5))));
      }
      return holders;
    }
  }

  /** Of the write-ahead log, which one session writes at a time. */
  record Log(OptionalDouble writeSeconds, OptionalDouble syncSeconds) {
    static final Log UNKNOWN = new Log(OptionalDouble.empty(), OptionalDouble.empty());
  }

  Log log() throws SQLException {
    if (!logIsTimed || versionNumber < LOG_VIEW_FROM) {
      return Log.UNKNOWN;
    }
    String view =
        versionNumber < LOG_TIMES_IN_IO_FROM
            ? "SELECT wal_write_time, wal_sync_time FROM pg_stat_wal"
            : "SELECT sum(write_time), sum(fsync_time) FROM pg_stat_io WHERE object = 'wal'";
    try (var row = one(view)) {
      return new Log(
          OptionalDouble.of(row.getDouble(1) / 1e3), OptionalDouble.of(row.getDouble(2) / 1e3));
    }
  }

  record Checkpoints(long timed, long forced) {}

  Checkpoints checkpoints() throws SQLException {
    String view =
        versionNumber < CHECKPOINTER_VIEW_FROM
            ? "SELECT checkpoints_timed, checkpoints_req FROM pg_stat_bgwriter"
            : "SELECT num_timed, num_requested FROM pg_stat_checkpointer";
    try (var row = one(view)) {
      return new Checkpoints(row.getLong(1), row.getLong(2));
    }
  }

  /** Of the table, its chunks among them; 0 while it does not exist. */
  double rowsInserted() throws SQLException {
    try (var row =
        one(
            "SELECT coalesce(sum(n_tup_ins), 0) FROM pg_stat_all_tables"
                + " WHERE relid = to_regclass('%s') OR relid IN (SELECT inhrelid FROM pg_inherits"
                    .formatted(options.table())
                + " WHERE inhparent = to_regclass('%s'))".formatted(options.table()))) {
      return row.getDouble(1);
    }
  }

  boolean isReadOnly() throws SQLException {
    try (var row =
        one("SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on'")) {
      return row.getBoolean(1);
    }
  }

  double diskBytes() throws SQLException {
    try (var row = one("SELECT pg_database_size(current_database())")) {
      return row.getDouble(1);
    }
  }

  Map<String, String> settings() throws SQLException {
    var settings = new TreeMap<String, String>();
    try (var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "SELECT name, current_setting(name) FROM pg_settings WHERE name IN (%s)"
                        .formatted(TELLING)
                    + " UNION ALL SELECT extname, extversion FROM pg_extension"
                    + " WHERE extname = 'timescaledb'")) {
      while (rows.next()) {
        settings.put(rows.getString(1), rows.getString(2));
      }
    }
    return settings;
  }

  /** The only row; it ends with its statement. */
  private ResultSet one(String sql) throws SQLException {
    var statement = connection.createStatement();
    statement.closeOnCompletion();
    ResultSet row = statement.executeQuery(sql);
    row.next();
    return row;
  }
}
