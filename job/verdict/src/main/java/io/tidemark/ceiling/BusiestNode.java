package io.tidemark.ceiling;

import io.tidemark.measure.Window;
import io.tidemark.measure.window.Database;
import io.tidemark.measure.window.Endpoint;
import io.tidemark.queues.Demands;
import io.tidemark.sink.Concept;

/**
 * What a window says of the busiest node of a database: how much of its CPU, its line and its
 * storage the requests used, how many are inside, and how many wait outside. Rates are requests per
 * second; times are seconds of one request.
 */
final class BusiestNode {
  /** This is more slots or requests than anything has. */
  static final double PLENTY = 1_024;

  static final double CLEARLY_MORE = 1.1;
  static final double LESS = 0.9;

  /** If more was tried and gained nothing, this many times the slots count as in flight. */
  private static final double ENOUGH = 4;

  /**
   * Sessions at work have a core each if they are at most this many times the cores in use, because
   * they are sampled.
   */
  private static final double A_CORE_EACH = 1.25;

  /**
   * A smaller share of one request's time outside is chance, because a gauge was read only a few
   * times.
   */
  private static final double OUTSIDE = 0.2;

  private final Seen seen;
  private final Window peak;
  private final Database database;

  /** The number of nodes whose pages were read. */
  final int read;

  /** The number of nodes, with those whose pages are missing. */
  final int nodes;

  /** The requests per second, including those of others that write. */
  final double all;

  /** The requests per second of one node. */
  private final double each;

  BusiestNode(Seen seen) {
    this.seen = seen;
    this.peak = seen.peak();
    this.database = peak.database();
    Double counted = Signals.rowsCounted(peak);
    this.read = database == null ? 1 : Math.max(1, database.busiest().takingWrites());
    double shown = Signals.nodesAreMissing(peak) ? counted : 1;
    this.nodes = (int) Math.max(1, Math.round(read / shown));
    this.all = Math.max(1e-3, stored(peak) * (counted == null ? 1 : Math.max(1, counted)));
    this.each = all / nodes;
  }

  /**
   * Returns the node's demands.
   *
   * @param held the delay inside: the time in a slot that uses nothing
   */
  Demands.Database holding(double held) {
    var limits = new Demands.Limits(slots(), limit(), cores());
    var seconds = new Demands.Seconds(cpu(), cpuOfAll(), line(), storage(), held, outside());
    return new Demands.Database(nodes, limits, seconds, 1, queries());
  }

  /** Returns the time that fills the line, if each request takes as long on it as now. */
  double fullLine() {
    return 1 / each;
  }

  /** Returns the cores that the node uses, whatever for. */
  double coresInUse() {
    return cpuAsUsed() * each;
  }

  private Demands.Queries queries() {
    double ofQueries = (1 - shareOfRequests()) * coresOfAll();
    return new Demands.Queries(queriesAtOnce(), ofQueries * nodes / read);
  }

  /**
   * Returns the share of the CPU in use that requests take, if a query takes as much as a request
   * while both compute. Those in flight count as computing, although some are on their way, so that
   * queries are not overrated.
   */
  double shareOfRequests() {
    double requests = Math.min(Math.min(slots(), limit()), inFlight());
    return requests / (requests + queriesAtOnce());
  }

  /**
   * Returns the queries that the node works on at once. Of a cluster none are known: most of each
   * computes in a process that takes no writes, and every storage node counts it again.
   */
  private double queriesAtOnce() {
    boolean known = database != null && database.queried() != null;
    if (!known || database.queried().concurrent() == null) {
      return 0;
    }
    boolean allTakeWrites = database.busiest().nodes() == database.busiest().takingWrites();
    return allTakeWrites && database.queried().cpuCores() == null
        ? database.queried().concurrent() / read
        : 0;
  }

  double slots() {
    return hasSlots() ? database.slots() / read : PLENTY;
  }

  private boolean hasSlots() {
    return database != null
        && database.slots() != null
        && seen.capabilities().has(Concept.INSERT_SLOTS);
  }

