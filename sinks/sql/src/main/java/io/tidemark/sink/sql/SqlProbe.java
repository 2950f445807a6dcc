package io.tidemark.sink.sql;

import io.tidemark.process.ProcessResources;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.TsdbSignals;
import io.tidemark.sink.client.ErrorText;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Reads what a server says of itself, over a connection of its own. A server process on this host
 * is read as well. Thread-safe.
 */
public final class SqlProbe implements CapacityProbe {
  public static final String PROGRAM = "tidemark probe";

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final OptionalDouble ABSENT = OptionalDouble.empty();

  /** Looking at every table takes the server a while, and the memory of every process us. */
  private static final long SIZE_FOR_NANOS = Duration.ofSeconds(5).toNanos();

  /** What a clock that is read to the second may be off by. */
  private static final double SAME_START_SECONDS = 2;

  /** A server's own views of itself, each as a question over the probe's connection. */
  public interface Views {
    /** Of the server, e.g. "15.12". */
    String version();

    /** By the server's clock. */
    double startSeconds() throws SQLException;

    /** The server's, if it runs on this host: in a container it is another one here, or none. */
    Optional<ProcessResources> process() throws SQLException;

    double diskBytes() throws SQLException;

    /** Those that change what a verdict means. */
    Map<String, String> settings() throws SQLException;

    /**
     * @param settings as they were read last
     * @param lockHolders who held, in the last seconds, what others waited for
     */
    Reading read(Map<String, String> settings, LockHolders lockHolders) throws SQLException;
  }

  /**
   * What changes all the time.
   *
   * @param rowsInserted into the table; absent where the server does not count that
   * @param logWriteSeconds time spent writing the log; absent where it is not timed
   * @param logSyncSeconds time spent making it durable
   * @param logBytes written to it
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

  /** Connects. */
  public interface Opener {
    /**
     * @param timeout of connecting, and of each answer
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
  private Optional<ProcessResources> process = Optional.empty();
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
    process = server.isLoopback() ? views.process() : Optional.empty();
    size();
  }

  private void size() throws SQLException {
    diskBytes = OptionalDouble.of(views.diskBytes());
    residentBytes = of(ProcessResources::residentBytes);
    settings = views.settings();
    sizedAtNanos = System.nanoTime();
  }

  private TsdbNode node(Reading reading) {
    return new TsdbNode(
        server.endpoint(),
        TsdbNode.Role.SINGLE,
        System.nanoTime(),
        Optional.of(views.version()),
        OptionalDouble.of(startSeconds),
        new TsdbNode.Cpu(of(ProcessResources::cpuSeconds), of(ProcessResources::cores)),
        new TsdbNode.Pressure(of(ProcessResources::throttledSeconds), ABSENT),
        residentBytes,
        new TsdbNode.Slots(ABSENT, ABSENT, ABSENT, ABSENT),
        new TsdbNode.Rows(reading.rowsInserted(), Map.of(), ABSENT, ABSENT),
        new TsdbNode.Storage(
            OptionalDouble.of(reading.readOnly() ? 1 : 0),
            diskBytes,
            reading.logWriteSeconds(),
            reading.logSyncSeconds(),
            reading.logBytes()),
        reading.sessions(),
        Map.of(),
        settings);
  }

  private OptionalDouble of(Function<ProcessResources, OptionalDouble> reading) {
    return process.map(reading).orElse(ABSENT);
  }

  @Override
  public synchronized void close() {
    if (connection != null) {
      connection.close();
      connection = null;
    }
  }
}
