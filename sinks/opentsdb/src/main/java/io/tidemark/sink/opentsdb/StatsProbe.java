package io.tidemark.sink.opentsdb;

import io.tidemark.process.LinuxProcess;
import io.tidemark.process.ProcessResources;
import io.tidemark.process.ThreadStates;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.TsdbSignals;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.LongStream;

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
    Optional<ProcessResources> process = process();
    Duration withHost = last.isEmpty() ? PATIENCE_AT_FIRST : PATIENCE;
    Optional<List<TsdPages>> come =
        reader.read(process.isPresent() ? withHost : PATIENCE_WITHOUT_HOST);
    if (come.isEmpty() && process.isEmpty()) {
      throw new IOException(
          "no statistics of OpenTSDB at %s within %d s"
              .formatted(reader.name(0), PATIENCE_WITHOUT_HOST.toSeconds()));
    }
    last = come.orElse(last);
    var nodes = new ArrayList<TsdbNode>();
    for (int i = 0; i < urls.size(); i++) {
      nodes.add(node(reader.name(i), process, statistics(i), come.isPresent()));
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
      String name, Optional<ProcessResources> process, TsdPages statistics, boolean isNew) {
    return new TsdbNode(
        name,
        TsdbNode.Role.SINGLE,
        System.nanoTime(),
        statistics.versionName(),
        statistics.startSeconds(),
        new TsdbNode.Cpu(
            of(process, ProcessResources::cpuSeconds), of(process, ProcessResources::cores)),
        new TsdbNode.Pressure(of(process, ProcessResources::throttledSeconds), ABSENT),
        of(process, ProcessResources::residentBytes),
        new TsdbNode.Slots(ABSENT, ABSENT, ABSENT, ABSENT),
        (isNew ? statistics : TsdPages.NONE).rows(),
        new TsdbNode.Storage(statistics.readOnly(), ABSENT, ABSENT, ABSENT),
        sessions(process, statistics, isNew),
        Map.of(),
        statistics.flags());
  }

  /** In a container the file is another one here, or none. */
  private Optional<ProcessResources> process() {
    try {
      if (urls.size() != 1 || !InetAddress.getByName(urls.get(0).getHost()).isLoopbackAddress()) {
        return Optional.empty();
      }
      long pid = Long.parseLong(Files.readString(pidFile).strip());
      return PROGRAMS.contains(ProcessResources.name(pid))
          ? Optional.of(new ProcessResources(pid))
          : Optional.empty();
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static OptionalDouble of(
      Optional<ProcessResources> process, Function<ProcessResources, OptionalDouble> reading) {
    return process.map(reading).orElse(ABSENT);
  }

  /**
   * Its connections, where it bounds them. Else it does not say what it works on; this host does,
   * by the threads of its processes.
   */
  private static TsdbNode.Sessions sessions(
      Optional<ProcessResources> process, TsdPages statistics, boolean isNew) {
    if (statistics.connectionLimit().isPresent()) {
      return new TsdbNode.Sessions(
          isNew ? statistics.openConnections() : ABSENT,
          statistics.connectionLimit(),
          ABSENT,
          ABSENT,
          List.of());
    }
    if (process.isEmpty()) {
      return TsdbNode.Sessions.NONE;
    }
    long pid = process.get().pid();
    List<ThreadStates> threads =
        LongStream.concat(LongStream.of(pid), new LinuxProcess(pid).started())
            .mapToObj(ThreadStates::of)
            .flatMap(Optional::stream)
            .toList();
    int onCpu = threads.stream().mapToInt(ThreadStates::onCpu).sum();
    int waiting = threads.stream().mapToInt(ThreadStates::waitingForDisk).sum();
    return new TsdbNode.Sessions(
        OptionalDouble.of(onCpu + waiting), ABSENT, ABSENT, OptionalDouble.of(waiting), List.of());
  }

  @Override
  public void close() {
    reader.close();
  }
}
