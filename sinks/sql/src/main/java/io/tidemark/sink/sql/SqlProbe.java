package io.tidemark.sink.sql;

import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.TsdbSignals;
import io.tidemark.sink.client.ErrorText;
import io.tidemark.sink.client.LocalServer;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Reads what a server tells about itself, over a connection of its own. A server process on this
 * host is read as well. Thread-safe.
 */
public final class SqlProbe implements CapacityProbe {
  public static final String PROGRAM = "tidemark probe";

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final OptionalDouble ABSENT = OptionalDouble.empty();

  /**
   * Sizes count for this long, because it takes the server a while to look at every table, and us
   * to read the memory of every process.
   */
  private static final long SIZE_FOR_NANOS = Duration.ofSeconds(5).toNanos();

  /**
   * A start time that differs by less is the same: a clock that is read to the second may be off.
   */
  private static final double SAME_START_SECONDS = 2;

  /** What a server tells about itself, over the probe's connection. */
  public interface Views {
    /** Returns the server's version, e.g. "15.12". */
    String version();

    /** Returns the Unix time at which the server began, by its own clock. */
    double startSeconds() throws SQLException;

    /** Finds the server's process. It is asked only if the server runs on this host. */
    LocalServer local() throws SQLException;

    double diskBytes() throws SQLException;

    /** Returns the settings that change what a verdict means. */
    Map<String, String> settings() throws SQLException;

    /**
     * @param settings the settings as they were read last
     * @param lockHolders the sessions that held, in the last seconds, what others waited for
     */
    Reading read(Map<String, String> settings, LockHolders lockHolders) throws SQLException;
  }

  /**
   * The signals that change all the time.
   *
   * @param rowsInserted the rows inserted into the table; absent if the server does not count them
   * @param logWriteSeconds the time spent writing the log; absent if it is not timed
   * @param logSyncSeconds the time spent making the log durable
   * @param logBytes the bytes written to the log
   * @param warnings what makes a measurement doubtful, with what to do
   */
  public record Reading(
      OptionalDouble rowsInserted,
      boolean readOnly,
      OptionalDouble logWriteSeconds,
      OptionalDouble logSyncSeconds,
      OptionalDouble logBytes,
      TsdbNode.Sessions sessions,
      List<String> warnings) {}

  /** Opens the probe's connection. */
  public interface Opener {
    /**
     * @param timeout the most time of connecting, and of each answer
     */
    SqlConnection open(Duration timeout) throws SQLException;
  }

  /** Finds out what the server can be asked. */
  public interface ViewsOf {
    Views of(SqlConnection connection) throws SQLException;
  }

  private final SqlServer server;
  private final Opener opener;
  private final ViewsOf viewsOf;
  private final LockHolders lockHolders = new LockHolders();
  private SqlConnection connection;
  private Views views;
  private double startSeconds;
  private LocalServer local = LocalServer.NONE;
  private OptionalDouble diskBytes = ABSENT;
  private OptionalDouble residentBytes = ABSENT;
  private Map<String, String> settings = Map.of();
  private long sizedAtNanos;

  public SqlProbe(SqlServer server, Opener opener, ViewsOf viewsOf) {
    this.server = server;
    this.opener = opener;
    this.viewsOf = viewsOf;
  }

  @Override
  public synchronized TsdbSignals read() throws IOException {
    try {
      connect();
      if (System.nanoTime() - sizedAtNanos > SIZE_FOR_NANOS) {
        size();
      }
      Reading reading = views.read(settings, lockHolders);
      return new TsdbSignals(List.of(node(reading)), reading.warnings());
    } catch (SQLException e) {
      close();
      throw new IOException(
          "can't read the status of %s: %s"
              .formatted(server.endpoint(), ErrorText.of(String.valueOf(e.getMessage()))),
          e);
    }
  }

  private void connect() throws SQLException {
    if (connection != null) {
      return;
    }
    connection = opener.open(TIMEOUT);
    views = viewsOf.of(connection);
    double start = views.startSeconds();
    startSeconds = Math.abs(start - startSeconds) > SAME_START_SECONDS ? start : startSeconds;
    local = server.isLoopback() ? views.local() : LocalServer.NONE;
    size();
  }

  private void size() throws SQLException {
    diskBytes = OptionalDouble.of(views.diskBytes());
    residentBytes = local.residentBytes();
    settings = views.settings();
    sizedAtNanos = System.nanoTime();
  }

  private TsdbNode node(Reading reading) {
    return TsdbNode.named(server.endpoint(), TsdbNode.Role.SINGLE)
        .version(Optional.of(views.version()))
        .startSeconds(OptionalDouble.of(startSeconds))
        .cpu(local.cpu())
        .pressure(local.pressure())
        .residentBytes(residentBytes)
        .rows(new TsdbNode.Rows(reading.rowsInserted(), Map.of(), ABSENT, ABSENT))
        .storage(
            new TsdbNode.Storage(
                OptionalDouble.of(reading.readOnly() ? 1 : 0),
                diskBytes,
                reading.logWriteSeconds(),
                reading.logSyncSeconds(),
                reading.logBytes()))
        .sessions(reading.sessions())
        .flags(settings)
        .build();
  }

  @Override
  public synchronized void close() {
    if (connection != null) {
      connection.close();
      connection = null;
    }
  }
}
