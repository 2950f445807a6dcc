package io.tidemark.measure;

import io.tidemark.hosts.NodeExporterPage;
import io.tidemark.measure.NodeLog.Signal;
import io.tidemark.measure.window.Busiest;
import io.tidemark.measure.window.Database;
import io.tidemark.measure.window.Ending;
import io.tidemark.measure.window.Pressure;
import io.tidemark.measure.window.Queried;
import io.tidemark.measure.window.Sessions;
import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.TsdbNode.Role;
import io.tidemark.sink.TsdbSignals;
import io.tidemark.statistics.Known;
import java.util.ArrayList;
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
import java.util.function.UnaryOperator;

/**
 * What a database reported of itself, each of its processes on its own. Thread-safe: it is read in
 * the background while a window is measured.
 */
public final class DatabaseLog {
  /** A larger share is an error of the reading; less may come from pages a second old. */
  private static final double MORE_THAN_THERE_IS = 1.15;

  private final Map<String, NodeLog> nodes = new LinkedHashMap<>();

  /** The processes that queue samples before the database. */
  private final Map<String, NodeLog> queues = new LinkedHashMap<>();

  /** The processes that only answer queries, and hold up no write whatever they use. */
  private final Map<String, NodeLog> selects = new LinkedHashMap<>();

  private final TreeSet<Long> failuresMillis = new TreeSet<>();

  /** By address, the address that the same process was known by before. */
  private final Map<String, String> knownAs = new TreeMap<>();

  private final Time time;
  private TsdbSignals last = TsdbSignals.NONE;
  private List<String> warnings = List.of();
  private Optional<String> version = Optional.empty();
  private Optional<String> failure = Optional.empty();
  private final HostsLog hosts = new HostsLog();
  private Optional<String> hostsFailure = Optional.empty();

  public DatabaseLog(Time time) {
    this.time = time;
  }

  /** Adds a reading; a process is one node, whatever its addresses, and others are left out. */
  public synchronized void add(TsdbSignals signals) {
    List<TsdbNode> strangers =
        signals.nodes().stream().filter(node -> isStranger(node) || isSelect(node)).toList();
    if (!strangers.isEmpty() && strangers.size() == signals.nodes().size()) {
      failed(
          "%s is not a page of the database: nothing on it is of writing or storing; check target.metrics-urls"
              .formatted(strangers.get(0).name()));
      return;
    }
    last = signals;
    warnings = new ArrayList<>(signals.warnings());
    version = signals.version();
    failure = Optional.empty();
    for (TsdbNode node : distinct(signals.nodes())) {
      if (isStranger(node)) {
        warnings.add(
            "%s is left out: nothing on its page is of writing or storing".formatted(node.name()));
      } else {
        (queues(node) ? queues : isSelect(node) ? selects : nodes)
            .computeIfAbsent(node.name(), name -> new NodeLog())
            .add(time.millisAt(node.readAtNanos()), node);
      }
    }
    knownAs.forEach(
        (address, first) -> {
          nodes.remove(address);
          warnings.add("%s and %s are one process, counted once".formatted(address, first));
        });
  }

  /** Tells whether the process acknowledges what no database has stored yet. */
  private static boolean queues(TsdbNode node) {
    return node.role() == Role.OTHER && node.storage().queuedBytes().isPresent();
  }

  private static boolean isSelect(TsdbNode node) {
    return node.role() == Role.SELECT;
  }

  private static boolean isStranger(TsdbNode node) {
    return node.role() == Role.OTHER && !queues(node);
  }

  private List<TsdbNode> distinct(List<TsdbNode> nodes) {
    var distinct = new ArrayList<TsdbNode>();
    for (TsdbNode node : nodes) {
      distinct.stream()
          .filter(other -> NodeLog.isSameProcess(node, other))
          .forEach(other -> knownAs.put(node.name(), other.name()));
      if (!knownAs.containsKey(node.name())) {
        distinct.add(node);
      }
    }
    return distinct;
  }

  /**
   * Adds a reading of the database's hosts: values by signal, by the host's address, read at a time
   * as of {@link TsdbNode#readAtNanos}.
   */
  public synchronized void addHosts(Map<String, Map<String, Double>> readings, long readAtNanos) {
    hostsFailure = Optional.empty();
    long millis = time.millisAt(readAtNanos);
    readings.forEach((host, reading) -> hosts.add(host, millis, reading));
  }

  synchronized void hostsFailed(String why) {
    hostsFailure = Optional.of(why);
  }

  public synchronized void failed(String why) {
    failure = Optional.of(why);
    if (!nodes.isEmpty()) {
      failuresMillis.add(time.millis());
    }
  }

