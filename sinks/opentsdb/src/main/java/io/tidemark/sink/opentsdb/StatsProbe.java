package io.tidemark.sink.opentsdb;

import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.TsdbSignals;
import io.tidemark.sink.client.LocalServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Reads the pages of each TSD; and its process, where there is one TSD, on this host, and its pid
 * file can be read. Thread-safe.
 */
final class StatsProbe implements CapacityProbe {
  private static final OptionalDouble ABSENT = OptionalDouble.empty();

  private static final Duration PATIENCE = Duration.ofMillis(300);

  private static final Duration PATIENCE_AT_FIRST = Duration.ofSeconds(5);

  /** Longer than a page is waited for. */
  private static final Duration PATIENCE_WITHOUT_HOST = Duration.ofSeconds(60);

  /** A TSD is Java's; what starts it may be a shell. */
  private static final Set<String> PROGRAMS = Set.of("java", "jsvc", "sh", "bash", "tsdb");

  private final List<URI> urls;
  private final Path pidFile;
  private final StatisticsReader reader;

  /** As they last came. */
  private List<TsdPages> last = List.of();

  /**
   * @throws IllegalArgumentException if the target's settings can't be used
   */
  StatsProbe(TargetConfig target) {
    urls = target.metricsUrls().isEmpty() ? target.urls() : target.metricsUrls();
    pidFile = Path.of(OpenTsdbOptions.of(target).pidFile());
    reader = new StatisticsReader(target, urls);
  }

  /**
   * What this host knows of the process does not wait for pages; what they count is absent then.
   */
  @Override
  public synchronized TsdbSignals read() throws IOException {
    LocalServer server = LocalServer.of(urls, pidFile, PROGRAMS);
    boolean isHere = server.process().isPresent();
    Duration withHost = last.isEmpty() ? PATIENCE_AT_FIRST : PATIENCE;
    Optional<List<TsdPages>> come = reader.read(isHere ? withHost : PATIENCE_WITHOUT_HOST);
    if (come.isEmpty() && !isHere) {
      throw new IOException(
          "no statistics of OpenTSDB at %s within %d s"
              .formatted(reader.name(0), PATIENCE_WITHOUT_HOST.toSeconds()));
    }
    last = come.orElse(last);
    var nodes = new ArrayList<TsdbNode>();
    for (int i = 0; i < urls.size(); i++) {
      nodes.add(node(reader.name(i), server, statistics(i), come.isPresent()));
    }
    return new TsdbSignals(nodes, List.of());
  }

  private TsdPages statistics(int tsd) {
    return last.isEmpty() ? TsdPages.NONE : last.get(tsd);
  }

  /**
   * @param isNew whether what is counted is of now; what never changes is known either way
   */
  private static TsdbNode node(
      String name, LocalServer server, TsdPages statistics, boolean isNew) {
    return TsdbNode.named(name, TsdbNode.Role.SINGLE)
        .version(statistics.versionName())
        .startSeconds(statistics.startSeconds())
        .cpu(server.cpu())
        .pressure(server.pressure())
        .residentBytes(server.residentBytes())
        .rows((isNew ? statistics : TsdPages.NONE).rows())
        .storage(new TsdbNode.Storage(statistics.readOnly(), ABSENT, ABSENT, ABSENT))
        .sessions(sessions(server, statistics, isNew))
        .flags(statistics.flags())
        .build();
  }

  /**
   * Its connections, where it bounds them. Else it does not say what it works on; this host does,
   * by the threads of its processes.
   */
  private static TsdbNode.Sessions sessions(
      LocalServer server, TsdPages statistics, boolean isNew) {
    if (statistics.connectionLimit().isPresent()) {
      return new TsdbNode.Sessions(
          isNew ? statistics.openConnections() : ABSENT,
          statistics.connectionLimit(),
          ABSENT,
          ABSENT,
          List.of());
    }
    return server.sessions();
  }

  @Override
  public void close() {
    reader.close();
  }
}
