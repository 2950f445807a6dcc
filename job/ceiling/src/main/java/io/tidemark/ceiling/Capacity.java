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
 * @param slotsOnMoreCores how much more they take where more cores work on what holds them, 1 where
 *     it is not known that this is CPU
 * @param byOthers what the line, links to storage and the job itself, with its host to itself, let
 *     through at most
 */
public record Capacity(
    double now,
    double cpuRoom,
    double aloneFactor,
    double bySlots,
    boolean slotsFollowCores,
    double slotsOnMoreCores,
    double byOthers) {
  /** No advice looks farther than a doubling. */
  static final double DOUBLED = 2;

  private static final double UNBOUNDED = Double.POSITIVE_INFINITY;

  public static Capacity of(Facts facts) {
    return ofPeak(facts).at(facts.now());
  }

  private static Capacity ofPeak(Facts facts) {
    double now = facts.peak().throughput().samplesPerSecond();
    Window.Database database = facts.peak().database();
    if (database == null) {
      return new Capacity(now, UNBOUNDED, 1, UNBOUNDED, true, 1, byOthers(facts, now));
    }
    return new Capacity(
        now,
        cpuRoom(facts),
        alone(facts),
        bySlots(facts, now),
        !Boolean.FALSE.equals(database.busiest().slotsFollowCores()),
        slotsOnMoreCores(facts),
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

  /** The busiest of its processes gets what the job took, as far as it may use so many cores. */
  private static double alone(Facts facts) {
    double used = facts.databaseCoresOnHost();
    Double share = facts.peak().database().cpuShare();
    if (!facts.hostIsFull() || used <= 0 || share == null) {
      return 1;
    }
    return Math.max(1, Math.min(1 / share, (used + facts.peak().job().cpuCores()) / used));
  }

  /**
   * Slots that are held by requests which wait for something else look taken, and take more once
   * that is out of the way: as many times what one request at a time got through.
   */
  private static double bySlots(Facts facts, double now) {
    Window.Database database = facts.peak().database();
    if (database.slots() == null || !SlotFindings.hasSlots(facts)) {
      return UNBOUNDED;
    }
    Window least = facts.otherLoads().least();
    Double share = database.busiest().slotsShare();
    double asUsed = share == null ? now : now / Math.min(1, Math.max(share, 1e-3));
    if (least == null) {
      // On a full host they are held for want of cores.
      return facts.sharesFullHost() ? UNBOUNDED : asUsed;
    }
    double all = facts.nodesAreMissing() ? 1 / facts.rowsCounted() : 1;
    return Math.max(asUsed, all * database.slots() * perRequestInFlight(least));
  }

  /**
   * One request in flight shows how long those in the slots would take if none waited for CPU; but
   * not where that one waits for it, too, or spends its time outside, or has less than a core.
   */
  private static double slotsOnMoreCores(Facts facts) {
    Window.Database database = facts.peak().database();
    if (database.cpuShare() == null || database.cores() == null) {
      return 1;
    }
    Window least = facts.otherLoads().least();
    boolean inside =
        least != null
            && least.database() != null
            && least.database().slotsInUse() != null
            && least.database().slotsInUse() >= Thresholds.NEARLY_ALL * least.inFlight().mean();
    boolean alsoWaits =
        database.cores() < database.busiest().nodes()
            || inside
                && least.database().cpuShare() != null
                && least.database().cpuShare() >= Thresholds.NEARLY_ALL;
    if (inside && !alsoWaits) {
      return 1;
    }
    if (DatabaseFindings.ownCpuIsFull(facts)) {
      return DOUBLED;
    }
    return alsoWaits ? 1 / (1 - Math.min(1, database.cpuShare()) / 2) : 1;
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
            && SlotFindings.slotsWereFreeWhenSendingWasSlow(facts).isTrue()
            && !facts.lineHasRoom();
    most = lineIsFull ? now : most;
    if (facts.databaseCoresOnHost() > 0) {
      double ofHost = facts.peak().job().cpuCores() / facts.peak().host().cores();
      // In collections a thread does nothing.
      double ofThread = facts.busiestThread() / (1 - Math.min(0.99, facts.peak().job().gcShare()));
      return Math.min(most, now / Math.max(ofHost, ofThread));
    }
    if (facts.jobCeiling() == null) {
      return most;
    }
    // A job whose threads have time to spare is not at a ceiling, whatever was measured of it.
    double byThreads = now / Math.max(Thresholds.WORKING_THREAD, facts.busiestThread());
    return Math.min(most, Math.max(facts.jobCeiling().value(), byThreads));
  }

  /** With so many times the slots, and nothing else changed: until all of the CPU is used. */
  double withSlots(double factor) {
    double room = cpuRoom > 1 ? cpuRoom / Thresholds.FULL : 1;
    return atLeastNow(Math.min(now * room, Math.min(factor * bySlots, byOthers)));
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

  /** What would stop the traffic then, in words that fit after "stopped by". */
  public String boundWithCores(double factor) {
    double cpu = factor * byCpu();
    double slots = slotsWith(factor);
    if (byOthers < Math.min(cpu, slots)) {
      return "the job, the line or the link to storage";
    }
    return slots < cpu ? "the database's insert slots" : "the database's CPU";
  }

  private double byCpu() {
    return now * Math.max(cpuRoom, aloneFactor);
  }

  private double slotsWith(double factor) {
    double more = slotsFollowCores ? factor : Math.min(factor, slotsOnMoreCores);
    return more * bySlots;
  }

  private double atLeastNow(double predicted) {
    return Math.max(now, predicted);
  }

  /** The same of another measurement of the same load. */
  private Capacity at(double samplesPerSecond) {
    double scale = now <= 0 ? 1 : samplesPerSecond / now;
    return new Capacity(
        samplesPerSecond,
        cpuRoom,
        aloneFactor,
        bySlots * scale,
        slotsFollowCores,
        slotsOnMoreCores,
        byOthers * scale);
  }
}
