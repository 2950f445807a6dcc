package io.tidemark.sink.mysql;

import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.client.LocalServer;
import io.tidemark.sink.sql.LockHolders;
import io.tidemark.sink.sql.SqlConnection;
import io.tidemark.sink.sql.SqlProbe;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a server says of itself, each as a question: "Server Status Variables" of MySQL and MariaDB,
 * their information and performance schemas. Not thread-safe.
 */
final class Status implements SqlProbe.Views {
  private static final OptionalDouble ABSENT = OptionalDouble.empty();
  private static final Set<String> PROGRAMS = Set.of("mariadbd", "mysqld");

  /** Of all that there are, what is looked at; who lacks one does not report it. */
  private static final List<String> READ =
      List.of(
          "Threads_running",
          "Threads_connected",
          "Innodb_row_lock_current_waits",
          "Innodb_log_waits",
          "Innodb_os_log_written",
          "Innodb_lsn_current",
          "Innodb_checkpoint_age",
          "Innodb_checkpoint_max_age",
          "Innodb_buffer_pool_wait_free",
          "Rocksdb_stall_micros");

  /** Settings that change what a verdict means. */
  private static final List<String> TELLING =
      List.of(
          "innodb_buffer_pool_size",
          "innodb_doublewrite",
          "innodb_flush_log_at_trx_commit",
          "innodb_flush_method",
          "innodb_log_buffer_size",
          "innodb_log_file_size",
          "innodb_redo_log_capacity",
          "log_bin",
          "max_connections",
          "max_user_connections",
          "read_only",
          "rocksdb_flush_log_at_trx_commit",
          "sync_binlog");

  /**
   * A commit waits for the log to be on disk, whatever else it does there. MariaDB shows those that
   * wait for another session to write it with the state that they had before ("Updating status"),
   * also where a statement commits by itself.
   */
  private static final String IN_COMMIT =
      "(INFO LIKE 'COMMIT%' AND STATE NOT LIKE 'Waiting for%lock') OR STATE IN ('Commit', 'Updating status', 'waiting for handler commit', 'Waiting for prior transaction to commit')";

  /** Without a row where the performance schema is off. */
  private static final String COUNTING =
      "SELECT ENABLED FROM performance_schema.setup_instruments WHERE NAME = 'wait/io/table/sql/handler'";

  private static final String TABLE_HOLDERS =
      "SELECT DISTINCT session.ID, session.HOST, session.USER, session.COMMAND, NULL FROM performance_schema.metadata_locks waiting JOIN performance_schema.metadata_locks held ON held.OBJECT_TYPE = 'TABLE' AND held.LOCK_STATUS = 'GRANTED' AND held.OBJECT_SCHEMA = waiting.OBJECT_SCHEMA AND held.OBJECT_NAME = waiting.OBJECT_NAME JOIN performance_schema.threads thread ON thread.THREAD_ID = held.OWNER_THREAD_ID JOIN information_schema.PROCESSLIST session ON session.ID = thread.PROCESSLIST_ID WHERE waiting.OBJECT_TYPE = 'TABLE' AND waiting.LOCK_STATUS = 'PENDING' AND held.OWNER_THREAD_ID NOT IN (SELECT OWNER_THREAD_ID FROM performance_schema.metadata_locks WHERE LOCK_STATUS = 'PENDING')";

  private final SqlConnection connection;
  private final MySqlOptions options;
  private final StatusWarnings warnings;
  private final String version;
  private final boolean isMariaDb;
  private final boolean seesOthers;
  private final boolean countsRows;
  private final boolean timesFiles;
  private final boolean listsTableLocks;

  /**
   * @param warnings from one connection to the next
   */
  Status(SqlConnection connection, MySqlOptions options, StatusWarnings warnings)
      throws SQLException {
    this.connection = connection;
    this.options = options;
    this.warnings = warnings;
    String whole = one("SELECT VERSION()");
    version = whole.split("-")[0];
    isMariaDb = whole.contains("MariaDB");
    seesOthers = answers("SELECT COUNT(*) FROM information_schema.INNODB_TRX");
    countsRows = answers(COUNTING) && connection.query(COUNTING).contains(List.of("YES"));
    timesFiles = answers(logSyncs()) && one(logSyncs()) != null;
    listsTableLocks = seesOthers && answers(TABLE_HOLDERS);
  }

  @Override
  public String version() {
    return version;
  }

  @Override
  public SqlProbe.Reading read(Map<String, String> settings, LockHolders lockHolders)
      throws SQLException {
    StatusReading reading = read();
    double rowWaits = reading.counter("Innodb_row_lock_current_waits").orElse(0);
    double tableWaits = reading.metadataWaits().orElse(0);
    lockHolders.add(rowWaits > 0 ? rowHolders() : List.of(), System.nanoTime());
    lockHolders.add(tableWaits > 0 ? tableHolders() : List.of(), System.nanoTime());
    return new SqlProbe.Reading(
        reading.rowsInserted(),
        reading.readOnly(),
        ABSENT,
        reading.logSyncSeconds(),
        logBytes(reading),
        new TsdbNode.Sessions(
            active(reading),
            number(settings.get("max_connections")),
            waits(reading, rowWaits),
            reading.inCommit(),
            rowWaits + tableWaits > 0 ? lockHolders.named() : List.of()),
        warnings.of(reading, settings));
  }

  /** This one does not count. */
  private static OptionalDouble active(StatusReading reading) {
    OptionalDouble running = reading.counter("Threads_running");
    return running.isEmpty() ? running : OptionalDouble.of(Math.max(0, running.getAsDouble() - 1));
  }

