package io.tidemark.sink.postgresql;

import io.tidemark.sink.sql.LockHolders;
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
  private static final int MAX_ASKED = 5;

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
   * What changes all the time, in one answer: a server with many sessions at work comes to each
   * question late.
   *
   * @param readOnly it takes no writes
   * @param rowsInserted into the table, its chunks among them; 0 while it does not exist
   * @param logBytes written to the write-ahead log; absent on a standby
   */
  record Reading(
      Sessions sessions,
      Log log,
      Checkpoints checkpoints,
      boolean readOnly,
      double rowsInserted,
      OptionalDouble logBytes) {}

  /**
   * Client connections at work, but this one. One that waits for nothing is on a CPU.
   *
   * @param areTold whether this user may see what the others wait for
   */
  record Sessions(
      double active,
      double capacity,
      double forLocks,
      double forStorage,
      double forNothing,
      boolean areTold) {}

  /** Time spent on the write-ahead log, which one session writes at a time. */
  record Log(OptionalDouble writeSeconds, OptionalDouble syncSeconds) {
    static final Log UNKNOWN = new Log(OptionalDouble.empty(), OptionalDouble.empty());
  }

  record Checkpoints(long timed, long forced) {}

  Reading read() throws SQLException {
    try (var row = one(reading())) {
      return new Reading(
          new Sessions(
              row.getDouble("active"),
              row.getDouble("capacity"),
              row.getDouble("for_locks"),
              row.getDouble("for_storage"),
              row.getDouble("for_nothing"),
              row.getBoolean("are_told")),
          timesLog()
              ? new Log(
                  OptionalDouble.of(row.getDouble("write_ms") / 1e3),
                  OptionalDouble.of(row.getDouble("sync_ms") / 1e3))
              : Log.UNKNOWN,
          new Checkpoints(row.getLong("timed"), row.getLong("forced")),
          row.getBoolean("read_only"),
          row.getDouble("inserted"),
          optional(row, "log_bytes"));
    }
  }

  /**
   * A session that waits for the log's writer waits for what that one waits for. Of a session that
   * this user may not see only its user is told, and its state not.
   */
  private String reading() {
    return """
        SELECT sessions.*, log.*, checkpoints.*, stored.*,
          pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS read_only,
          CASE WHEN NOT pg_is_in_recovery()
            THEN pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') END AS log_bytes
        FROM (SELECT
            count(*) FILTER (WHERE state = 'active') AS active,
            current_setting('max_connections')::int AS capacity,
            count(*) FILTER (WHERE state = 'active' AND wait_event_type = 'Lock') AS for_locks,
            count(*) FILTER (WHERE state = 'active' AND (wait_event_type = 'IO'
              OR wait_event IN ('WALWrite', 'WALWriteLock', 'WALSync'))) AS for_storage,
            count(*) FILTER (WHERE state = 'active' AND wait_event_type IS NULL) AS for_nothing,
            count(*) FILTER (WHERE state IS NULL) = 0 AS are_told
          FROM pg_stat_activity
          WHERE usesysid IS NOT NULL AND pid <> pg_backend_pid()
            AND coalesce(backend_type, 'client backend') = 'client backend') AS sessions,
          (%s) AS log, (%s) AS checkpoints,
          (SELECT coalesce(sum(n_tup_ins), 0) AS inserted FROM pg_stat_all_tables
            WHERE relid = to_regclass('%s') OR relid IN
              (SELECT inhrelid FROM pg_inherits WHERE inhparent = to_regclass('%s'))) AS stored
        """
        .formatted(logTimes(), checkpoints(), options.table(), options.table());
  }

  private boolean timesLog() {
    return logIsTimed && versionNumber >= LOG_VIEW_FROM;
  }

  private String logTimes() {
    if (!timesLog()) {
      return "SELECT NULL AS write_ms, NULL AS sync_ms";
    }
    return versionNumber < LOG_TIMES_IN_IO_FROM
        ? "SELECT wal_write_time AS write_ms, wal_sync_time AS sync_ms FROM pg_stat_wal"
        : "SELECT sum(write_time) AS write_ms, sum(fsync_time) AS sync_ms FROM pg_stat_io"
            + " WHERE object = 'wal'";
  }

  private String checkpoints() {
    return versionNumber < CHECKPOINTER_VIEW_FROM
        ? "SELECT checkpoints_timed AS timed, checkpoints_req AS forced FROM pg_stat_bgwriter"
        : "SELECT num_timed AS timed, num_requested AS forced FROM pg_stat_checkpointer";
  }

  private static OptionalDouble optional(ResultSet row, String column) throws SQLException {
    double value = row.getDouble(column);
    return row.wasNull() ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /**
   * Who holds what others wait for, and waits for none itself. Asks for a few of those that wait:
   * each answer stops all locking for a moment.
   */
  List<LockHolders.Holder> lockHolders() throws SQLException {
    try (var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                """
                SELECT holder.pid, holder.application_name, holder.usename, holder.state,
                  round(extract(epoch FROM clock_timestamp() - holder.xact_start)::numeric, 1)
                FROM pg_stat_activity holder WHERE NOT coalesce(holder.wait_event_type = 'Lock', false)
                  AND holder.pid IN (SELECT unnest(pg_blocking_pids(waiting.pid)) FROM
                    (SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' LIMIT %d) waiting)
                """
                    .formatted(MAX_ASKED))) {
      var holders = new ArrayList<LockHolders.Holder>();
      while (rows.next()) {
        holders.add(
            new LockHolders.Holder(
                rows.getLong(1),
                rows.getString(2),
                rows.getString(3),
                rows.getString(4),
                rows.getString(5)));
      }
      return holders;
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
