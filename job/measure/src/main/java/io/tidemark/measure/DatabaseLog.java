package io.tidemark.measure;

import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.TsdbNode.Role;
import io.tidemark.sink.TsdbSignals;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a database reported of itself, each of its processes on its own. Thread-safe: it is read in
 * the background while a window is measured.
 */
public final class DatabaseLog {
  /** One signal of one node, as the counter or gauge that it is. */
  private static final Map<String, Function<TsdbNode, OptionalDouble>> SIGNALS =
      Map.ofEntries(
          Map.entry("start", TsdbNode::startSeconds),
          Map.entry("cpu", node -> node.cpu().seconds()),
          Map.entry("cores", node -> node.cpu().cores()),
          Map.entry("cpu waiting", node -> node.pressure().cpuWaitingSeconds()),
          Map.entry("io stalled", node -> node.pressure().ioStalledSeconds()),
          Map.entry("slots in use", node -> node.slots().inUse()),
          Map.entry("slots", node -> node.slots().capacity()),
          Map.entry("slot limit", node -> node.slots().limitReached()),
          Map.entry("slot timeouts", node -> node.slots().limitTimeouts()),
          Map.entry("rows", node -> node.rows().inserted()),
          Map.entry("slow rows", node -> node.rows().slowInserts()),
          Map.entry("new series", node -> node.rows().newSeries()),
          Map.entry("read only", node -> node.storage().readOnly()),
          Map.entry("writing", node -> node.storage().writeSeconds()),
          Map.entry("syncing", node -> node.storage().fsyncSeconds()),
          Map.entry("sessions", node -> node.sessions().active()),
          Map.entry("most sessions", node -> node.sessions().capacity()),
          Map.entry("lock waits", node -> node.sessions().waitingForLocks()),
          Map.entry("storage waits", node -> node.sessions().waitingForStorage()),
          Map.entry("memory", TsdbNode::residentBytes),
          Map.entry("disk", node -> node.storage().diskBytes()));

  private static final class Node {
    private final Map<String, Counters> signals = new TreeMap<>();
    private final Map<String, Counters> links = new TreeMap<>();
    private final Map<String, Counters> ignored = new TreeMap<>();
    private boolean linkReadOnly;
    private List<String> lockHolders = List.of();
    private long holdersMillis;
    private long firstMillis = Long.MAX_VALUE;
    private TsdbNode last;

    void add(long millis, TsdbNode node) {
      firstMillis = Math.min(firstMillis, millis);
      last = node;
      SIGNALS.forEach(
          (name, signal) ->
              signal.apply(node).ifPresent(value -> put(signals, name, millis, value)));
      node.links()
          .forEach(
              (address, link) ->
                  link.sendSeconds().ifPresent(value -> put(links, address, millis, value)));
      linkReadOnly = node.links().values().stream().anyMatch(link -> link.readOnly().orElse(0) > 0);
      node.rows().ignored().forEach((reason, rows) -> put(ignored, reason, millis, rows));
      if (!node.sessions().lockHolders().isEmpty()) {
        lockHolders = node.sessions().lockHolders();
        holdersMillis = millis;
      }
    }

    private static void put(Map<String, Counters> to, String name, long millis, double value) {
      to.computeIfAbsent(name, key -> new Counters()).add(millis, value);
    }

    /** Since then; a reason that was not there yet had ignored none. */
    Map<String, Long> ignored(long from, long to) {
      var more = new TreeMap<String, Long>();
      ignored.forEach(
          (reason, rows) -> {
            double was = rows.last(Math.max(from, firstMillis));
            long since = Math.round(rows.last(to) - (Double.isNaN(was) ? 0 : was));
            if (since > 0) {
              more.put(reason, since);
            }
          });
      return more;
    }

    Double growth(String signal) {
      Counters counters = signals.get(signal);
      return counters == null
          ? null
          : known(counters.growth(counters.firstMillis(), counters.lastMillis()));
    }

    Double lastOf(String signal) {
      Counters counters = signals.get(signal);
      return counters == null ? null : known(counters.last(Long.MAX_VALUE));
    }

    boolean readIn(long from, long to) {
      return signals.values().stream().anyMatch(counters -> counters.any(from, to));
    }