  /** Whoever may not see that sessions wait for a table's lock can't say that none does. */
  private static OptionalDouble waits(StatusReading reading, double rowWaits) {
    OptionalDouble metadata = reading.metadataWaits();
    return metadata.isEmpty() ? ABSENT : OptionalDouble.of(metadata.getAsDouble() + rowWaits);
  }

  /** MariaDB counts what it writes by its sequence number. */
  private static OptionalDouble logBytes(StatusReading reading) {
    OptionalDouble number = reading.counter("Innodb_lsn_current");
    return number.isPresent() ? number : reading.counter("Innodb_os_log_written");
  }

  private StatusReading read() throws SQLException {
    var counters = new HashMap<String, Double>();
    for (List<String> row : connection.query(show("STATUS", READ))) {
      // MySQL and MariaDB differ in how they write them.
      counters.put(name(row.get(0)), Double.parseDouble(row.get(1)));
    }
    List<String> sessions =
        connection
            .query(
                "SELECT COALESCE(SUM(STATE LIKE 'Waiting for%lock'), 0), COALESCE(SUM("
                    + IN_COMMIT
                    + "), 0), @@global.read_only FROM information_schema.PROCESSLIST")
            .get(0);
    return new StatusReading(
        counters,
        seesOthers ? number(sessions.get(0)) : ABSENT,
        seesOthers ? number(sessions.get(1)) : ABSENT,
        countsRows ? inserted() : ABSENT,
        timesFiles ? number(one(logSyncs())) : ABSENT,
        "1".equals(sessions.get(2)));
  }

  private static String name(String variable) {
    return READ.stream().filter(variable::equalsIgnoreCase).findFirst().orElse(variable);
  }

  /** Nothing was inserted into a table that the server has not met. */
  private OptionalDouble inserted() throws SQLException {
    String rows = one(insertedRows());
    return OptionalDouble.of(rows == null ? 0 : Double.parseDouble(rows));
  }

  private String insertedRows() {
    return "SELECT SUM(COUNT_INSERT) FROM performance_schema.table_io_waits_summary_by_table WHERE OBJECT_SCHEMA = DATABASE() AND OBJECT_NAME = '%s'"
        .formatted(options.table());
  }

  /** In seconds; the server counts picoseconds. */
  private static String logSyncs() {
    return "SELECT SUM(SUM_TIMER_MISC) / 1e12 FROM performance_schema.file_summary_by_event_name WHERE EVENT_NAME = 'wait/io/file/innodb/innodb_log_file'";
  }

  /** To the second. */
  @Override
  public double startSeconds() throws SQLException {
    double uptime =
        Double.parseDouble(connection.query(show("STATUS", List.of("Uptime"))).get(0).get(1));
    return Math.rint(Double.parseDouble(one("SELECT UNIX_TIMESTAMP()")) - uptime);
  }

  @Override
  public LocalServer local() throws SQLException {
    return LocalServer.of(Path.of(one("SELECT @@pid_file")), PROGRAMS);
  }

  @Override
  public double diskBytes() throws SQLException {
    return number(
            one(
                "SELECT COALESCE(SUM(DATA_LENGTH + INDEX_LENGTH), 0) FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()"))
        .orElse(0);
  }

  @Override
  public Map<String, String> settings() throws SQLException {
    var settings = new TreeMap<String, String>();
    for (List<String> row : connection.query(show("VARIABLES", TELLING))) {
      settings.put(row.get(0), row.get(1));
    }
    return settings;
  }

  /** Of rows: who holds what others wait for, and waits for none itself. */
  private List<LockHolders.Holder> rowHolders() throws SQLException {
    if (!seesOthers) {
      return List.of();
    }
    String waits =
        isMariaDb
            ? "SELECT blocking_trx_id AS holder FROM information_schema.INNODB_LOCK_WAITS"
            : "SELECT BLOCKING_ENGINE_TRANSACTION_ID AS holder FROM performance_schema.data_lock_waits";
    return holders(
        "SELECT session.ID, session.HOST, session.USER, session.COMMAND, TIMESTAMPDIFF(SECOND, trx.trx_started, NOW()) FROM information_schema.INNODB_TRX trx JOIN information_schema.PROCESSLIST session ON session.ID = trx.trx_mysql_thread_id WHERE trx.trx_state <> 'LOCK WAIT' AND trx.trx_id IN (%s)"
            .formatted(waits));
  }

  /**
   * Of tables: whoever was granted a lock of one that others wait for, and waits for none itself;
   * none where the server does not keep a list of these locks ({@code wait/lock/metadata/sql/mdl}).
   */
  private List<LockHolders.Holder> tableHolders() throws SQLException {
    return listsTableLocks ? holders(TABLE_HOLDERS) : List.of();
  }

  private List<LockHolders.Holder> holders(String sql) throws SQLException {
    return connection.query(sql).stream().map(LockHolders.Holder::of).toList();
  }

  private static String show(String what, List<String> names) {
    return "SHOW GLOBAL %s WHERE Variable_name IN ('%s')"
        .formatted(what, String.join("', '", names));
  }

  /** Whether this user may ask that, and this server knows it. */
  private boolean answers(String sql) throws SQLException {
    try {
      connection.query(sql);
      return true;
    } catch (SQLException e) {
      if (!connection.isOpen()) {
        throw e;
      }
      return false;
    }
  }

  private static OptionalDouble number(String text) {
    return text == null ? ABSENT : OptionalDouble.of(Double.parseDouble(text));
  }

  /** The only value of the only row; null for NULL. */
  private String one(String sql) throws SQLException {
    List<List<String>> rows = connection.query(sql);
    return rows.isEmpty() ? null : rows.get(0).get(0);
  }
}
