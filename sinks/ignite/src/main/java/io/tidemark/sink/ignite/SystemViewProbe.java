package io.tidemark.sink.ignite;

import io.tidemark.process.ProcessResources;
import io.tidemark.process.ThreadStates;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.TsdbSignals;
import io.tidemark.sink.client.ErrorText;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.sql.ResultSet;
import org.apache.ignite.sql.SqlRow;

/**
 * Reads the rows of the table by SQL; and the server's process, where there is one server, on this
 * host, and its pid file can be read. Thread-safe.
 */
final class SystemViewProbe implements CapacityProbe {
  private static final OptionalDouble ABSENT = OptionalDouble.empty();
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final String ROWS =
      "SELECT PARTITION_ID, ESTIMATED_ROWS FROM SYSTEM.LOCAL_PARTITION_STATES WHERE SCHEMA_NAME = 'PUBLIC' AND TABLE_NAME = ?";

  private final List<URI> urls;
  private final IgniteOptions options;
  private final Connector connector;
  private final ThreadsOfOne made = new ThreadsOfOne("ignite-probe");
  private final ExecutorService reader = Executors.newSingleThreadExecutor(made);

  /** Of the reader's thread alone, until that has ended. */
  private IgniteClient client;

  /** Asked for, and not come yet. */
  private Future<OptionalDouble> pending;

  private boolean wasRead;

  SystemViewProbe(TargetConfig target) {
    urls = target.urls();
    options = IgniteOptions.of(target);
    connector = Connector.of(target);
  }

  @Override
  public synchronized TsdbSignals read() throws IOException {
    Optional<ProcessResources> process = process();
    OptionalDouble rows = rows(process.isPresent());
    var node =
        new TsdbNode(
            connector.endpoint(),
            TsdbNode.Role.SINGLE,
            System.nanoTime(),
            Optional.empty(),
            of(process, SystemViewProbe::startSeconds),
            new TsdbNode.Cpu(
                of(process, ProcessResources::cpuSeconds), of(process, ProcessResources::cores)),
            new TsdbNode.Pressure(of(process, ProcessResources::throttledSeconds), ABSENT),
            of(process, ProcessResources::residentBytes),
            new TsdbNode.Slots(ABSENT, ABSENT, ABSENT, ABSENT),
            new TsdbNode.Rows(rows, Map.of(), ABSENT, ABSENT),
            new TsdbNode.Storage(ABSENT, ABSENT, ABSENT, ABSENT),
            sessions(process),
            Map.of(),
            Map.of());
    return new TsdbSignals(List.of(node), List.of());
  }

  /**
   * What this host knows of the process does not wait for them.
   *
   * @throws IOException if nothing else is known
   */
  private OptionalDouble rows(boolean hasProcess) throws IOException {
    if (pending == null) {
      pending = reader.submit(this::ask);
    }
    Duration patience = hasProcess && wasRead ? PATIENCE : TIMEOUT;
    try {
      OptionalDouble rows = pending.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      pending = null;
      wasRead = true;
      return rows;
    } catch (TimeoutException e) {
      return absent(hasProcess, "no answer within " + patience, e);
    } catch (ExecutionException e) {
      pending = null;
      return absent(hasProcess, e.getCause().toString(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return absent(hasProcess, "interrupted", e);
    }
  }

  private OptionalDouble absent(boolean hasProcess, String why, Exception e) throws IOException {
    if (hasProcess) {
      return ABSENT;
    }
    throw new IOException(
        "no signals of Ignite at %s: %s".formatted(connector.endpoint(), ErrorText.of(why)), e);
  }

  /** That the table has; replicas of a partition hold the same. */
  private OptionalDouble ask() {
    if (client == null) {
      client = connector.open(TIMEOUT, Runnable::run);
    }
    var ofPartition = new HashMap<Integer, Long>();
    String table = options.table().toUpperCase(Locale.ROOT);
    try (ResultSet<SqlRow> result = client.sql().execute(null, ROWS, table)) {
      result.forEachRemaining(
          row -> ofPartition.merge(row.intValue(0), row.longValue(1), Math::max));
    }
    return ofPartition.isEmpty()
        ? ABSENT
        : OptionalDouble.of(ofPartition.values().stream().mapToLong(Long::longValue).sum());
  }

  /** In a container the file is another one here, or none. */
  private Optional<ProcessResources> process() {
    try {
      if (urls.size() != 1 || !InetAddress.getByName(urls.get(0).getHost()).isLoopbackAddress()) {
        return Optional.empty();
      }
      long pid = Long.parseLong(Files.readString(Path.of(options.pidFile())).strip());
      return ProcessResources.name(pid).equals("java")
          ? Optional.of(new ProcessResources(pid))
          : Optional.empty();
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static OptionalDouble startSeconds(ProcessResources process) {
    return ProcessHandle.of(process.pid())
        .flatMap(handle -> handle.info().startInstant())
        .map(start -> OptionalDouble.of(start.toEpochMilli() / 1000.0))
        .orElse(ABSENT);
  }

  private static OptionalDouble of(
      Optional<ProcessResources> process, Function<ProcessResources, OptionalDouble> reading) {
    return process.map(reading).orElse(ABSENT);
  }

  /** It does not say what it works on; this host does, by the threads of its process. */
  private static TsdbNode.Sessions sessions(Optional<ProcessResources> process) {
    return process
        .flatMap(of -> ThreadStates.of(of.pid()))
        .map(
            threads ->
                new TsdbNode.Sessions(
                    OptionalDouble.of(threads.onCpu() + threads.waitingForDisk()),
                    ABSENT,
                    ABSENT,
                    OptionalDouble.of(threads.waitingForDisk()),
                    List.of()))
        .orElse(TsdbNode.Sessions.NONE);
  }

  @Override
  public synchronized void close() {
    reader.shutdownNow();
    try {
      reader.awaitTermination(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (client != null) {
      client.close();
      made.awaitEnd();
    }
  }
}
