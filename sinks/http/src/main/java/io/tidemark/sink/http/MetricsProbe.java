package io.tidemark.sink.http;

import io.tidemark.process.ProcessResources;
import io.tidemark.sink.CapacityProbe;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.TsdbSignals;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Reads the /metrics page of each of the database's processes, and, if they are on this host, what
 * the system lets them use. Thread-safe.
 */
public final class MetricsProbe implements CapacityProbe {
  /**
   * A database may serve one page for a second, as VictoriaMetrics does. A page that is the same
   * for longer was made anew, by a process in which nothing changes.
   */
  private static final long SERVED_NANOS = 1_500_000_000;

  private final List<Address> pages;
  private final List<PageFormat> formats;
  private final PageReader reader;
  private final LongSupplier nanoTime;
  private final Map<Address, Seen> lastSeen = new ConcurrentHashMap<>();
  private final Map<Address, Local> locals = new ConcurrentHashMap<>();

  /**
   * @param startSeconds the Unix time at which the process began, to recognize it
   * @param process the process; empty if it is on another host
   */
  private record Local(OptionalDouble startSeconds, Optional<ProcessResources> process) {}

  /** A page as it was first read. */
  private record Seen(byte[] body, long atNanos) {
    boolean isStillServed(Seen now) {
      return now.atNanos - atNanos < SERVED_NANOS && Arrays.equals(body, now.body);
    }
  }

  /**
   * @param formats the formats that a page may have; the first that fits counts
   * @param nanoTime a clock like {@link System#nanoTime}
   * @throws IllegalArgumentException if the target's settings can't be used
   */
  public MetricsProbe(
      TargetConfig target, List<Address> pages, List<PageFormat> formats, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.formats = List.copyOf(formats);
    this.pages = pages.stream().distinct().toList();
    this.reader = new PageReader(target);
  }

  @Override
  public TsdbSignals read() throws IOException {
    List<byte[]> bodies = reader.read(pages);
    var nodes = new ArrayList<TsdbNode>();
    // The map goes by the object's identity. A record's hash would refer to a class of the job's,
    // of which Java 17 keeps the last one, and with it everything that its class loader has loaded
    // (ObjectMethods).
    var byFormat = new IdentityHashMap<PageFormat, List<TsdbNode>>();
    for (Address page : pages) {
      byte[] body = bodies.get(nodes.size());
      PageFormat format = format(page, body);
      TsdbNode node = node(page, body, format);
      nodes.add(node);
      byFormat.computeIfAbsent(format, its -> new ArrayList<>()).add(node);
    }
    var problems = new ArrayList<String>();
    formats.stream()
        .filter(byFormat::containsKey)
        .forEach(format -> problems.addAll(format.problems(byFormat.get(format))));
    return new TsdbSignals(nodes, problems);
  }

  private PageFormat format(Address page, byte[] body) throws IOException {
    return formats.stream()
        .filter(format -> format.isOf(body))
        .findFirst()
        .orElseThrow(() -> none(page));
  }

  private IOException none(Address page) {
    return new IOException(
        "no metrics of %s at %s; check target.metrics-urls"
            .formatted(formats.size() == 1 ? formats.get(0).product() : "a database", page.name()));
  }

  private TsdbNode node(Address page, byte[] body, PageFormat format) throws IOException {
    Seen seen =
        lastSeen.merge(
            page,
            new Seen(body, nanoTime.getAsLong()),
            (before, now) -> before.isStillServed(now) ? before : now);
    TsdbNode node = format.read(body, page.name(), seen.atNanos).orElseThrow(() -> none(page));
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
