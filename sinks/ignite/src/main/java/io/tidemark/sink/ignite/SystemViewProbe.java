package io.tidemark.sink.ignite;

import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.TsdbSignals;
import io.tidemark.sink.client.ErrorText;
import io.tidemark.sink.client.LocalServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.sql.ResultSet;
import org.apache.ignite.sql.SqlRow;

/**
 * Reads the rows of the table by SQL; and the server's process, where there is one server, on this
 * host, and its pid file can be read. Thread-safe.
 */
final class SystemViewProbe implements CapacityProbe {
  private static final OptionalDouble ABSENT = OptionalDouble.empty();
  private static final Set<String> PROGRAMS = Set.of("java");
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
    LocalServer server = LocalServer.of(urls, Path.of(options.pidFile()), PROGRAMS);
    OptionalDouble rows = rows(server.process().isPresent());
    var node =
        TsdbNode.named(connector.endpoint(), TsdbNode.Role.SINGLE)
            .startSeconds(server.startSeconds())
            .cpu(server.cpu())
            .pressure(server.pressure())
            .residentBytes(server.residentBytes())
            .rows(new TsdbNode.Rows(rows, Map.of(), ABSENT, ABSENT))
            .sessions(server.sessions())
            .build();
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
