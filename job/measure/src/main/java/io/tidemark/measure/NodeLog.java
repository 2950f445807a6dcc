package io.tidemark.measure;

import io.tidemark.measure.window.Ending;
import io.tidemark.measure.window.Node;
import io.tidemark.sink.TsdbNode;
import io.tidemark.statistics.Counters;
import io.tidemark.statistics.Known;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** What one process of a database reported of itself. Not thread-safe. */
final class NodeLog {
  /**
   * A cache has room if less than this share is taken. A cache that must forget is not full all the
   * time, because its room may be divided into parts, and a block may be taken in at its second
   * miss only.
   */
  private static final double HAS_ROOM = 0.5;

  /** What a node reports, each as the counter or gauge that it is. */
  enum Signal {
    START_SECONDS(TsdbNode::startSeconds),
    CPU_SECONDS(node -> node.cpu().seconds()),
    CORES(node -> node.cpu().cores()),
    CPU_WAITING_SECONDS(node -> node.pressure().cpuWaitingSeconds()),
    IO_WAITING_SECONDS(node -> node.pressure().ioWaitingSeconds()),
    IO_STALLED_SECONDS(node -> node.pressure().ioStalledSeconds()),
    MEMORY_WAITING_SECONDS(node -> node.pressure().memoryWaitingSeconds()),
    MEMORY_STALLED_SECONDS(node -> node.pressure().memoryStalledSeconds()),
    MEMORY_LIMIT_BYTES(node -> node.pressure().memoryLimitBytes()),
    MEMORY_KILLS(node -> node.pressure().memoryKills()),
    INDEX_LOOK_UPS(node -> node.pressure().indexCache().lookUps()),
    INDEX_MISSES(node -> node.pressure().indexCache().misses()),
    INDEX_READ_SECONDS(node -> node.pressure().indexCache().missSeconds()),
    INDEX_CACHE_TAKEN(node -> node.pressure().indexCache().taken()),
    SLOTS_IN_USE(node -> node.slots().inUse()),
    SLOTS(node -> node.slots().capacity()),
    SLOT_LIMIT_REACHED(node -> node.slots().limitReached()),
    SLOT_REQUESTS(node -> node.slots().requests()),
    SLOT_TIMEOUTS(node -> node.slots().limitTimeouts()),
    ROWS(node -> node.rows().inserted()),
    SLOW_ROWS(node -> node.rows().slowInserts()),
    NEW_SERIES(node -> node.rows().newSeries()),
    STORED_ROWS(node -> node.rows().stored()),
    READ_ONLY(node -> node.storage().readOnly()),
    WRITE_SECONDS(node -> node.storage().writeSeconds()),
    SYNC_SECONDS(node -> node.storage().fsyncSeconds()),
    FILE_WRITERS(node -> node.storage().writers()),
    SESSIONS(node -> node.sessions().active()),
    MOST_SESSIONS(node -> node.sessions().capacity()),
    LOCK_WAITS(node -> node.sessions().waitingForLocks()),
    STORAGE_WAITS(node -> node.sessions().waitingForStorage()),
    COMPUTING(node -> node.sessions().computing()),
    SELECTS(node -> node.selects().inUse()),
    MOST_SELECTS(node -> node.selects().capacity()),
    QUERIES(node -> node.selects().requests()),
    QUEUED_BYTES(node -> node.storage().queuedBytes()),
    RESIDENT_BYTES(TsdbNode::residentBytes),
    DISK_BYTES(node -> node.storage().diskBytes());

    private final Function<TsdbNode, OptionalDouble> value;

    Signal(Function<TsdbNode, OptionalDouble> value) {
      this.value = value;
    }
  }

  private final Map<Signal, Counters> signals = new EnumMap<>(Signal.class);
  private final Map<String, Counters> links = new TreeMap<>();
  private final Map<String, Counters> ignored = new TreeMap<>();
  private boolean linkReadOnly;

  /** The holders of the locks that sessions waited for, by the time of the reading. */
  private final TreeMap<Long, List<String>> lockHolders = new TreeMap<>();

  private long firstMillis = Long.MAX_VALUE;
  private TsdbNode last;
  private int restarts;

  /** How the process ended, by when it was first read again. */
  private final TreeMap<Long, Ending> endings = new TreeMap<>();