    Double rate(String signal, long from, long to) {
      Counters counters = signals.get(signal);
      return counters == null ? null : known(counters.ratePerSecond(from, to));
    }

    Double mean(String signal, long from, long to) {
      Counters counters = signals.get(signal);
      return counters == null ? null : known(counters.mean(from, to));
    }
  }

  private final Map<String, Node> nodes = new LinkedHashMap<>();
  private final TreeSet<Long> failuresMillis = new TreeSet<>();
  private final Time time;
  private List<String> warnings = List.of();
  private Optional<String> version = Optional.empty();
  private Optional<String> failure = Optional.empty();

  public DatabaseLog(Time time) {
    this.time = time;
  }

  public synchronized void add(TsdbSignals signals) {
    warnings = signals.warnings();
    version = signals.version();
    failure = Optional.empty();
    for (TsdbNode node : signals.nodes()) {
      nodes
          .computeIfAbsent(node.name(), name -> new Node())
          .add(time.millisAt(node.readAtNanos()), node);
    }
  }

  public synchronized void failed(String why) {
    failure = Optional.of(why);
    if (!nodes.isEmpty()) {
      failuresMillis.add(time.millis());
    }
  }

  /** Whether it could be read before, and within the window could not. */
  public synchronized boolean lostIn(long from, long to) {
    return !failuresMillis.subSet(from, true, to, true).isEmpty();
  }

  /** Whether it could be read at least once. */
  public synchronized boolean everRead() {
    return !nodes.isEmpty();
  }

  /** Why the last reading failed, if it did. */
  public synchronized Optional<String> failure() {
    return failure;
  }

  synchronized void forgetBefore(long millis) {
    failuresMillis.headSet(millis).clear();
    for (Node node : nodes.values()) {
      Stream.of(node.signals, node.links, node.ignored)
          .flatMap(signals -> signals.values().stream())
          .forEach(counters -> counters.forgetBefore(millis));
    }
  }

  /**
   * @param hostCores of the host that it shares with the job, null if it does not
   * @return null if nothing was read within the window
   */
  synchronized Window.Database in(long from, long to, Double hostCores) {
    if (nodes.values().stream().noneMatch(node -> node.readIn(from, to))) {
      return null;
    }
    Double cpu = sum(nodes.values(), node -> node.rate("cpu", from, to));
    Double rows = sum(nodes.values(), node -> node.rate("rows", from, to));
    Double cores = coresOf(nodes.values(), from, to, hostCores);
    var link = busiestLink(from, to);
    List<Node> writable = role(Role::takesWrites);
    return new Window.Database(
        version.orElse(null),
        cpu,
        cores,
        cpuShare(from, to, hostCores),
        sum(writable, node -> node.mean("slots in use", from, to)),
        sum(writable, node -> node.mean("slots", from, to)),
        sum(writable, node -> node.rate("slot limit", from, to)),
        sum(writable, node -> node.rate("slot timeouts", from, to)),
        link.map(Map.Entry::getValue).orElse(null),
        link.map(Map.Entry::getKey).orElse(null),
        readOnly(from, to),
        share(sum(nodes.values(), node -> node.rate("slow rows", from, to)), rows),
        share(sum(nodes.values(), node -> node.rate("new series", from, to)), rows),
        most(nodes.values(), node -> node.rate("io stalled", from, to)),
        most(
            nodes.values(),
            node -> add(node.rate("writing", from, to), node.rate("syncing", from, to))),
        most(nodes.values(), node -> node.rate("cpu waiting", from, to)),
        rows,
        ignored(from, to),
        sum(nodes.values(), node -> node.mean("memory", from, to)),
        sessions(from, to),
        restarted(from, to),
        warnings);
  }

  /**
   * What became of it between its first reading and its last. What it did not report is null.
   *
   * @param residentBytes at the end
   * @param diskBytes at the end
   * @param rowsIgnored accepted and thrown away, by reason
   */
  public record Change(
      String version,
      Double cpuSeconds,
      Double residentBytes,
      Double diskBytes,
      Map<String, Long> rowsIgnored,
      boolean restarted) {}

