package io.tidemark.ceiling;

import io.tidemark.measure.Window;
import io.tidemark.measure.window.Node;
import io.tidemark.queues.LineQueue;
import io.tidemark.sink.Capabilities;
import io.tidemark.statistics.Estimate;
import io.tidemark.statistics.Proportion;

/**
 * What was observed: the window to explain, windows at other loads, and what else is known. The
 * questions here need more than one of them; {@link Signals} has those that one window answers.
 *
 * @param peak the window to explain
 * @param ceiling the samples per second that promises refer to: the mean of all windows at the
 *     plateau, some of which the window to explain may lack; null if that window is all there is
 * @param otherLoads what the same search observed at other loads
 * @param jobCeiling the samples per second of the job without a database; null if it was not
 *     measured
 * @param capabilities the kind of database; a concept that it lacks is no cause, whatever was
 *     reported
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
   * Returns the same with the database seen from one node, if it is clear at which of several
   * addresses most is to be gained. All that is said of nodes is then said of that one, however
   * much CPU another one uses.
   */
  Seen atWorstNode() {
    Node worst = Signals.worstNode(peak);
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

  /** Returns the measured samples per second. */
  double now() {
    return ceiling == null ? peak.throughput().samplesPerSecond() : ceiling;
  }

  /**
   * Returns the same for the plateau if requests are turned away beyond it: with fewer in flight as
   * much was written and none was turned away. What is full there stops the traffic, or else the
   * rule by which more are turned away.
   */
  Seen whereNoneIsTurnedAway() {
    Window knee = otherLoads.knee();
    boolean beyondKnee = Signals.turnsAway(peak) && knee != null && !Signals.turnsAway(knee);
    return beyondKnee
        ? new Seen(
            knee,
            null,
            new OtherLoads(otherLoads.least(), knee, peak, 1.0),
            jobCeiling,
            capabilities,
            rateAsked,
            highestLoadSustained)
        : this;
  }

  /** Tells whether even with the fewest in flight requests are turned away, as far as is known. */
  boolean alwaysTurnsAway() {
    return otherLoads.least() == null || Signals.turnsAway(otherLoads.least());
  }

  boolean moreGainedNothing() {
    return Boolean.FALSE.equals(otherLoads.moreMayGain());
  }

  /**
   * Tells whether the sessions of a database fill a CPU that can't be read: most of them compute or
   * want to, and more of them got no more done.
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

  /**
   * Returns the throughput over the job's own ceiling, with the uncertainty of both; null if that
   * was not measured.
   */
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

  /** Tells whether the interval leaves open on which side of the threshold the throughput is. */
  boolean mayBeAtJobCeiling() {
    Estimate share = ofJobCeiling();
    return share != null && share.low() < Thresholds.FULL && Thresholds.FULL <= share.high();
  }

  /** Tells whether requests wait for the job; many in flight then tell nothing of the database. */
  boolean jobHoldsItselfUp() {
    return clientIsFull() || Signals.mostlyCollects(peak) || isAsFastAsWithoutDatabase();
  }

  /**
   * Tells whether the job is at its own ceiling and works hard, so that a faster database surely
   * gains too little.
   */
  boolean isAsFastAsWithoutDatabase() {
    return isAtJobCeiling()
        && ofJobCeiling().low() > 1 / Thresholds.WORTH_IT
        && busiestThread() >= Thresholds.WORKING_THREAD;
  }

  /** Tells whether requests wait for the job, or may do so within the interval of its ceiling. */
  boolean mayHoldItselfUp() {
    return jobHoldsItselfUp() || mayBeAtJobCeiling() && busiestThread() >= Thresholds.FULL_THREAD;
  }

  /**
   * Returns the throughput over that of one request in flight; null if that is not known. It is the
   * number of requests that are worked on side by side, or less if they hold each other up.
   */
  Double timesOfOne() {
    Window least = otherLoads.least();
    return least == null
        ? null
        : peak.throughput().samplesPerSecond()
            / (least.throughput().samplesPerSecond() / Math.max(1, least.inFlight().mean()));
  }

  /**
   * Returns the time in a slot over that of one request alone, by Little's law. It shows what the
   * requests inside take from each other, of whatever it is; a doubling removes at most half of it.
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
   * Tells whether the line is full. One request alone shows how long the line takes for each; if
   * these times fill the line, nothing behind it can be what stops the traffic.
   */
  boolean lineIsFull() {
    return lineShare() != null && lineShare() >= Thresholds.FULL_LINE;
  }

  /**
   * Tells whether a line that is not full keeps the slots taken: a body is sent within a slot, so a
   * few slots leave the line idle in between.
   */
  boolean lineHoldsSlots() {
    return slotsAreTaken()
        && Signals.onTheWay(peak) != null
        && lineShare() != null
        && heldByLine() >= Thresholds.MUCH_WAIT;
  }

  /**
   * Returns the share of the time in a slot for which a request is on the line or waits for others
   * there.
   */
  double heldByLine() {
    Window least = otherLoads.least();
    double delay = Math.max(0, secondsOnTheWay(least) - servedSeconds());
    double seconds = insideLine() / callsOfLine();
    return Math.max(0, secondsInsideOnTheWay() - delay) / seconds;
  }

  /**
   * Tells whether requests are mostly being sent, by how full one request alone shows the line to
   * be; if that is not known, by how many requests are on the line now.
   */
  Boolean mostlySends() {
    return lineShare() == null
        ? Signals.mostlySends(peak)
        : Boolean.valueOf(lineIsFull() || lineHoldsSlots());
  }

  /**
   * Returns the share of the time that the lines to the database's nodes are sending; null if that
   * is not known. A request is taken to be on a line as long as at the lowest load, without the
   * round trip, but no longer than the requests at the peak wait for each other, and no more than
   * bytes can have been there. A database that has no CPU or no slot left, whoever took it, leaves
   * what was sent in its sockets; and a few moments do not make a line full.
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
   * Returns the share of the time that lines are surely sending, even if by chance the lowest load
   * was looked at more often while nothing was on its way. What no round trip explains is on a
   * line, whoever waits.
   *
   * @param onTheWay the share of the requests at the lowest load that were on their way
   */
  private double surely(double onTheWay) {
    Window least = otherLoads.least();
    double atMost = Proportion.atMost(Signals.onTheWay(least), Signals.looks(least));
    double waiting = servedSeconds(atMost) * callsOfLine();
    return Math.max(waiting, unexplained(onTheWay) * timesAsOften());
  }

  /**
   * Returns the part of what is on its way at the lowest load that no round trips explain. It is 0
   * if they explain most of it, because it is not known so well how many round trips a body takes.
   */
  private double unexplained(double onTheWay) {
    return isMostlyDelay() ? 0 : Math.max(0, onTheWay - delayed());
  }

  private boolean isMostlyDelay() {
    return delayed() >= Thresholds.MUCH_WAIT * Signals.onTheWay(otherLoads.least());
  }

  /**
   * Returns the share of the requests at the lowest load that are on their way only because of
   * round trips.
   */
  private double delayed() {
    Window least = otherLoads.least();
    return Signals.onTheWay(least) - Signals.onTheLine(least);
  }

  /** Tells whether a request at the lowest load has its line for itself. */
  private static boolean isAlone(Window least) {
    return least.inFlight().mean() <= Thresholds.ALIKE * Signals.lines(least);
  }

  /** Tells whether fewer requests share a line at the lowest load than at the peak. */
  private boolean isLess(Window least) {
    return Thresholds.ALIKE * least.inFlight().mean() / Signals.lines(least) <= insideLine();
  }

  /**
   * Returns the most that twice the line may gain, as a factor of throughput: half of the time that
   * one request alone is on its way, without a round trip, is saved. That is so even if it fills no
   * line, as when it holds an insert slot meanwhile.
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
   * Returns the seconds for which a line serves each request. A request can't have been on a line
   * for longer than its time on the way without the round trip, and a delay is as long for many
   * requests as for few. A few counts at the lowest load tell little, so the requests that wait for
   * each other tell, up to what may have been counted at the lowest load. If slots are taken, the
   * requests in them are few and take turns, so hardly any wait shows, and requests that wait for a
   * slot can't be told from those on a line; then the counts tell, without the round trips.
   *
   * @param onTheWay the share of the requests at the lowest load that were on their way
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
    // The wait is as long as at twice of what fills a line, however regularly requests come.
    return longer > 0 && longer >= Thresholds.MUCH_WAIT * now
        ? Math.min(most, 1 / callsOfLine())
        : Math.max(lowest, LineQueue.seconds(insideLine(), callsOfLine(), longer, most));
  }

  /** Returns the requests that share a line at the peak; those that wait for a slot are on none. */
  private double insideLine() {
    return inside() / Signals.lines(peak);
  }

  private double inside() {
    double inFlight = peak.inFlight().mean();
    return slotsAreTaken() ? Math.min(inFlight, peak.database().slots()) : inFlight;
  }

  /**
   * Returns the seconds that each request with a slot is on its way. A request that waits for a
   * slot leaves its body in its socket meanwhile, or with the other side if there is room; then
   * fewer requests are on the way than wait.
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

  /** Returns the seconds that one request is on its way, by Little's law. */
  private static double secondsOnTheWay(Window window, double share) {
    return share * window.inFlight().mean() / window.throughput().callsPerSecond();
  }

  /**
   * Returns the number of lines that would be sending if one request alone were on its line all the
   * time.
   */
  private double timesAsOften() {
    Window least = otherLoads.least();
    return peak.throughput().callsPerSecond()
        * least.inFlight().mean()
        / least.throughput().callsPerSecond()
        / Signals.lines(peak);
  }

  /**
   * Returns the most of a line's time at the peak: a line sends for no larger share of it than
   * there are requests on the line on average.
   */
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
   * What a search observed at other loads than the one to explain. What it did not observe is null.
   *
   * @param least the window with the fewest requests in flight
   * @param knee the window with the fewest requests in flight that reaches the peak's throughput
   * @param beyond a window with more in flight than the one to explain, where requests are turned
   *     away and nothing is gained
   * @param gainOfMore the factor of throughput that another doubling of the in-flight limit gains
   *     at most; null if that is not known
   */
  public record OtherLoads(Window least, Window knee, Window beyond, Double gainOfMore) {
    /** No other loads are known: the job is only watched, or a ramp raises something else. */
    public static final OtherLoads UNKNOWN = new OtherLoads(null, null, null, null);

    private OtherLoads at(String node) {
      return new OtherLoads(at(least, node), at(knee, node), at(beyond, node), gainOfMore);
    }

    private static Window at(Window window, String node) {
      return window == null ? null : window.at(node);
    }

    public OtherLoads withGainOfMore(double gain) {
      return new OtherLoads(least, knee, beyond, gain);
    }

    /** Tells whether another doubling may gain what a cause must; null if that is not known. */
    public Boolean moreMayGain() {
      return gainOfMore == null ? null : gainOfMore >= Thresholds.WORTH_IT;
    }
  }
}
