package io.tidemark.sink.postgresql;

import io.tidemark.process.ProcessResources;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.client.LocalServer;
import io.tidemark.sink.sql.LockHolders;
import io.tidemark.sink.sql.SqlConnection;
import io.tidemark.sink.sql.SqlProbe;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * PostgreSQL's statistics views, of versions 13 to 18, each as a query. See "The Cumulative
 * Statistics System" in its documentation. Not thread-safe.
 */
final class StatisticsViews implements SqlProbe.Views {
  private static final String PROGRAM = "postgres";
  private static final OptionalDouble ABSENT = OptionalDouble.empty();

  /** These settings change what a verdict means. */
  private static final String TELLING =
      "'shared_buffers', 'max_wal_size', 'checkpoint_timeout', 'synchronous_commit', 'fsync',"
          + " 'full_page_writes', 'wal_level', 'commit_delay', 'max_connections'";

  private static final int LOG_VIEW_FROM = 140_000;
  private static final int CHECKPOINTER_VIEW_FROM = 170_000;
  private static final int LOG_TIMES_IN_IO_FROM = 180_000;
  private static final int MAX_ASKED = 5;

  private final SqlConnection connection;
  private final PostgreSqlOptions options;
  private final StatisticsWarnings warnings;
  private final int versionNumber;
  private final String version;
  private final double startSeconds;
  private final long backend;
  private final boolean logIsTimed;

  /**
   * @param warnings the warnings, which outlive this connection
   */
  StatisticsViews(SqlConnection connection, PostgreSqlOptions options, StatisticsWarnings warnings)
      throws SQLException {
    this.connection = connection;
    this.options = options;
    this.warnings = warnings;
    Map<String, String> row =
        connection.row(
            """
            SELECT current_setting('server_version_num') AS number,
              current_setting('server_version') AS version,
              extract(epoch FROM pg_postmaster_start_time()) AS start, pg_backend_pid() AS backend,
              coalesce(current_setting('track_wal_io_timing', true), 'off') AS log_is_timed
            """);
    versionNumber = Integer.parseInt(row.get("number"));
    version = row.get("version").split(" ")[0];
    startSeconds = Double.parseDouble(row.get("start"));
    backend = Long.parseLong(row.get("backend"));
    logIsTimed = row.get("log_is_timed").equals("on");
  }

  @Override
  public String version() {
    return version;
  }

  @Override
  public double startSeconds() {
    return startSeconds;
  }

  /** The process of this connection was started by the server's main process, which is returned. */
  @Override
  public LocalServer local() {
    try {
      long parent = Long.parseLong(ProcessResources.status(backend, "PPid"));
      boolean both =
          ProcessResources.name(backend).equals(PROGRAM)
              && ProcessResources.name(parent).equals(PROGRAM);
      return both ? LocalServer.of(parent) : LocalServer.NONE;
    } catch (IOException | NumberFormatException e) {
      return LocalServer.NONE;
    }
  }

  /**
   * Reads everything in one query, because a server with many sessions at work answers each query
   * late. Sessions are the clients' sessions at work, without this one; a session that waits for
   * nothing is on a CPU. A table that does not exist has no inserts, and a standby writes no log.
   */
  @Override
  public SqlProbe.Reading read(Map<String, String> settings, LockHolders lockHolders)
      throws SQLException {
    Map<String, String> row = connection.row(reading());
    boolean areTold = isTrue(row.get("are_told"));
    boolean someWait = number(row.get("for_locks")).orElse(0) > 0;
    lockHolders.add(someWait ? lockHolders() : List.of(), System.nanoTime());
    return new SqlProbe.Reading(
        number(row.get("inserted")),
        isTrue(row.get("read_only")),
        seconds(row.get("write_ms")),
        seconds(row.get("sync_ms")),
        number(row.get("log_bytes")),
        new TsdbNode.Sessions(
            number(row.get("active")),
            number(row.get("capacity")),
            areTold ? number(row.get("for_locks")) : ABSENT,
            areTold ? number(row.get("for_storage")) : ABSENT,
            someWait ? lockHolders.named() : List.of(),
            areTold ? number(row.get("for_nothing")) : ABSENT),
        warnings.of(
            Long.parseLong(row.get("timed")),
            Long.parseLong(row.get("forced")),
            areTold,
            settings));
  }

  private static boolean isTrue(String text) {
    return text.equals("t");
  }

  private static OptionalDouble number(String text) {
    return text == null ? ABSENT : OptionalDouble.of(Double.parseDouble(text));
  }

  private static OptionalDouble seconds(String millis) {
    return millis == null ? ABSENT : OptionalDouble.of(Double.parseDouble(millis) / 1e3);
  }

  /**
   * A session that waits for the log's writer waits for what the writer waits for. Of a session
   * that this user may not see, the view shows only the user and not the state.
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

  /**
   * Returns the sessions that hold what others wait for and wait for nothing themselves. It asks
   * about only a few of the waiting sessions, because each answer stops all locking for a moment.
   */
  private List<LockHolders.Holder> lockHolders() throws SQLException {
    String holders =
        """
        SELECT holder.pid, holder.application_name, holder.usename, holder.state,
          round(extract(epoch FROM clock_timestamp() - holder.xact_start)::numeric, 1)
        FROM pg_stat_activity holder WHERE NOT coalesce(holder.wait_event_type = 'Lock', false)
          AND holder.pid IN (SELECT unnest(pg_blocking_pids(waiting.pid)) FROM
            (SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' LIMIT %d) waiting)
        """
            .formatted(MAX_ASKED);
    return connection.query(holders).stream().map(LockHolders.Holder::of).toList();
  }

  @Override
  public double diskBytes() throws SQLException {
    String bytes = "SELECT pg_database_size(current_database())";
    return Double.parseDouble(connection.query(bytes).get(0).get(0));
  }

  @Override
  public Map<String, String> settings() throws SQLException {
    String telling =
        """
        SELECT name, current_setting(name) FROM pg_settings WHERE name IN (%s)
        UNION ALL SELECT extname, extversion FROM pg_extension WHERE extname = 'timescaledb'
        """
            .formatted(TELLING);
    var settings = new TreeMap<String, String>();
    connection.query(telling).forEach(row -> settings.put(row.get(0), row.get(1)));
    return settings;
  }
}
