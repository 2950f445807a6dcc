package io.tidemark.ceiling;

import io.tidemark.measure.Window;
import io.tidemark.queues.LineQueue;
import io.tidemark.sink.Capabilities;
import io.tidemark.statistics.Estimate;
import io.tidemark.statistics.Proportion;

/**
 * What was seen: the window to explain, other loads, and what is known beside them. What takes more
 * than one of them to tell is told here, what one window shows by {@link Signals}.
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
public record Seen(
    Window peak,
    Double ceiling,
    OtherLoads otherLoads,
    Estimate jobCeiling,
    Capabilities capabilities,
    boolean rateAsked,
    boolean highestLoadSustained) {

  /**
   * Where it is clear at which of several addresses most is to be gained, all that is said of a
   * database's nodes is of the one there, however much CPU another one uses.
   */
  Seen atWorstNode() {
    Window.Node worst = Signals.worstNode(peak);
    return worst == null || worst.name().equals(peak.database().busiest().cpuNode())
        ? this
        : new Seen(
            peak.at(worst.name()),
            ceiling,
            otherLoads.at(worst.name()),
            jobCeiling,
            capabilities,
            rateAsked,
            highestLoadSustained);
  }

  /** Samples per second, measured. */
  double now() {
    return ceiling == null ? peak.throughput().samplesPerSecond() : ceiling;
  }

  /**
   * Where requests are turned away, and with less in flight as much was written and none was: what
   * is full there is what stops it, or the rule by which more are turned away.
   */
  Seen whereNoneIsTurnedAway() {
    Window knee = otherLoads.knee();
    boolean beyondKnee = Signals.turnsAway(peak) && knee != null && !Signals.turnsAway(knee);
    return beyondKnee
        ? new Seen(
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
    return otherLoads.least() == null || Signals.turnsAway(otherLoads.least());
  }

  boolean moreGainedNothing() {
    return Boolean.FALSE.equals(otherLoads.gainedByMore());
  }

  /**
   * Of a database whose CPU can't be read: most of its sessions compute, or want to, and more of
   * them got no more done.
   */
  boolean sessionsFillCpu() {
    var database = peak.database();
    Double computing =
        database == null || database.cpuShare() != null
            ? null
            : Signals.sessionsThatCompute(database);
    return computing != null
        && moreGainedNothing()
        && computing >= 1
        && database.sessions().computingShare() >= Thresholds.MUCH_WAIT;
  }

  boolean clientIsFull() {
    return Signals.clientIsFull(peak, capabilities);
  }

  double busiestThread() {
    return Signals.busiestThread(peak, capabilities);
  }

  boolean slotsAreTaken() {
    return Boolean.TRUE.equals(Signals.slotsAreTaken(peak, capabilities));
  }

  /** Throughput over the job's own ceiling, as sure as both are; null if that was not measured. */
  Estimate ofJobCeiling() {
    Estimate now = peak.throughput().estimate();
    if (jobCeiling == null || jobCeiling.value() <= 0) {
      return null;
    }
    return now.value() > 0 ? now.over(jobCeiling) : new Estimate(0, 0, 0);
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

  /** Whether requests wait for the job itself, so that many in flight say nothing of a database. */
  boolean jobHoldsItselfUp() {
    return clientIsFull() || Signals.mostlyCollects(peak) || isAsFastAsWithoutDatabase();
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
   * Time in a slot over that of one request alone, by Little's law: what those inside take from
   * each other, of whatever it is. A doubling takes no more than half of it away.
   */
  public double timesAsLongAsAlone() {
    Window least = otherLoads.least();
    double rate = peak.throughput().samplesPerSecond();
    double alone = least == null ? 0 : Signals.inSlots(least);
    if (alone <= 0 || rate <= 0) {
      return Thresholds.DOUBLED;
    }
    double inside = Signals.workedOn(peak, capabilities);
    double times = inside / rate * least.throughput().samplesPerSecond() / alone;
    return Math.min(Thresholds.DOUBLED, Math.max(1, times));
  }

  /**
   * One request alone shows how long the line takes for each: where that fills it, nothing behind
   * can be what stops it.
   */
  boolean lineIsFull() {
    return lineShare() != null && lineShare() >= Thresholds.FULL_LINE;
  }

  /**
   * Whether a line that is not full keeps the slots: a body is sent within one, so that few slots
   * leave it idle in between.
   */
  boolean lineHoldsSlots() {
    return slotsAreTaken()
        && Signals.onTheWay(peak) != null
        && lineShare() != null
        && heldByLine() >= Thresholds.MUCH_WAIT;
  }

  /** Of the time in a slot, what a request is on the line or waits for others there. */
  double heldByLine() {
    Window least = otherLoads.least();
    double delay = Math.max(0, secondsOnTheWay(least) - servedSeconds());
    double seconds = insideLine() / callsOfLine();
    return Math.max(0, secondsInsideOnTheWay() - delay) / seconds;
  }

  /** Where one alone shows how full the line is, that tells; else how many are on it now. */
  Boolean mostlySends() {
    return lineShare() == null
        ? Signals.mostlySends(peak)
        : Boolean.valueOf(lineIsFull() || lineHoldsSlots());
  }

  /**
   * Of the time that the lines to the database's nodes are sending: as long for each request as it
   * takes at the least load but for the round trip, no longer than those at the peak wait for each
   * other, and no more than bytes can have been there. Null if that is not known: one that has no
   * CPU left, or no slot, whoever took it, leaves what was sent in its sockets, and a line is not
   * full because of a few moments.
   */
  Double lineShare() {
    Window least = otherLoads.least();
    Double onTheWay = least == null ? null : Signals.onTheWay(least);
    boolean known =
        onTheWay != null
            && Signals.looks(least) >= Thresholds.MOMENTS_THAT_TELL
            && least.requests().meanMillis() != null
            && least.throughput().callsPerSecond() > 0
            && (isAlone(least) || isLess(least))
            && !Signals.coresAreFull(least)
            && Signals.foundNoneFree(least) < Thresholds.LIMIT_REACHED;
    if (!known) {
      return null;
    }
    double share = Math.min(mostAtPeak(), servedSeconds() * callsOfLine());
    double atLeast = Proportion.atLeast(onTheWay, Signals.looks(least));
    boolean full = share >= Thresholds.FULL_LINE;
    boolean sure =
        atLeast * timesAsOften() >= Thresholds.MUCH_WAIT && surely(atLeast) >= Thresholds.MUCH_WAIT;
    if (full && !sure) {
      return null;
    }
    return full || !isMostlyDelay() ? Double.valueOf(share) : Math.min(share, surely(onTheWay));
  }

  /**
   * Of the time that lines are sending, also if the least load was looked at more often by chance
   * while nothing was on its way: what no round trip explains is on a line, whoever waits.
   *
   * @param onTheWay share of the requests at the least load
   */
  private double surely(double onTheWay) {
    Window least = otherLoads.least();
    double atMost = Proportion.atMost(Signals.onTheWay(least), Signals.looks(least));
    double waiting = servedSeconds(atMost) * callsOfLine();
    return Math.max(waiting, unexplained(onTheWay) * timesAsOften());
  }

  /**
   * Of what is on its way at the least load, what no round trips explain; none where they explain
   * most of it, as how many a body takes is not known so well.
   */
  private double unexplained(double onTheWay) {
    return isMostlyDelay() ? 0 : Math.max(0, onTheWay - delayed());
  }

  private boolean isMostlyDelay() {
    return delayed() >= Thresholds.MUCH_WAIT * Signals.onTheWay(otherLoads.least());
  }

  /** Of the requests at the least load, those that are on their way for round trips alone. */
  private double delayed() {
    Window least = otherLoads.least();
    return Signals.onTheWay(least) - Signals.onTheLine(least);
  }

  /** A request there has its line for itself. */
  private static boolean isAlone(Window least) {
    return least.inFlight().mean() <= Thresholds.ALIKE * Signals.lines(least);
  }

  /** Fewer share a line there than at the peak. */
  private boolean isLess(Window least) {
    return Thresholds.ALIKE * least.inFlight().mean() / Signals.lines(least) <= insideLine();
  }

  /**
   * Times the throughput that twice the line may gain, at most: of the time that one request alone
   * takes, half of what it is on its way, but for a round trip. Also where that fills no line, as
   * where it holds an insert slot meanwhile.
   */
  public double lineMayGain() {
    Window least = otherLoads.least();
    Double onTheWay = least == null ? null : Signals.onTheWay(least);
    if (onTheWay == null || least.throughput().callsPerSecond() <= 0) {
      return 1;
    }
    double seconds = secondsOnTheWay(least, onTheWay) - Signals.roundTripSeconds(least);
    double each = least.inFlight().mean() / least.throughput().callsPerSecond();
    return 1 / (1 - Math.max(0, Math.min(1, seconds / each)) / 2);
  }

  private double servedSeconds() {
    return servedSeconds(Signals.onTheWay(otherLoads.least()));
  }

  /**
   * For which a line serves each request: longer than the round trip it can't have been on it, and
   * a delay is as long for many as for few. What was counted a few times at the least load tells
   * little: so those that wait for each other tell, up to what may have been counted there. Where
   * slots are taken, they are few and take turns, so that hardly any wait shows, and those that
   * wait for a slot can't be told from those on a line: then what was counted is what tells, but
   * for the round trips.
   *
   * @param onTheWay share of the requests at the least load
   */
  private double servedSeconds(double onTheWay) {
    Window least = otherLoads.least();
    if (Signals.onTheWay(peak) == null || !isLess(least)) {
      return secondsOnTheWay(least, Signals.onTheLine(least));
    }
    double before = secondsOnTheWay(least, onTheWay);
    double longest =
        secondsOnTheWay(least, Proportion.atMost(Signals.onTheWay(least), Signals.looks(least)));
    double may = Math.max(0, longest - Signals.roundTripSeconds(least));
    double most = slotsAreTaken() ? Math.min(may, secondsOnTheWay(least)) : may;
    double counted = secondsOnTheWay(least, unexplained(Signals.onTheWay(least)));
    double lowest = slotsAreTaken() ? Math.min(most, counted) : 0;
    double now = secondsInsideOnTheWay();
    double longer = Math.max(0, now - before);
    // As at twice of what fills a line, however regularly they come.
    return longer > 0 && longer >= Thresholds.MUCH_WAIT * now
        ? Math.min(most, 1 / callsOfLine())
        : Math.max(lowest, LineQueue.seconds(insideLine(), callsOfLine(), longer, most));
  }

  /** Requests that share a line at the peak: those that wait for a slot are on none. */
  private double insideLine() {
    return inside() / Signals.lines(peak);
  }

  private double inside() {
    double inFlight = peak.inFlight().mean();
    return slotsAreTaken() ? Math.min(inFlight, peak.database().slots()) : inFlight;
  }

  /**
   * Of those with a slot, each. Whoever waits for one leaves its body in its socket meanwhile, or
   * with the other side, where there is room: then fewer are on the way than wait.
   */
  private double secondsInsideOnTheWay() {
    double onTheWay = Signals.onTheWay(peak) * peak.inFlight().mean();
    double waiting = peak.inFlight().mean() - inside();
    double inSlots = onTheWay < waiting ? onTheWay : onTheWay - waiting;
    return Math.min(inside(), inSlots) / peak.throughput().callsPerSecond();
  }

  private double callsOfLine() {
    return peak.throughput().callsPerSecond() / Signals.lines(peak);
  }

  private static double secondsOnTheWay(Window window) {
    return secondsOnTheWay(window, Signals.onTheWay(window));
  }

  /** Of one request, by Little's law. */
  private static double secondsOnTheWay(Window window, double share) {
    return share * window.inFlight().mean() / window.throughput().callsPerSecond();
  }

  /** Lines that would be sending if one alone were on its line all the time. */
  private double timesAsOften() {
    Window least = otherLoads.least();
    return peak.throughput().callsPerSecond()
        * least.inFlight().mean()
        / least.throughput().callsPerSecond()
        / Signals.lines(peak);
  }

  /** A line is sending no more of the time than there are requests on it on average. */
  private double mostAtPeak() {
    Double onTheWay = Signals.onTheWay(peak);
    double requests =
        onTheWay == null
            ? 1
            : Math.min(inside(), onTheWay * peak.inFlight().mean()) / Signals.lines(peak);
    return requests >= 1
        ? Double.POSITIVE_INFINITY
        : Proportion.atMost(requests, Signals.looks(peak));
  }

  /**
   * What a search saw at other loads than the one to explain. What it did not see is null.
   *
   * @param least the window with the least in flight
   * @param knee the window with the least in flight that reaches the peak's throughput
   * @param beyond a window with more in flight than the one to explain, where requests are turned
   *     away and nothing is gained
   * @param gainedByMore whether the last doubling of what may be in flight gained
   */
  public record OtherLoads(Window least, Window knee, Window beyond, Boolean gainedByMore) {
    /** Of a job that is only watched, and of a ramp, whose loads are not of requests in flight. */
    public static final OtherLoads UNKNOWN = new OtherLoads(null, null, null, null);

    private OtherLoads at(String node) {
      return new OtherLoads(at(least, node), at(knee, node), at(beyond, node), gainedByMore);
    }

    private static Window at(Window window, String node) {
      return window == null ? null : window.at(node);
    }

    public OtherLoads withGainedByMore(boolean gained) {
      return new OtherLoads(least, knee, beyond, gained);
    }
  }
}
