package io.tidemark.ceiling;

import io.tidemark.measure.Window;
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

  boolean mostlySends() {
    return lineIsFull() || Boolean.TRUE.equals(Signals.mostlySends(peak));
  }

  /**
   * Of the time that the lines to the database's nodes are sending: as long for each request as one
   * alone takes, and no more than bytes can have been there at the peak. Null if that is not known:
   * one that has no CPU left, or no slot, whoever took it, leaves what was sent in its sockets, and
   * a line is not full because of a few moments.
   */
  Double lineShare() {
    Window least = otherLoads.least();
    Double onTheLine = least == null ? null : Signals.onTheLine(least);
    boolean known =
        onTheLine != null
            && least.inFlight().lineReadings() >= Thresholds.MOMENTS_THAT_TELL
            && least.requests().meanMillis() != null
            && least.throughput().callsPerSecond() > 0
            && !Signals.coresAreFull(least)
            && Signals.foundNoneFree(least) < Thresholds.LIMIT_REACHED;
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
        / Signals.lines(peak);
  }

  /** A line is sending no more of the time than there are requests on it on average. */
  private double mostAtPeak() {
    Double onTheLine = Signals.onTheLine(peak);
    double requests =
        onTheLine == null ? 1 : onTheLine * peak.inFlight().mean() / Signals.lines(peak);
    return requests >= 1
        ? Double.POSITIVE_INFINITY
        : Proportion.atMost(requests, peak.inFlight().lineReadings());
  }
}