  /** Returns the requests that the busiest node works on; null if that is not known. */
  private Double inside() {
    if (!hasSlots()) {
      return refuses() ? sessionsAtWork() : null;
    }
    if (database.slotsInUse() == null) {
      return null;
    }
    Double share = database.busiest().slotsShare();
    return Math.max(database.slotsInUse() / read, share == null ? 0 : share * slots());
  }

  /** A database that limits connections admits no more requests than these. */
  private Double sessionsAtWork() {
    var sessions = database == null ? null : database.sessions();
    return sessions == null ? null : Double.valueOf(sessions.active() / read);
  }

  double cores() {
    if (seen.sessionsFillCpu()) {
      // The estimate lies between one core and one for each session that wants one.
      return Math.max(1, Signals.sessionsThatCompute(database) / read / 2);
    }
    if (database == null || database.cores() == null) {
      return PLENTY;
    }
    double cores = coresOfBusiest();
    return Signals.waitsForCpu(peak) ? Math.min(cores, coresInUse()) : cores;
  }

  /** Returns the CPU time of a request. */
  double cpu() {
    return shareOfRequests() * cpuAsUsed();
  }

  private double cpuAsUsed() {
    if (seen.sessionsFillCpu()) {
      return cores() / each;
    }
    return database == null || database.cpuShare() == null || database.cores() == null
        ? 0
        : database.cpuShare() * coresOfBusiest() / each;
  }

  /** Insert and storage nodes may have been given equally many cores, or not. */
  private double coresOfBusiest() {
    Double told = database.busiest().cpuCores();
    return told == null ? database.cores() / read : told;
  }

  double cpuOfAll() {
    return shareOfRequests() * coresOfAll() * nodes / read / all;
  }

  private double coresOfAll() {
    return database == null || database.cpuCoresUsed() == null ? 0 : database.cpuCoresUsed();
  }

  /**
   * A link whose process waits for a core counts as sending for as long as it waits. While all of
   * the database waits for the disk, or for memory, it does one thing after the other, too.
   */
  private double storage() {
    if (database == null || Signals.ownCpuIsFull(peak) || Signals.sharesFullHost(peak)) {
      return 0;
    }
    double link = database.linkShare() == null ? 0 : database.linkShare();
    double disk = database.ioStalledShare() == null ? 0 : database.ioStalledShare();
    return Math.max(Math.max(link, disk), Signals.memoryStalled(peak)) / each;
  }

  /**
   * Returns the time on the line, as of one request alone if that is known. It is not known of a
   * job that collects garbage instead of sending.
   */
  private double line() {
    if (Signals.mostlyCollects(peak)) {
      return 0;
    }
    Double alone = seen.lineShare();
    if (alone != null) {
      return Math.min(1, alone) / each;
    }
    Double share = Signals.onTheLine(peak);
    if (share == null) {
      return 0;
    }
    Double held = Signals.heldByUploads(peak);
    double sent =
        held == null
            ? share * peak.inFlight().mean() / Signals.lines(peak)
            : held * Math.min(peak.inFlight().mean(), database.slotsInUse()) / Signals.lines(peak);
    return Math.min(1, sent) / each;
  }

  /** Tells whether more requests wait outside than are admitted, and not for the line. */
  private boolean waitOutside() {
    return inside() != null
        && !seen.mayHoldItselfUp()
        && !seen.slotsAreTaken()
        && !mayWaitForCpu()
        && storage() * each <= Thresholds.NEARLY_ALL
        && (refuses()
            || !Signals.sharesFullHost(peak)
                && peak.inFlight().use() >= Thresholds.FULL
                && inFlightAtBusiest(peak) >= Thresholds.WAITING_OUTSIDE * inside());
  }