  /** Tells whether the database could be read before the window, and within it could not. */
  public synchronized boolean lostIn(long from, long to) {
    return !failuresMillis.subSet(from, true, to, true).isEmpty();
  }

  /** Returns the restarts of all its processes since each was read first. */
  synchronized int restarts() {
    return nodes.values().stream().mapToInt(NodeLog::restarts).sum();
  }

  /** Returns how those of its processes ended that were found started again from then on. */
  public synchronized List<Ending> endings(long fromMillis) {
    return nodes.values().stream().flatMap(node -> node.endings(fromMillis).stream()).toList();
  }

  /** Returns how its processes fell silent, if it can't be read any longer; else nothing. */
  public synchronized List<Ending> silence() {
    return failure.isEmpty()
        ? List.of()
        : nodes.values().stream()
            .map(node -> Ending.of(node.last(), OptionalDouble.empty()))
            .toList();
  }

  /** Returns what the database reported last; nothing at first. */
  public synchronized TsdbSignals last() {
    return last;
  }

  /** Tells whether the database could be read at least once. */
  public synchronized boolean everRead() {
    return !nodes.isEmpty();
  }

  /** Returns why the last reading failed, if it did. */
  public synchronized Optional<String> failure() {
    return failure;
  }

  synchronized void forgetBefore(long millis) {
    failuresMillis.headSet(millis).clear();
    nodes.values().forEach(node -> node.forgetBefore(millis));
    queues.values().forEach(node -> node.forgetBefore(millis));
    selects.values().forEach(node -> node.forgetBefore(millis));
    hosts.forgetBefore(millis);
  }

  /** Returns by address the bytes per second that pile up acknowledged before the database. */
  synchronized Map<String, Double> queuedPerSecond(long from, long to) {
    var queued = new TreeMap<String, Double>();
    queues.forEach(
        (address, node) -> {
          Double rate = node.change(Signal.QUEUED_BYTES, from, to);
          if (rate != null) {
            queued.put(address, rate);
          }
        });
    return queued;
  }

  /** Returns the cores that all nodes use; null if that is not known. */
  synchronized Double cpuCoresUsed(long from, long to) {
    return sum(nodes.values(), node -> node.rate(Signal.CPU_SECONDS, from, to));
  }

  /** Returns the requests per second that ask for an insert slot; null if no node counts them. */
  public synchronized Double requestsPerSecond(long from, long to) {
    return sum(takingWrites(), node -> node.rate(Signal.SLOT_REQUESTS, from, to));
  }

