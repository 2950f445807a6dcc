package io.tidemark.sink.rrdcached;

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
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Reads what STATS answers over a connection of its own; and its process, where it is on this host
 * and its pid file can be read. Thread-safe.
 */
final class StatsProbe implements CapacityProbe {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final OptionalDouble ABSENT = OptionalDouble.empty();
  private static final Set<String> PROGRAMS = Set.of("rrdcached");

  private final URI url;
  private final Path pidFile;
  private final QueueWarning queue = new QueueWarning();
  private Connection connection;
  private LocalServer server = LocalServer.NONE;

  StatsProbe(TargetConfig target) {
    url = (target.metricsUrls().isEmpty() ? target.urls() : target.metricsUrls()).get(0);
    pidFile = Path.of(RrdcachedOptions.of(target).pidFile());
  }

  @Override
  public synchronized TsdbSignals read() throws IOException {
    try {
      if (connection == null) {
        connection = Connection.open(url, TIMEOUT);
        server = LocalServer.of(List.of(url), pidFile, PROGRAMS);
      }
      Map<String, Double> stats = stats(connection.command("STATS"));
      return new TsdbSignals(List.of(node(stats)), queue.of(stats));
    } catch (IOException | RefusedException e) {
      disconnect();
      throw new IOException(
          "can't read the statistics of %s: %s"
              .formatted(Connection.endpoint(url), ErrorText.of(String.valueOf(e.getMessage()))),
          e);
    }
  }

  /** "QueueLength: 0" and so on. */
  private static Map<String, Double> stats(List<String> lines) {
    var stats = new HashMap<String, Double>();
    for (String line : lines) {
      int colon = line.indexOf(": ");
      if (colon > 0) {
        stats.put(line.substring(0, colon), Double.parseDouble(line.substring(colon + 2)));
      }
    }
    return stats;
  }

  /** Updates are counted as they come, those too that are not carried out. */
  private TsdbNode node(Map<String, Double> stats) {
    return TsdbNode.named(Connection.endpoint(url), TsdbNode.Role.SINGLE)
        .cpu(server.cpu())
        .pressure(server.pressure())
        .residentBytes(server.residentBytes())
        .rows(new TsdbNode.Rows(number(stats, "UpdatesReceived"), Map.of(), ABSENT, ABSENT))
        .storage(
            new TsdbNode.Storage(ABSENT, ABSENT, ABSENT, ABSENT, number(stats, "JournalBytes")))
        // It does not say what its threads do. They share a lock for moments only.
        .sessions(server.sessions())
        .build();
  }

  private static OptionalDouble number(Map<String, Double> stats, String name) {
    Double value = stats.get(name);
    return value == null ? ABSENT : OptionalDouble.of(value);
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
