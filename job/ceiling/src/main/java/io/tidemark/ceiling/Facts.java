package io.tidemark.ceiling;

import io.tidemark.measure.Window;
import io.tidemark.sink.Capabilities;
import io.tidemark.statistics.Estimate;
import io.tidemark.statistics.Proportion;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * What an attribution judges. The questions that it asks are the findings about job, network,
 * database and host.
 *
 * @param peak the window to explain
 * @param ceiling samples per second that promises are of: the mean of all windows at the plateau,
 *     of which the one to explain may lack some; null: the one to explain is all there is
 * @param otherLoads what the same search saw at other loads
 * @param jobCeiling samples per second of the job alone; null if it was not measured
 * @param capabilities of the kind of database: what it has no such thing of is no cause, whatever
 *     was reported
 * @param rateAsked whether the user, and not the search, asked the source for a rate
 * @param highestLoadSustained whether the search raised the load as far as it was to, and all of it
 *     was written
 */
public record Facts(
    Window peak,
    Double ceiling,
    OtherLoads otherLoads,
    Estimate jobCeiling,
    Capabilities capabilities,
    boolean rateAsked,
    boolean highestLoadSustained) {
  /** Fewer in a window, and a page that is a second old counts others. */
  private static final int ENOUGH_CALLS = 20;

  /**
   * Where requests are turned away, and with less in flight as much was written and none was: what
   * is full there is what stops it, or the rule by which more are turned away.
   */
  Facts whereNoneIsTurnedAway() {
    Window knee = otherLoads.knee();
    boolean beyondKnee = turnsAway(peak) && knee != null && !turnsAway(knee);
    return beyondKnee
        ? new Facts(
            knee,
            null,
            new OtherLoads(otherLoads.least(), knee, peak, false),
            jobCeiling,
            capabilities,
            rateAsked,
            highestLoadSustained)
        : this;
  }

  /** Also with the least in flight, as far as that is known. */
  boolean alwaysTurnsAway() {
    return otherLoads.least() == null || turnsAway(otherLoads.least());
  }

  private static boolean turnsAway(Window window) {
    return window.requests().throttledShare() > Thresholds.THROTTLED;
  }

  /** Samples per second, measured. */
  double now() {
    return ceiling == null ? peak.throughput().samplesPerSecond() : ceiling;
  }

  /** Null if Flink reported nothing. */
  Window.Task source() {
    return peak.tasks().isEmpty() ? null : peak.tasks().get(0);
  }

  /** Of the client's thread of the busiest writer, or the mean of them if it blocks. */
  double clientCores() {
    Double cores = peak.job().httpCpuCoresMax();
    return cores == null ? 0 : cores / clientThreads();
  }

  private double clientThreads() {
    int writers = Math.max(1, Math.min(peak.load().parallelism(), peak.inFlight().bound()));
    return capabilities.threadPerRequest() ? Math.max(1, peak.inFlight().mean() / writers) : 1;
  }

  boolean clientIsFull() {
    return clientCores() >= Thresholds.FULL_THREAD;
  }

  /** The task whose busiest subtask uses most CPU; null if none is known. */
  Window.Task busiestTask() {
    return measured().max(Comparator.comparingDouble(Window.Task::cpuCoresMax)).orElse(null);
  }

  Stream<Window.Task> measured() {
    return peak.tasks().stream().filter(task -> task.cpuCoresMax() != null);
  }

  /** Throughput over the job's own ceiling, as sure as both are; null if that was not measured. */
  Estimate ofJobCeiling() {
    Estimate now = peak.throughput().estimate();
    if (jobCeiling == null || jobCeiling.value() <= 0) {
      return null;
    }
    return now.value() > 0 ? now.over(jobCeiling) : new Estimate(0, 0, 0);
  }

  /** Of a core, by the busiest thread of the job; 0 if none is known. */
  double busiestThread() {
    Window.Task task = busiestTask();
    return Math.max(clientCores(), task == null ? 0 : task.cpuCoresMax());
  }

  boolean mostlyCollects() {
    return peak.job().gcShare() >= Thresholds.MOSTLY_GC;
  }

  boolean isAtJobCeiling() {
    Estimate share = ofJobCeiling();
    return share != null && share.value() >= Thresholds.FULL;
  }

  /** Whether the interval leaves open which side of the threshold it is. */
  boolean mayBeAtJobCeiling() {
    Estimate share = ofJobCeiling();
    return share != null && share.low() < Thresholds.FULL && Thresholds.FULL <= share.high();
  }

  /** Rows that the database's pages count over samples that it acknowledged; null if unknown. */
  Double rowsCounted() {
    return rowsCounted(peak);
  }

  static Double rowsCounted(Window window) {
    Double rows = window.database() == null ? null : window.database().rowsPerSecond();
    double ours = window.throughput().samplesPerSecond();
    boolean enough = window.throughput().callsPerSecond() * window.seconds() >= ENOUGH_CALLS;
    return rows == null || ours <= 0 || !enough ? null : rows / ours;
  }

  /** Whether the pages are of a part of the database only. */
  public boolean nodesAreMissing() {
    Double counted = rowsCounted();
    return counted != null && counted < Thresholds.FEWER_ROWS;
  }

  boolean othersWrite() {
    Double counted = rowsCounted();
    return counted != null && counted > Thresholds.MORE_ROWS;
  }

  /** Whether requests wait for the job itself, so that many in flight say nothing of a database. */
  boolean jobHoldsItselfUp() {
    return clientIsFull() || mostlyCollects() || isAsFastAsWithoutDatabase();
  }

  /** And works hard for that: a faster database surely gains less than is worth it. */
  boolean isAsFastAsWithoutDatabase() {
    return isAtJobCeiling()
        && ofJobCeiling().low() > 1 / Thresholds.WORTH_IT
        && busiestThread() >= Thresholds.WORKING_THREAD;
  }

  /** The same where the interval leaves it open. */
  boolean mayHoldItselfUp() {
    return jobHoldsItselfUp() || mayBeAtJobCeiling() && busiestThread() >= Thresholds.FULL_THREAD;
  }

  boolean hostIsFull() {
    return peak.host() != null && peak.host().busyShare() >= Thresholds.FULL_HOST;
  }

  /** Whether job and database fill one host, so that each takes from the other. */
  boolean sharesFullHost() {
    return hostIsFull() && databaseCoresOnHost() > 0;
  }

  /**
   * Throughput over that of one request in flight; null if that is not known. As many as are worked
   * on side by side; less, if they hold each other up.
   */
  Double timesOfOne() {
    Window least = otherLoads.least();
    return least == null
        ? null
        : peak.throughput().samplesPerSecond()
            / (least.throughput().samplesPerSecond() / Math.max(1, least.inFlight().mean()));
  }

  /**
   * Times the throughput that anything but what a verdict names may gain, at most: what the other
   * causes that hold promise, and, of insert slots, what would take from the time that each is
   * held. Nothing inside makes a request faster than one alone is, whatever the model says of it.
   * Where others write, whoever lets more of ours in takes from theirs, and there is no bound.
   */
  public double othersMayGain(Verdict verdict) {
    if (othersWrite() && verdict.cause().isCapacityOfDatabase()) {
      return Double.POSITIVE_INFINITY;
    }
    double promised =
        verdict.next().stream()
            .mapToDouble(next -> verdict.gains().getOrDefault(next, 1.0))
            .max()
            .orElse(1);
    return verdict.cause() == Cause.TSDB_SLOTS
        ? Math.max(promised, SlotFindings.timesAsLongAsAlone(this))
        : promised;
  }

  /**
   * Of the time that the lines to the database's nodes are sending: as long for each request as one
   * alone takes, and no more than bytes can have been there at the peak. Null if that is not known:
   * one that has no CPU left, or no slot, whoever took it, leaves what was sent in its sockets, and
   * a line is not full because of a few moments.
   */
  Double lineShare() {
    Window least = otherLoads.least();
    Double onTheLine = least == null ? null : NetworkFindings.onTheLine(least);
    boolean known =
        onTheLine != null
            && least.inFlight().lineReadings() >= Thresholds.MOMENTS_THAT_TELL
            && least.requests().meanMillis() != null
            && least.throughput().callsPerSecond() > 0
            && !DatabaseFindings.ownCpuIsFull(least)
            && SlotFindings.foundNoneFree(least) < Thresholds.LIMIT_REACHED;
    if (!known) {
      return null;
    }
    double share = Math.min(mostAtPeak(), onTheLine * timesAsOften());
    double atLeast = Proportion.atLeast(onTheLine, least.inFlight().lineReadings());
    boolean unsure =
        share >= Thresholds.FULL_LINE && atLeast * timesAsOften() < Thresholds.MUCH_WAIT;
    return unsure ? null : Double.valueOf(share);
  }

  /** Lines that would be sending if one alone were on its line all the time. */
  private double timesAsOften() {
    Window least = otherLoads.least();
    return peak.throughput().callsPerSecond()
        * least.inFlight().mean()
        / least.throughput().callsPerSecond()
        / lines();
  }

  /** A line is sending no more of the time than there are requests on it on average. */
  private double mostAtPeak() {
    Double onTheLine = NetworkFindings.onTheLine(peak);
    double requests = onTheLine == null ? 1 : onTheLine * peak.inFlight().mean() / lines();
    return requests >= 1
        ? Double.POSITIVE_INFINITY
        : Proportion.atMost(requests, peak.inFlight().lineReadings());
  }

  /** To the addresses that are written to, one each, whatever stands behind them. */
  int lines() {
    int addresses = peak.requests().endpoints().size();
    int read = peak.database() == null ? 1 : peak.database().busiest().takingWrites();
    return Math.max(1, addresses == 0 ? read : addresses);
  }

  /** Cores of the job's host that the database uses; 0 if it is elsewhere, or not known. */
  double databaseCoresOnHost() {
    boolean here = peak.host() != null && peak.host().shared() && peak.database() != null;
    Double cores = here ? peak.database().cpuCoresUsed() : null;
    return cores == null ? 0 : cores;
  }

  /** Cores of the job's host that neither job nor database use, 0 if not known. */
  double othersCoresOnHost() {
    return peak.host() == null
        ? 0
        : Math.max(0, peak.host().busyCores() - peak.job().cpuCores() - databaseCoresOnHost());
  }

  /**
   * Whether the host is full, and so much of what job and database use of it is the one's.
   *
   * @param cores the one's
   */
  boolean hasOfFullHost(double part, double cores) {
    double both = peak.job().cpuCores() + databaseCoresOnHost();
    return hostIsFull() && cores / both >= part && !othersTakeMuch();
  }

  /** Of the job's host, which must be known. */
  boolean othersTakeMuch() {
    return othersCoresOnHost() > Thresholds.OTHERS * peak.host().cores();
  }
}
