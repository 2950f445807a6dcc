package io.tidemark.sink.mysql;

import io.tidemark.process.ProcessResources;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.TsdbSignals;
import io.tidemark.sink.client.ErrorText;
import io.tidemark.sink.sql.LockHolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;

/**
 * Reads a server's own status over a connection of its own. A server process on this host is read
 * as well. Thread-safe.
 */
final class StatusProbe implements CapacityProbe {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final OptionalDouble ABSENT = OptionalDouble.empty();
  private static final Set<String> PROGRAMS = Set.of("mariadbd", "mysqld");

  /** Looking at every table takes the server a while. */
  private static final long SIZE_FOR_NANOS = Duration.ofSeconds(5).toNanos();

  /** What a clock that is read to the second may be off by. */
  private static final double SAME_START_SECONDS = 2;

  private final Connector connector;
  private final boolean isLoopback;
  private final LockHolders lockHolders = new LockHolders();
  private final StatusWarnings warnings = new StatusWarnings();
  private Connection connection;
  private Status status;
  private double startSeconds;
  private Optional<ProcessResources> process = Optional.empty();
  private OptionalDouble diskBytes = ABSENT;
  private OptionalDouble residentBytes = ABSENT;
  private Map<String, String> settings = Map.of();
  private long sizedAtNanos;

  StatusProbe(TargetConfig target) {
    connector = new Connector(target);
    isLoopback = connector.server().isLoopback();
  }

  @Override
  public synchronized TsdbSignals read() throws IOException {
    try {
      connect();
      Status.Reading reading = status.read();
      return new TsdbSignals(List.of(node(reading)), warnings.of(reading, settings));
    } catch (SQLException e) {
      disconnect();
      throw new IOException(
          "can't read the status of %s: %s"
              .formatted(
                  connector.server().endpoint(), ErrorText.of(String.valueOf(e.getMessage()))),
          e);
    }
  }

  private void connect() throws SQLException {
    if (connection != null) {
      return;
    }
    connection = connector.open(TIMEOUT, "tidemark probe");
    status = new Status(connection, connector.options());
    double start = status.startSeconds();
    startSeconds = Math.abs(start - startSeconds) > SAME_START_SECONDS ? start : startSeconds;
    process = isLoopback ? processOf(status.pidFile()) : Optional.empty();
    size();
  }

  /** In a container the file is another one here, or none. */
  private static Optional<ProcessResources> processOf(String pidFile) {
    try {
      long pid = Long.parseLong(Files.readString(Path.of(pidFile)).strip());
      return PROGRAMS.contains(ProcessResources.name(pid))
          ? Optional.of(new ProcessResources(pid))
          : Optional.empty();
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private void size() throws SQLException {
    diskBytes = OptionalDouble.of(status.diskBytes());
    residentBytes = of(ProcessResources::residentBytes);
    settings = status.settings();
    sizedAtNanos = System.nanoTime();
  }

  private TsdbNode node(Status.Reading reading) throws SQLException {
    if (System.nanoTime() - sizedAtNanos > SIZE_FOR_NANOS) {
      size();
    }
    double rowWaits = reading.counter("Innodb_row_lock_current_waits").orElse(0);
    double tableWaits = reading.metadataWaits().orElse(0);
    boolean someWait = rowWaits + tableWaits > 0;
    lockHolders.add(rowWaits > 0 ? status.rowHolders() : List.of(), System.nanoTime());
    lockHolders.add(tableWaits > 0 ? status.tableHolders() : List.of(), System.nanoTime());
    return new TsdbNode(
        connector.server().endpoint(),
        TsdbNode.Role.SINGLE,
        System.nanoTime(),
        Optional.of(status.version()),
        OptionalDouble.of(startSeconds),
        new TsdbNode.Cpu(of(ProcessResources::cpuSeconds), of(ProcessResources::cores)),
        new TsdbNode.Pressure(of(ProcessResources::throttledSeconds), ABSENT),
        residentBytes,
        new TsdbNode.Slots(ABSENT, ABSENT, ABSENT, ABSENT),
        new TsdbNode.Rows(reading.rowsInserted(), Map.of(), ABSENT, ABSENT),
        new TsdbNode.Storage(
            OptionalDouble.of(reading.readOnly() ? 1 : 0),
            diskBytes,
            ABSENT,
            reading.logSyncSeconds(),
            logBytes(reading)),
        new TsdbNode.Sessions(
            active(reading),
            number(settings.get("max_connections")),
            waits(reading, rowWaits),
            reading.inCommit(),
            someWait ? lockHolders.named() : List.of()),
        Map.of(),
        settings);
  }

  /** This one does not count. */
  private static OptionalDouble active(Status.Reading reading) {
    OptionalDouble running = reading.counter("Threads_running");
    return running.isEmpty() ? running : OptionalDouble.of(Math.max(0, running.getAsDouble() - 1));
  }

  /** Whoever may not see that sessions wait for a table's lock can't say that none does. */
  private static OptionalDouble waits(Status.Reading reading, double rowWaits) {
    OptionalDouble metadata = reading.metadataWaits();
    return metadata.isEmpty() ? ABSENT : OptionalDouble.of(metadata.getAsDouble() + rowWaits);
  }

  /** MariaDB counts what it writes by its sequence number. */
  private static OptionalDouble logBytes(Status.Reading reading) {
    OptionalDouble number = reading.counter("Innodb_lsn_current");
    return number.isPresent() ? number : reading.counter("Innodb_os_log_written");
  }

  private static OptionalDouble number(String text) {
    return text == null ? ABSENT : OptionalDouble.of(Double.parseDouble(text));
  }

  private OptionalDouble of(Function<ProcessResources, OptionalDouble> reading) {
    return process.map(reading).orElse(ABSENT);
  }

  private void disconnect() {
    if (connection != null) {
      connection.close();
      connection = null;
    }
  }

  @Override
  public synchronized void close() {
    disconnect();
  }
}
