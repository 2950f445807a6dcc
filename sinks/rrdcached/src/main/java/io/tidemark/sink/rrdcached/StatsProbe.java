package io.tidemark.sink.rrdcached;

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
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Reads what STATS answers over a connection of its own; and its process, where it is on this host
 * and its pid file can be read. Thread-safe.
 */
final class StatsProbe implements CapacityProbe {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final OptionalDouble ABSENT = OptionalDouble.empty();
  private static final TsdbNode.Sessions NONE = TsdbNode.Sessions.NONE;
  private static final String PROGRAM = "rrdcached";

  private final URI url;
  private final Path pidFile;
  private final QueueWarning queue = new QueueWarning();
  private Connection connection;
  private Optional<ProcessResources> process = Optional.empty();

  StatsProbe(TargetConfig target) {
    url = (target.metricsUrls().isEmpty() ? target.urls() : target.metricsUrls()).get(0);
    pidFile = Path.of(RrdcachedOptions.of(target).pidFile());
  }

  @Override
  public synchronized TsdbSignals read() throws IOException {
    try {
      if (connection == null) {
        connection = Connection.open(url, TIMEOUT);
        process = isHere(url) ? processOf(pidFile) : Optional.empty();
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

  private static boolean isHere(URI url) {
    try {
      return url.getHost() == null || InetAddress.getByName(url.getHost()).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** In a container the file is another one here, or none. */
  private static Optional<ProcessResources> processOf(Path pidFile) {
    try {
      long pid = Long.parseLong(Files.readString(pidFile).strip());
      return ProcessResources.name(pid).equals(PROGRAM)
          ? Optional.of(new ProcessResources(pid))
          : Optional.empty();
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
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
    return new TsdbNode(
        Connection.endpoint(url),
        TsdbNode.Role.SINGLE,
        System.nanoTime(),
        Optional.empty(),
        ABSENT,
        new TsdbNode.Cpu(of(ProcessResources::cpuSeconds), of(ProcessResources::cores)),
        new TsdbNode.Pressure(of(ProcessResources::throttledSeconds), ABSENT),
        of(ProcessResources::residentBytes),
        new TsdbNode.Slots(ABSENT, ABSENT, ABSENT, ABSENT),
        new TsdbNode.Rows(number(stats, "UpdatesReceived"), Map.of(), ABSENT, ABSENT),
        new TsdbNode.Storage(ABSENT, ABSENT, ABSENT, ABSENT, number(stats, "JournalBytes")),
        process.flatMap(at -> ThreadStates.of(at.pid())).map(StatsProbe::sessions).orElse(NONE),
        Map.of(),
        Map.of());
  }

  /** It does not say what its threads do; this host does. They share a lock for moments only. */
  private static TsdbNode.Sessions sessions(ThreadStates threads) {
    return new TsdbNode.Sessions(
        OptionalDouble.of(threads.onCpu() + threads.waitingForDisk()),
        ABSENT,
        ABSENT,
        OptionalDouble.of(threads.waitingForDisk()),
        List.of());
  }

  private static OptionalDouble number(Map<String, Double> stats, String name) {
    Double value = stats.get(name);
    return value == null ? ABSENT : OptionalDouble.of(value);
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
