package io.tidemark.sink.victoriametrics;

import io.tidemark.process.ProcessResources;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.TsdbSignals;
import io.tidemark.sink.http.Address;
import io.tidemark.sink.http.PageReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Reads the /metrics page of each of the database's processes, and of those on this host what the
 * system lets them use. Thread-safe.
 */
public final class MetricsProbe implements CapacityProbe {
  /**
   * VictoriaMetrics serves a page for a second: what is the same for longer was told anew, by a
   * database to which nothing happens.
   */
  private static final long SERVED_NANOS = 1_500_000_000;

  private final List<Address> pages;
  private final PageReader reader;
  private final LongSupplier nanoTime;
  private final Map<Address, Seen> lastSeen = new ConcurrentHashMap<>();
  private final Map<Address, Local> locals = new ConcurrentHashMap<>();

  /**
   * @param startSeconds of the process that it was
   * @param process empty if it is on another host
   */
  private record Local(OptionalDouble startSeconds, Optional<ProcessResources> process) {}

  /** A page as it was first read. */
  private record Seen(byte[] body, long atNanos) {
    boolean isStillServed(Seen now) {
      return now.atNanos - atNanos < SERVED_NANOS && Arrays.equals(body, now.body);
    }
  }

  /**
   * @throws IllegalArgumentException if the target's settings can't be used
   */
  public MetricsProbe(TargetConfig target) {
    this(target, System::nanoTime);
  }

  MetricsProbe(TargetConfig target, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.pages =
        (target.metricsUrls().isEmpty()
                ? target.urls().stream().map(Addresses::ofMetricsBeside)
                : target.metricsUrls().stream().map(Addresses::ofMetrics))
            .distinct()
            .toList();
    this.reader = new PageReader(target);
  }

  @Override
  public TsdbSignals read() throws IOException {
    List<byte[]> bodies = reader.read(pages);
    var nodes = new ArrayList<TsdbNode>();
    for (Address page : pages) {
      nodes.add(node(page, bodies.get(nodes.size())));
    }
    return new TsdbSignals(nodes, KnownProblems.of(nodes));
  }

  private TsdbNode node(Address page, byte[] body) throws IOException {
    MetricsPage metrics = MetricsPage.parse(body);
    if (metrics.isEmpty()) {
      throw new IOException(
          "no metrics of VictoriaMetrics at %s; check target.metrics-urls".formatted(page.name()));
    }
    Seen seen =
        lastSeen.merge(
            page,
            new Seen(body, nanoTime.getAsLong()),
            (before, now) -> before.isStillServed(now) ? before : now);
    TsdbNode node = metrics.node(page.name(), seen.atNanos);
    return local(page, node).process().map(it -> LocalProcess.limited(node, it)).orElse(node);
  }

  private Local local(Address page, TsdbNode node) {
    return locals.compute(
        page,
        (address, known) ->
            known != null && known.startSeconds.equals(node.startSeconds())
                ? known
                : new Local(node.startSeconds(), LocalProcess.of(address, node)));
  }

  @Override
  public void close() {
    reader.close();
  }
}