  void add(long millis, TsdbNode node) {
    firstMillis = Math.min(firstMillis, millis);
    if (last != null && isRestarted(last, node)) {
      restarts++;
      endings.put(millis, Ending.of(last, node.pressure().memoryKills()));
    }
    last = node;
    for (Signal signal : Signal.values()) {
      signal.value.apply(node).ifPresent(value -> put(signals, signal, millis, value));
    }
    node.links()
        .forEach(
            (address, link) ->
                link.sendSeconds().ifPresent(value -> put(links, address, millis, value)));
    linkReadOnly = node.links().values().stream().anyMatch(link -> link.readOnly().orElse(0) > 0);
    node.rows().ignored().forEach((reason, rows) -> put(ignored, reason, millis, rows));
    if (!node.sessions().lockHolders().isEmpty()) {
      lockHolders.put(millis, node.sessions().lockHolders());
    }
  }

  private static boolean isRestarted(TsdbNode before, TsdbNode now) {
    return before.startSeconds().isPresent()
        && now.startSeconds().isPresent()
        && !before.startSeconds().equals(now.startSeconds());
  }

  private static <T> void put(Map<T, Counters> to, T name, long millis, double value) {
    to.computeIfAbsent(name, key -> new Counters()).add(millis, value);
  }

  /** Returns the rows ignored in the window by reason; a reason that is new had ignored none. */
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

  private Double of(Signal signal, ToDoubleFunction<Counters> value) {
    Counters counters = signals.get(signal);
    return counters == null ? null : Known.finite(value.applyAsDouble(counters));
  }

  Double growth(Signal signal) {
    return of(signal, all -> all.growth(all.firstMillis(), all.lastMillis()));
  }

  Double lastOf(Signal signal) {
    return of(signal, all -> all.last(Long.MAX_VALUE));
  }

  boolean readIn(long from, long to) {
    return signals.values().stream().anyMatch(counters -> counters.any(from, to));
  }

  Double rate(Signal signal, long from, long to) {
    return of(signal, all -> all.ratePerSecond(from, to));
  }

  /** Returns the change of a gauge per second. */
  Double change(Signal signal, long from, long to) {
    return of(signal, all -> (all.last(to) - all.last(from)) * 1e3 / (to - from));
  }

  Double mean(Signal signal, long from, long to) {
    return of(signal, all -> all.mean(from, to));
  }

  /**
   * Tells whether two addresses are of one process, which began at the same moment and has counted
   * the same. Two processes may begin in the same second, but do not use the very same CPU time and
   * memory meanwhile.
   */
  static boolean isSameProcess(TsdbNode one, TsdbNode other) {
    return one.startSeconds().isPresent()
        && one.startSeconds().equals(other.startSeconds())
        && one.version().equals(other.version())
        && one.cpu().seconds().orElse(0) > 0
        && one.cpu().equals(other.cpu())
        && one.rows().equals(other.rows())
        && one.residentBytes().equals(other.residentBytes());
  }

  TsdbNode last() {
    return last;
  }

  /** Returns whom sessions waited for last within that time; empty if none waited. */
  List<String> lockHolders(long from, long to) {
    Map.Entry<Long, List<String>> last = lockHolders.floorEntry(to);
    return last == null || last.getKey() < from ? List.of() : last.getValue();
  }

  long firstMillis() {
    return firstMillis;
  }

  boolean linkIsReadOnly() {
    return linkReadOnly;
  }

  /** Returns the addresses that the process could not write to when it was read last. */
  Stream<String> unreachableLinks() {
    return last.links().entrySet().stream()
        .filter(link -> link.getValue().reachable().orElse(1) == 0)
        .map(link -> link.getKey().split(" ", 2)[0]);
  }

  /** Returns the cores that it may use, the least of what it and its host say; null if unknown. */
  Double cores(long from, long to, Double hostCores) {
    return Known.bounded(mean(Signal.CORES, from, to), hostCores);
  }

  /** Returns the share of its cores that it uses. */
  Double cpuShare(long from, long to, Double hostCores) {
    return Known.share(rate(Signal.CPU_SECONDS, from, to), cores(from, to, hostCores));
  }

  /** Returns the share of the time that it waits for a core; null if that is not known. */
  Double cpuWaitingShare(long from, long to, UnaryOperator<Double> ownWaits) {
    Double ofGroup = rate(Signal.CPU_WAITING_SECONDS, from, to);
    return ofGroup == null ? null : ownWaits.apply(ofGroup);
  }

