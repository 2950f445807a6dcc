package io.tidemark.ceiling;

import io.tidemark.measure.Window;

/**
 * What the database would take of this traffic if it had more of something: one model, from which
 * predicted gains, advice, forecasts and the ceiling of a database alone all come. A part takes
 * {@code throughput / the share of it that is used}, and the least of all parts is the ceiling.
 * Never less than what was measured. In samples per second.
 *
 * @param now measured
 * @param cpuRoom how much more the CPU takes before it is full, 1 for nothing
 * @param aloneFactor how much more the database would take with the CPU that the job took from a
 *     full host given back to it, 1 where it took none
 * @param bySlots what the insert slots take
 * @param slotsFollowCores whether more cores bring more of them
 * @param byOthers what the line, links to storage and the job itself let through at most
 */
public record Capacity(
    double now,
    double cpuRoom,
    double aloneFactor,
    double bySlots,
    boolean slotsFollowCores,
    double byOthers) {
  /** No advice looks farther than a doubling. */
  static final double DOUBLED = 2;

  private static final double UNBOUNDED = Double.POSITIVE_INFINITY;

  public static Capacity of(Facts facts) {
    double now = facts.peak().throughput().samplesPerSecond();
    Window.Database database = facts.peak().database();
    if (database == null) {
      return new Capacity(now, UNBOUNDED, 1, UNBOUNDED, true, byOthers(facts, now));
    }
    return new Capacity(
        now,
        cpuRoom(facts),
        alone(facts),
        bySlots(facts, now),
        !Boolean.FALSE.equals(database.busiest().slotsFollowCores()),
        byOthers(facts, now));
  }

  /** Of the database's cores, or those of the host that it shares with the job. */
  private static double cpuRoom(Facts facts) {
    Double share = facts.peak().database().cpuShare();
    if (share == null) {
      return UNBOUNDED;
    }
    boolean shared = facts.databaseCoresOnHost() > 0;
    double used = shared ? Math.max(share, facts.peak().host().busyShare()) : share;
    return DatabaseFindings.waitsForCpu(facts) ? 1 : Math.max(1, Thresholds.FULL / used);
  }

  private static double alone(Facts facts) {
    double used = facts.databaseCoresOnHost();
    double most = used > 0 ? facts.peak().database().cores() / used : 1;
    return facts.hasMostOfFullHost(used)
        ? Math.max(1, Math.min(most, (used + facts.peak().job().cpuCores()) / used))
        : 1;
  }

  /**
   * Slots that are held by requests which wait for something else look taken, and take more once
   * that is out of the way: as many times what one request at a time got through.
   */
  private static double bySlots(Facts facts, double now) {
    Window.Database database = facts.peak().database();
    if (database.slots() == null || !DatabaseFindings.hasSlots(facts)) {
      return UNBOUNDED;
    }
    Window least = facts.otherLoads().least();
    Double share = database.busiest().slotsShare();
    double asUsed = share == null ? now : now / Math.min(1, Math.max(share, 1e-3));
    return least == null ? asUsed : Math.max(asUsed, database.slots() * perRequestInFlight(least));
  }

  static double perRequestInFlight(Window window) {
    return window.throughput().samplesPerSecond() / Math.max(1, window.inFlight().mean());
  }

  private static double byOthers(Facts facts, double now) {
    Window.Database database = facts.peak().database();
    double most = UNBOUNDED;
    if (database != null && database.linkShare() != null && database.linkShare() > 0) {
      most = now / database.linkShare();
    }
    boolean lineIsFull =
        NetworkFindings.mostlySends(facts).isTrue()
            && DatabaseFindings.slotsWereFreeWhenSendingWasSlow(facts).isTrue();
    most = lineIsFull ? now : most;
    boolean apart = facts.peak().host() == null || !facts.peak().host().shared();
    if (!apart || facts.jobCeiling() == null) {
      return most;
    }
    // A job whose threads have time to spare is not at a ceiling, whatever was measured of it.
    double byThreads = now / Math.max(Thresholds.WORKING_THREAD, facts.busiestThread());
    return Math.min(most, Math.max(facts.jobCeiling().value(), byThreads));
  }

  /** With so many times the slots, and nothing else changed. */
  double withSlots(double factor) {
    return atLeastNow(Math.min(now * cpuRoom, Math.min(factor * bySlots, byOthers)));
  }

  /** With as many in flight as it can work on. */
  double withInFlight() {
    return withSlots(1);
  }

  /** On a host of its own with so many times the cores. */
  public double withCores(double factor) {
    return atLeastNow(Math.min(factor * byCpu(), Math.min(slotsWith(factor), byOthers)));
  }

  /** With all of the CPU that it shares with the job, and nothing else changed. */
  public double alone() {
    return withCores(1);
  }

  /** What would stop the traffic then: slots, cpu, or something else. */
  public String boundWithCores(double factor) {
    double cpu = factor * byCpu();
    double slots = slotsWith(factor);
    if (byOthers < Math.min(cpu, slots)) {
      return "others";
    }
    return slots < cpu ? "slots" : "cpu";
  }

  private double byCpu() {
    return now * Math.max(cpuRoom, aloneFactor);
  }

  private double slotsWith(double factor) {
    return slotsFollowCores ? factor * bySlots : bySlots;
  }

  private double atLeastNow(double predicted) {
    return Math.max(now, predicted);
  }

  /** The same of another measurement of the same load. */
  public Capacity at(double samplesPerSecond) {
    double scale = samplesPerSecond / now;
    return new Capacity(
        samplesPerSecond,
        cpuRoom,
        aloneFactor,
        bySlots * scale,
        slotsFollowCores,
        byOthers * scale);
  }
}
