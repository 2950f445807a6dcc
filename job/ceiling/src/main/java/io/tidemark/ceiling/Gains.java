package io.tidemark.ceiling;

import static io.tidemark.ceiling.Capacity.DOUBLED;

import io.tidemark.measure.Window;

/**
 * How many times the throughput each cause's remedy promises: what is named is doubled, until the
 * next thing is full. 1 is nothing.
 */
final class Gains {
  private Gains() {}

  /** Nothing that is measured stands behind it. */
  static double doubled(Facts facts) {
    return DOUBLED;
  }

  /** Until the database's CPU is full. */
  static double untilCpuIsFull(Facts facts) {
    return facts.peak().database() == null
        ? DOUBLED
        : Math.min(DOUBLED, Capacity.of(facts).cpuRoom());
  }

  /** Of a line that has room, twice of it only halves how long uploads hold the insert slots. */
  static double network(Facts facts) {
    Double held = SlotFindings.heldByUploads(facts.peak());
    boolean slots = SlotFindings.slotsAreTaken(facts).isTrue();
    double most = slots && held != null && facts.lineHasRoom() ? 1 / (1 - held / 2) : DOUBLED;
    return Math.min(most, untilCpuIsFull(facts));
  }

  /** Until slots, CPU or what lies between are full. */
  static double moreInFlight(Facts facts) {
    Capacity capacity = Capacity.of(facts);
    return Math.min(DOUBLED, capacity.withInFlight() / capacity.now());
  }

  /**
   * Where none were with the least in flight, it may be that more is sent than what is full takes.
   */
  static double rejecting(Facts facts) {
    if (facts.rateAsked() && JobFindings.sourceGivesNoMore(facts).isTrue()) {
      return 1;
    }
    Capacity capacity = Capacity.of(facts);
    if (capacity.now() <= 0 || facts.otherLoads().beyond() == null && facts.alwaysTurnsAway()) {
      return DatabaseFindings.ownCpuIsFull(facts) ? 1 : DOUBLED;
    }
    boolean slotsAreTaken = SlotFindings.slotsAreTaken(facts).isTrue();
    return slotsAreTaken
        ? 1
        : Math.min(untilCpuIsFull(facts), capacity.byOthers() / capacity.now());
  }

  static double storage(Facts facts) {
    return Boolean.TRUE.equals(facts.peak().database().readOnly())
        ? DOUBLED
        : untilCpuIsFull(facts);
  }

  /** Half of it. */
  static double garbage(Facts facts) {
    double collects = Math.min(0.99, facts.peak().job().gcShare());
    return Math.min(DOUBLED, (1 - collects / 2) / (1 - collects));
  }

  static double skew(Facts facts) {
    return facts
        .measured()
        .filter(task -> task.parallelism() > 1 && task.cpuSkew() != null)
        .mapToDouble(task -> Math.min(DOUBLED, task.cpuSkew()))
        .max()
        .orElse(1);
  }

  /**
   * More cores gain nothing for a hot key. They collect garbage, too: it takes the same share of
   * them. They gain until the database's own are full, which on a shared host are as many as
   * before; where others write, too, what they get gives way.
   */
  static double jobCpu(Facts facts) {
    if (JobFindings.oneSubtaskIsFull(facts).isTrue()) {
      return 1;
    }
    var database = facts.peak().database();
    return database == null || database.cpuShare() == null || facts.othersWrite()
        ? DOUBLED
        : Math.min(DOUBLED, 1 / Math.max(database.cpuShare(), 1e-3));
  }

  static double databaseCpu(Facts facts) {
    Capacity capacity = Capacity.of(facts);
    return Math.min(heldOutside(facts), capacity.withCores(DOUBLED) / capacity.now());
  }

  /**
   * What as many as are let in would get through if they did not hold each other up, as long as
   * something before the database lets in no more.
   */
  private static double heldOutside(Facts facts) {
    Window least = facts.otherLoads().least();
    boolean outside =
        SlotFindings.requestsWaitOutside(facts).isTrue()
            && SlotFindings.slotsAreFree(facts).isTrue()
            && !facts.sharesFullHost();
    // A request that is mostly on its way says nothing of how long it is inside.
    boolean tells =
        outside
            && least != null
            && least.database() != null
            && least.database().slotsInUse() != null
            && least.database().slotsInUse() >= Thresholds.NEARLY_ALL * least.inFlight().mean();
    return tells ? Math.min(DOUBLED, SlotFindings.workedOn(facts) / facts.timesOfOne()) : DOUBLED;
  }

  /** What the cores that it has give over half of them: the job may hold it back to less. */
  static double overHalfTheCores(Facts facts) {
    Double share = facts.peak().database() == null ? null : facts.peak().database().cpuShare();
    boolean usesAll = share == null || DatabaseFindings.waitsForCpu(facts);
    return usesAll ? DOUBLED : Math.min(DOUBLED, DOUBLED * share);
  }

  /**
   * No more of them are taken than there are requests in flight, if more of those were not tried,
   * nor than the line brings.
   */
  static double slots(Facts facts) {
    Capacity capacity = Capacity.of(facts);
    boolean moreWasTried = Boolean.FALSE.equals(facts.otherLoads().gainedByMore());
    double inFlight =
        moreWasTried ? DOUBLED : facts.peak().inFlight().mean() / facts.peak().database().slots();
    Double line = facts.lineShare();
    double most = line == null ? inFlight : Math.min(inFlight, 1 / Math.max(line, 1e-3));
    return StorageFindings.storageIsSlow(facts).isTrue() || SlotFindings.nobodyWaitsForSlots(facts)
        ? 1
        : Math.min(Math.min(DOUBLED, most), capacity.withSlots(DOUBLED) / capacity.now());
  }

  /** Each has all of a host. */
  static double apart(Facts facts) {
    if (facts.databaseCoresOnHost() <= 0) {
      return Math.min(DOUBLED, facts.peak().host().cores() / facts.peak().job().cpuCores());
    }
    Capacity capacity = Capacity.of(facts);
    return Math.min(DOUBLED, capacity.alone() / capacity.now());
  }
}