  /** Returns the signals of this process by itself. */
  Node seen(long from, long to, Double hostCores, UnaryOperator<Double> ownWaits) {
    return new Node(
        last.name(),
        cpuShare(from, to, hostCores),
        cores(from, to, hostCores),
        cpuWaitingShare(from, to, ownWaits),
        slotsShare(from, to),
        noneFreeShare(from, to));
  }

  /** Returns the share of its insert slots that are taken. */
  Double slotsShare(long from, long to) {
    return Known.share(mean(Signal.SLOTS_IN_USE, from, to), mean(Signal.SLOTS, from, to));
  }

  /** Returns the share of the requests it counts, whoever sent them, that found no slot free. */
  Double noneFreeShare(long from, long to) {
    return Known.share(
        rate(Signal.SLOT_LIMIT_REACHED, from, to), rate(Signal.SLOT_REQUESTS, from, to));
  }

  /**
   * Returns the share of a writer's time that it is at the disk. By Little's law, the seconds in
   * writes and syncs per second are the number of writers at the disk, of all that write. That is
   * one at least, because a disk to which a single one always writes is as full, however many cores
   * there are.
   */
  Double diskShare(long from, long to) {
    Double writing = rate(Signal.WRITE_SECONDS, from, to);
    Double syncing = rate(Signal.SYNC_SECONDS, from, to);
    Double writers = mean(Signal.FILE_WRITERS, from, to);
    Double seconds = writing == null ? syncing : Double.valueOf(writing + orZero(syncing));
    // More than one writer is at work then, but their number is not told.
    boolean untold = writers == null && seconds != null && seconds > 1;
    return untold ? null : Known.share(seconds, Math.max(1, orZero(writers)));
  }

  /**
   * Returns the blocks of the index that left the cache and are read again, per second. There are
   * none while the cache has room, because what it does not hold then was not read before.
   */
  Double indexMisses(long from, long to) {
    return withoutRoom(Signal.INDEX_MISSES, from, to);
  }

  /** Returns the cores that read these blocks. */
  Double indexReadCores(long from, long to) {
    return withoutRoom(Signal.INDEX_READ_SECONDS, from, to);
  }

  private Double withoutRoom(Signal signal, long from, long to) {
    Double taken = mean(Signal.INDEX_CACHE_TAKEN, from, to);
    return taken == null || taken >= HAS_ROOM ? rate(signal, from, to) : Double.valueOf(0);
  }

  /** Returns the rows that it stores per second, or the look-ups in its index if those are more. */
  Double rowsOrLookUps(long from, long to) {
    Double rows = rowsOfStorage(from, to);
    Double lookUps = rate(Signal.INDEX_LOOK_UPS, from, to);
    return rows == null || lookUps == null ? null : Double.valueOf(Math.max(rows, lookUps));
  }

  /** Returns the rows that it stored, or those that it took in if it counts only those. */
  Double rowsOfStorage(long from, long to) {
    Double stored = rate(Signal.STORED_ROWS, from, to);
    return stored == null ? rate(Signal.ROWS, from, to) : stored;
  }

  /** Returns the share of the time that each link was sending, by its address. */
  Map<String, Double> linkShares(long from, long to) {
    var shares = new TreeMap<String, Double>();
    links.forEach(
        (address, seconds) -> {
          double share = seconds.ratePerSecond(from, to);
          if (Double.isFinite(share)) {
            shares.put(address, share);
          }
        });
    return shares;
  }

  /** Returns how often another start was read since the first reading. */
  int restarts() {
    return restarts;
  }

  /** Returns how it ended, each time that it was found started again from then on. */
  Collection<Ending> endings(long from) {
    return endings.tailMap(from).values();
  }

  boolean restarted(long from, long to) {
    Counters start = signals.get(Signal.START_SECONDS);
    return start != null && start.last(to) != start.last(from) && start.last(from) > 0;
  }

  void forgetBefore(long millis) {
    Stream.of(signals, links, ignored)
        .flatMap(counters -> counters.values().stream())
        .forEach(counters -> counters.forgetBefore(millis));
    lockHolders.headMap(millis).clear();
    endings.headMap(millis).clear();
  }

  private static double orZero(Double value) {
    return value == null ? 0 : value;
  }
}