  /**
   * @param hostCores the cores of the host that it shares with the job; null if it shares none
   * @param ownWaits turns the share of the time that something in a node's control group waited for
   *     a core into that of the node itself, or null if that is not known
   * @return null if nothing was read within the window
   */
  public synchronized Database in(
      long from, long to, Double hostCores, UnaryOperator<Double> ownWaits) {
    if (nodes.values().stream().noneMatch(node -> node.readIn(from, to))) {
      return null;
    }
    var doubts = new ArrayList<>(warnings);
    hostsFailure.ifPresent(doubts::add);
    Collection<NodeLog> all = nodes.values();
    List<NodeLog> writable = takingWrites();
    var cpuRead = busiest(node -> node.cpuShare(from, to, hostCores), all);
    // A host that database and job share is read already.
    var ofHost =
        cpuRead.isEmpty() && hostCores == null
            ? hosts.busiest(from, to)
            : Optional.<Map.Entry<String, Double>>empty();
    ofHost.ifPresent(
        host ->
            doubts.add(
                "its CPU is that of all that runs on %s: its own can't be read"
                    .formatted(host.getKey())));
    var cpu = ofHost.isPresent() ? ofHost : possible("CPU", cpuRead, doubts);
    var slots =
        possible("slots in use", busiest(node -> node.slotsShare(from, to), writable), doubts);
    var link = possible("link to storage", busiestLink(from, to), doubts);
    Double rows = sum(writable, node -> node.rate(Signal.ROWS, from, to));
    return new Database(
        version.orElse(null),
        ofHost.isPresent()
            ? hosts.coresUsed(from, to)
            : cpu.equals(cpuRead) ? cpuCoresUsed(from, to) : null,
        ofHost.isPresent() ? hosts.cores(from, to) : coresOf(all, from, to, hostCores),
        cpu.map(Map.Entry::getValue).orElse(null),
        sum(writable, node -> node.mean(Signal.SLOTS_IN_USE, from, to)),
        sum(writable, node -> node.mean(Signal.SLOTS, from, to)),
        sum(writable, node -> node.rate(Signal.SLOT_LIMIT_REACHED, from, to)),
        sum(writable, node -> node.rate(Signal.SLOT_TIMEOUTS, from, to)),
        link.map(Map.Entry::getValue).orElse(null),
        link.map(Map.Entry::getKey).orElse(null),
        readOnly(from, to),
        unreachableStorage(),
        ofStored(Signal.SLOW_ROWS, all, from, to),
        ofStored(Signal.NEW_SERIES, all, from, to),
        ownOrHosts(Signal.IO_STALLED_SECONDS, NodeExporterPage.IO_STALLED, from, to),
        most(all, node -> node.diskShare(from, to)),
        most(all, node -> node.cpuWaitingShare(from, to, ownWaits)),
        rows,
        ignored(from, to),
        sum(all, node -> node.mean(Signal.RESIDENT_BYTES, from, to)),
        sessions(from, to),
        all.stream().anyMatch(node -> node.restarted(from, to)),
        doubts,
        new Busiest(
            nodes.size(),
            writable.size(),
            cpu.map(Map.Entry::getKey).orElse(null),
            cpu.map(node -> nodes.get(node.getKey()))
                .map(node -> node.cores(from, to, hostCores))
                .orElse(null),
            slots.map(Map.Entry::getKey).orElse(null),
            slots.map(Map.Entry::getValue).orElse(null),
            slotsFollowCores(writable),
            most(writable, node -> node.noneFreeShare(from, to)),
            writable.stream().map(node -> node.seen(from, to, hostCores, ownWaits)).toList()),
        new Pressure(
            ownOrHosts(Signal.IO_WAITING_SECONDS, NodeExporterPage.IO_WAITING, from, to),
            ownOrHosts(Signal.MEMORY_WAITING_SECONDS, NodeExporterPage.MEMORY_WAITING, from, to),
            ownOrHosts(Signal.MEMORY_STALLED_SECONDS, NodeExporterPage.MEMORY_STALLED, from, to),
            hosts.stolenShare(from, to),
            hosts.diskBusyShare(from, to),
            sum(nodes.values(), node -> node.mean(Signal.MEMORY_LIMIT_BYTES, from, to)),
            sum(nodes.values(), node -> node.change(Signal.MEMORY_KILLS, from, to)),
            share(all, node -> node.indexMisses(from, to), node -> node.rowsOrLookUps(from, to)),
            sum(all, node -> node.indexReadCores(from, to))),
        queried(from, to));
  }

  /** Returns the queries by the nodes that answer them; null if nothing tells of any. */
  private Queried queried(long from, long to) {
    Collection<NodeLog> answering = selects.isEmpty() ? nodes.values() : selects.values();
    Double concurrent = sum(answering, node -> node.mean(Signal.SELECTS, from, to));
    Double perSecond = sum(answering, node -> node.rate(Signal.QUERIES, from, to));
    return concurrent == null && perSecond == null
        ? null
        : new Queried(
            concurrent,
            sum(answering, node -> node.mean(Signal.MOST_SELECTS, from, to)),
            perSecond,
            perSecond,
            sum(selects.values(), node -> node.rate(Signal.CPU_SECONDS, from, to)));
  }

  /** Returns a signal of the control groups, or else of the hosts, where it is largest. */
  private Double ownOrHosts(Signal signal, String ofHost, long from, long to) {
    Double own = most(nodes.values(), node -> node.rate(signal, from, to));
    return own == null ? hosts.waiting(ofHost, from, to) : own;
  }

  /** Returns a share of the rows that nodes which count it store, replicas included. */
  private static Double ofStored(Signal signal, Collection<NodeLog> of, long from, long to) {
    return share(of, node -> node.rate(signal, from, to), node -> node.rowsOfStorage(from, to));
  }

  /** Returns all parts over all wholes, of the nodes that tell the part. */
  private static Double share(
      Collection<NodeLog> of, Function<NodeLog, Double> part, Function<NodeLog, Double> whole) {
    List<NodeLog> telling = of.stream().filter(node -> part.apply(node) != null).toList();
    return Known.share(sum(telling, part), sum(telling, whole));
  }

  /** Returns the reading, unless it is more than a process can have used. */
  private static Optional<Map.Entry<String, Double>> possible(
      String signal, Optional<Map.Entry<String, Double>> busiest, List<String> doubts) {
    if (busiest.isPresent() && busiest.get().getValue() > MORE_THAN_THERE_IS) {
      doubts.add(
          "%s of %s reads %s of what there is: that can't be, and is not counted"
              .formatted(
                  signal, busiest.get().getKey(), Amounts.percent(busiest.get().getValue())));
      return Optional.empty();
    }
    return busiest;
  }