  public synchronized Change change() {
    return new Change(
        version.orElse(null),
        sum(nodes.values(), node -> node.growth("cpu")),
        sum(nodes.values(), node -> node.lastOf("memory")),
        sum(nodes.values(), node -> node.lastOf("disk")),
        ignored(0, Long.MAX_VALUE),
        restarted(firstMillis(), Long.MAX_VALUE));
  }

  private long firstMillis() {
    return nodes.values().stream().mapToLong(node -> node.firstMillis).max().orElse(0);
  }

  /** Null if there are none. */
  private Window.Sessions sessions(long from, long to) {
    Double active = sum(nodes.values(), node -> node.mean("sessions", from, to));
    if (active == null) {
      return null;
    }
    return new Window.Sessions(
        active,
        sum(nodes.values(), node -> node.mean("most sessions", from, to)),
        ofActive("lock waits", active, from, to),
        ofActive("storage waits", active, from, to),
        nodes.values().stream()
            .filter(node -> node.holdersMillis >= from && node.holdersMillis <= to)
            .flatMap(node -> node.lockHolders.stream())
            .toList());
  }

  private Double ofActive(String signal, double active, long from, long to) {
    Double waiting = sum(nodes.values(), node -> node.mean(signal, from, to));
    return waiting == null || active <= 0 ? waiting : Double.valueOf(waiting / active);
  }

  private List<Node> role(Predicate<Role> wanted) {
    List<Node> found =
        nodes.values().stream().filter(node -> wanted.test(node.last.role())).toList();
    return found.isEmpty() ? List.copyOf(nodes.values()) : found;
  }

  /** A process that runs short shows, though those of another role idle. */
  private Double cpuShare(long from, long to, Double hostCores) {
    Map<Boolean, List<Node>> roles =
        nodes.values().stream()
            .collect(Collectors.partitioningBy(node -> node.last.role() == Role.STORAGE));
    return roles.values().stream()
        .filter(list -> !list.isEmpty())
        .map(
            list ->
                share(
                    sum(list, node -> node.rate("cpu", from, to)),
                    coresOf(list, from, to, hostCores)))
        .filter(Objects::nonNull)
        .max(Double::compare)
        .orElse(null);
  }

  private static Double coresOf(Collection<Node> of, long from, long to, Double hostCores) {
    Double reported = sum(of, node -> node.mean("cores", from, to));
    return reported == null || hostCores == null
        ? reported
        : Double.valueOf(Math.min(reported, hostCores));
  }

  private Optional<Map.Entry<String, Double>> busiestLink(long from, long to) {
    return nodes.values().stream()
        .flatMap(node -> node.links.entrySet().stream())
        .map(link -> Map.entry(link.getKey(), link.getValue().ratePerSecond(from, to)))
        .filter(link -> Double.isFinite(link.getValue()))
        .max(Map.Entry.comparingByValue());
  }

  private Boolean readOnly(long from, long to) {
    Double said = most(nodes.values(), node -> node.mean("read only", from, to));
    boolean byLink = nodes.values().stream().anyMatch(node -> node.linkReadOnly);
    return said == null && !byLink ? null : Boolean.valueOf(byLink || said > 0);
  }

  private Map<String, Long> ignored(long from, long to) {
    var ignored = new TreeMap<String, Long>();
    for (Node node : nodes.values()) {
      node.ignored(from, to).forEach((reason, rows) -> ignored.merge(reason, rows, Long::sum));
    }
    return ignored;
  }

  private boolean restarted(long from, long to) {
    return nodes.values().stream()
        .map(node -> node.signals.get("start"))
        .filter(Objects::nonNull)
        .anyMatch(start -> start.last(to) != start.last(from) && start.last(from) > 0);
  }

  /** Null if no node knows. */
  private static Double sum(Collection<Node> of, Function<Node, Double> signal) {
    return of.stream().map(signal).filter(Objects::nonNull).reduce(Double::sum).orElse(null);
  }

  private static Double most(Collection<Node> of, Function<Node, Double> signal) {
    return of.stream().map(signal).filter(Objects::nonNull).max(Double::compare).orElse(null);
  }

  private static Double share(Double part, Double whole) {
    return part == null || whole == null || whole <= 0 ? null : Double.valueOf(part / whole);
  }

  private static Double add(Double one, Double other) {
    return one == null ? other : other == null ? one : Double.valueOf(one + other);
  }

  private static Double known(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
