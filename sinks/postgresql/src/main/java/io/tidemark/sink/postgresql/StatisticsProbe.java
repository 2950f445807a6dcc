package io.tidemark.sink.postgresql;

import io.tidemark.process.ProcessResources;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.TsdbSignals;
import io.tidemark.sink.client.ErrorText;
import io.tidemark.sink.sql.LockHolders;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Reads PostgreSQL's statistics views over a connection of its own. Server processes on this host
 * are read as well. Thread-safe.
 */
final class StatisticsProbe implements CapacityProbe {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final OptionalDouble ABSENT = OptionalDouble.empty();

  /** Looking at every file takes the server a while, at the memory of every process us. */
  private static final long SIZE_FOR_NANOS = Duration.ofSeconds(5).toNanos();

  private final Connector connector;
  private final boolean isLoopback;
  private Statistics statistics;
  private Connection connection;
  private Optional<ProcessResources> process = Optional.empty();
  private OptionalDouble diskBytes = ABSENT;
  private OptionalDouble residentBytes = ABSENT;
  private Map<String, String> settings = Map.of();
  private long sizedAtNanos;
  private final LockHolders lockHolders = new LockHolders();
  private Statistics.Checkpoints first;

  StatisticsProbe(TargetConfig target) {
    connector = new Connector(target);
    isLoopback = connector.server().isLoopback();
  }

  @Override
  public synchronized TsdbSignals read() throws IOException {
    try {
      connect();
      Statistics.Reading reading = statistics.read();
      return new TsdbSignals(List.of(node(reading)), warnings(reading));
    } catch (SQLException e) {
      disconnect();
      throw new IOException(
          "can't read the statistics of %s: %s"
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
    statistics = new Statistics(connection, connector.options());
    process = isLoopback ? PostmasterProcess.of(statistics.backend()) : Optional.empty();
    size();
  }

  private void size() throws SQLException {
    diskBytes = OptionalDouble.of(statistics.diskBytes());
    residentBytes = of(ProcessResources::residentBytes);
    settings = statistics.settings();
    sizedAtNanos = System.nanoTime();
  }

  private TsdbNode node(Statistics.Reading reading) throws SQLException {
    Statistics.Sessions sessions = reading.sessions();
    if (System.nanoTime() - sizedAtNanos > SIZE_FOR_NANOS) {
      size();
    }
    boolean someWait = sessions.forLocks() > 0;
    lockHolders.add(someWait ? statistics.lockHolders() : List.of(), System.nanoTime());
    return new TsdbNode(
        connector.server().endpoint(),
        TsdbNode.Role.SINGLE,
        System.nanoTime(),
        Optional.of(statistics.version()),
        OptionalDouble.of(statistics.startSeconds()),
        new TsdbNode.Cpu(of(ProcessResources::cpuSeconds), of(ProcessResources::cores)),
        new TsdbNode.Pressure(of(ProcessResources::throttledSeconds), ABSENT),
        residentBytes,
        new TsdbNode.Slots(ABSENT, ABSENT, ABSENT, ABSENT),
        new TsdbNode.Rows(OptionalDouble.of(reading.rowsInserted()), Map.of(), ABSENT, ABSENT),
        new TsdbNode.Storage(
            OptionalDouble.of(reading.readOnly() ? 1 : 0),
            diskBytes,
            reading.log().writeSeconds(),
            reading.log().syncSeconds(),
            reading.logBytes()),
        new TsdbNode.Sessions(
            OptionalDouble.of(sessions.active()),
            OptionalDouble.of(sessions.capacity()),
            sessions.areTold() ? OptionalDouble.of(sessions.forLocks()) : ABSENT,
            sessions.areTold() ? OptionalDouble.of(sessions.forStorage()) : ABSENT,
            someWait ? lockHolders.named() : List.of(),
            sessions.areTold() ? OptionalDouble.of(sessions.forNothing()) : ABSENT),
        Map.of(),
        settings);
  }

  private interface OfProcess {
    OptionalDouble of(ProcessResources process);
  }

  private OptionalDouble of(OfProcess reading) {
    return process.isPresent() ? reading.of(process.get()) : ABSENT;
  }

  private List<String> warnings(Statistics.Reading reading) {
    var warnings = new ArrayList<String>();
    Statistics.Checkpoints now = reading.checkpoints();
    if (first == null || now.forced() < first.forced()) {
      first = now;
    }
    long forced = now.forced() - first.forced();
    if (forced > 0) {
      warnings.add(
          "%d of %d checkpoints were forced, because max_wal_size=%s was full: each page is then written to the log whole again; raise it"
              .formatted(
                  forced,
                  forced + now.timed() - first.timed(),
                  settings.getOrDefault("max_wal_size", "?")));
    }
    if (!reading.sessions().areTold()) {
      warnings.add(
          "what sessions wait for is hidden from this user: GRANT pg_monitor TO it, or locks and storage can't be judged");
    }
    return warnings;
  }

  private void disconnect() {
    if (connection != null) {
      try {
        connection.close();
      } catch (SQLException e) {
        // It was lost: that is why it is closed.
      }
      connection = null;
    }
  }

  @Override
  public synchronized void close() {
    disconnect();
  }
}