  /** Returns the node nearest to its limit, which holds up the others. */
  private Optional<Map.Entry<String, Double>> busiest(
      Function<NodeLog, Double> share, Collection<NodeLog> of) {
    return nodes.entrySet().stream()
        .filter(node -> of.contains(node.getValue()) && share.apply(node.getValue()) != null)
        .map(node -> Map.entry(node.getKey(), share.apply(node.getValue())))
        .max(Map.Entry.comparingByValue());
  }

  /** Tells whether the insert slots follow the cores; null if a node does not know. */
  private static Boolean slotsFollowCores(List<NodeLog> nodes) {
    var said = nodes.stream().map(node -> node.last().slots().followCores()).distinct().toList();
    return said.size() == 1 ? said.get(0).orElse(null) : null;
  }

  /**
   * How the database changed between its first reading and its last. What it did not report is
   * null.
   *
   * @param residentBytes resident memory at the end
   * @param diskBytes bytes on disk at the end
   * @param rowsIgnored rows that were accepted and thrown away, by reason
   */
  public record Change(
      String version,
      Double cpuSeconds,
      Double residentBytes,
      Double diskBytes,
      Map<String, Long> rowsIgnored,
      boolean restarted) {}

  public synchronized Change change() {
    long first = nodes.values().stream().mapToLong(NodeLog::firstMillis).max().orElse(0);
    return new Change(
        version.orElse(null),
        sum(nodes.values(), node -> node.growth(Signal.CPU_SECONDS)),
        sum(nodes.values(), node -> node.lastOf(Signal.RESIDENT_BYTES)),
        sum(nodes.values(), node -> node.lastOf(Signal.DISK_BYTES)),
        ignored(0, Long.MAX_VALUE),
        nodes.values().stream().anyMatch(node -> node.restarted(first, Long.MAX_VALUE)));
  }

  /** Returns the sessions; null if there are none. */
  private Sessions sessions(long from, long to) {
    Double active = sum(nodes.values(), node -> node.mean(Signal.SESSIONS, from, to));
    if (active == null) {
      return null;
    }
    return new Sessions(
        active,
        sum(nodes.values(), node -> node.mean(Signal.MOST_SESSIONS, from, to)),
        ofActive(Signal.LOCK_WAITS, active, from, to),
        ofActive(Signal.STORAGE_WAITS, active, from, to),
        nodes.values().stream().flatMap(node -> node.lockHolders(from, to).stream()).toList(),
        ofActive(Signal.COMPUTING, active, from, to));
  }

  private Double ofActive(Signal signal, double active, long from, long to) {
    Double waiting = sum(nodes.values(), node -> node.mean(signal, from, to));
    return waiting == null || active <= 0 ? waiting : Double.valueOf(waiting / active);
  }

  private List<NodeLog> takingWrites() {
    List<NodeLog> found =
        nodes.values().stream().filter(node -> node.last().role().takesWrites()).toList();
    return found.isEmpty() ? List.copyOf(nodes.values()) : found;
  }

  /** Returns the cores of all nodes; on a shared host they have no more than the host. */
  private static Double coresOf(Collection<NodeLog> of, long from, long to, Double hostCores) {
    return Known.bounded(sum(of, node -> node.cores(from, to, hostCores)), hostCores);
  }

  private Optional<Map.Entry<String, Double>> busiestLink(long from, long to) {
    return nodes.values().stream()
        .flatMap(node -> node.linkShares(from, to).entrySet().stream())
        .max(Map.Entry.comparingByValue());
  }

  private Boolean readOnly(long from, long to) {
    Double said = most(nodes.values(), node -> node.mean(Signal.READ_ONLY, from, to));
    boolean byLink = nodes.values().stream().anyMatch(NodeLog::linkIsReadOnly);
    return said == null && !byLink ? null : Boolean.valueOf(byLink || said > 0);
  }

  /** Returns the storage nodes that their writers could not reach last. */
  private List<String> unreachableStorage() {
    return nodes.values().stream().flatMap(NodeLog::unreachableLinks).distinct().sorted().toList();
  }

  private Map<String, Long> ignored(long from, long to) {
    var ignored = new TreeMap<String, Long>();
    for (NodeLog node : nodes.values()) {
      node.ignored(from, to).forEach((reason, rows) -> ignored.merge(reason, rows, Long::sum));
    }
    return ignored;
  }

  /** Returns the sum of a signal over the nodes; null if no node knows it. */
  private static Double sum(Collection<NodeLog> of, Function<NodeLog, Double> signal) {
    return of.stream().map(signal).filter(Objects::nonNull).reduce(Double::sum).orElse(null);
  }

  private static Double most(Collection<NodeLog> of, Function<NodeLog, Double> signal) {
    return of.stream().map(signal).filter(Objects::nonNull).max(Double::compare).orElse(null);
  }
}