  /**
   * Tells whether requests may wait for CPU. If those inside fill the cores, one each, the others
   * wait for something else.
   */
  private boolean mayWaitForCpu() {
    if (!Signals.ownCpuIsFull(peak)) {
      return false;
    }
    Double waiting = database.cpuWaitingShare();
    boolean eachHasACore =
        inside() >= LESS * coresInUse()
            && inside() <= CLEARLY_MORE * coresOfBusiest()
            && (waiting == null || waiting < Thresholds.LITTLE_WAIT);
    return !eachHasACore;
  }

  private boolean refuses() {
    return seen.otherLoads().beyond() != null || Signals.turnsAway(peak);
  }

  private boolean lineIsBusy() {
    return line() * each > Thresholds.NEARLY_ALL;
  }

  /** Returns the admission limit of what stands before a node. */
  double limit() {
    boolean limited = waitOutside() && (refuses() || seen.moreGainedNothing() && !lineIsBusy());
    return limited ? Math.max(1, inside()) : PLENTY;
  }

  private double outside() {
    if (!waitOutside() || lineIsBusy() && !refuses()) {
      return 0;
    }
    if (limit() == PLENTY) {
      return (inFlightAtBusiest(peak) - inside()) / each;
    }
    Window least = seen.otherLoads().least();
    if (least == null || least.database() == null || least.database().slotsInUse() == null) {
      return 0;
    }
    double inFlight = least.inFlight().mean();
    double waiting = Math.max(0, inFlight - least.database().slotsInUse());
    return waiting < OUTSIDE * inFlight ? 0 : waiting / Math.max(1e-3, stored(least));
  }

  double inFlight() {
    double most = peak.inFlight().bound() * ofBusiest(peak);
    double mean = Math.max(most, inFlightAtBusiest(peak));
    return seen.moreGainedNothing() ? Math.max(mean, ENOUGH * Math.min(256, slots())) : mean;
  }

  double inFlightAtBusiest(Window window) {
    return window.inFlight().mean() * ofBusiest(window);
  }

  /** Returns the busiest address's share of the requests in flight, by Little's law. */
  private double ofBusiest(Window window) {
    double sum = 0;
    double most = 0;
    for (Endpoint endpoint : window.requests().endpoints()) {
      double inFlight = endpoint.callsPerSecond() * endpoint.meanMillis();
      sum += inFlight;
      most = Math.max(most, inFlight);
    }
    return sum > 0 ? Math.max(most / sum, 1.0 / nodes) : 1.0 / nodes;
  }

  boolean isOnTheLine() {
    Double uploads = Signals.heldByUploads(peak);
    return !Signals.mostlyCollects(peak)
        && Boolean.TRUE.equals(seen.mostlySends())
        && (!seen.slotsAreTaken() || uploads == null || uploads >= Thresholds.MUCH_WAIT);
  }

  /**
   * Tells whether all requests in flight are inside: none is another client's, and none was turned
   * away and is on its way again.
   */
  boolean allAreInside() {
    if (refuses() || Signals.othersWrite(peak)) {
      return false;
    }
    return inside() == null
        || seen.slotsAreTaken()
        || database.slotsInUse() >= Thresholds.FULL * peak.inFlight().mean();
  }

  /**
   * Tells whether sessions have the cores that they want, although they may wait for something they
   * do not report. Either it was seen that they are not stopped, or no more of them are at work
   * than cores are in use, because a session that waits for a core counts as at work.
   */
  boolean sessionsHaveTheirCores() {
    if (database == null || database.sessions() == null) {
      return false;
    }
    Double waiting = database.cpuWaitingShare();
    return waiting == null
        ? database.cpuCoresUsed() != null
            && database.sessions().active() <= A_CORE_EACH * database.cpuCoresUsed()
        : waiting < Thresholds.LITTLE_WAIT;
  }

  /** Returns the acknowledged requests per second, if they were as large as at the peak. */
  double stored(Window window) {
    double calls = peak.throughput().callsPerSecond() * Math.max(0, 1 - Signals.lostShare(peak));
    double peakRate = Math.max(1e-3, peak.throughput().samplesPerSecond());
    return calls * window.throughput().samplesPerSecond() / peakRate;
  }
}
