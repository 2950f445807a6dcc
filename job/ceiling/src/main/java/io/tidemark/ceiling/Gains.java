package io.tidemark.ceiling;

import static io.tidemark.ceiling.Capacity.DOUBLED;

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
      return DOUBLED;
    }
    boolean slotsAreTaken = DatabaseFindings.slotsAreTaken(facts).isTrue();
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
   * More cores change little for the same garbage, and nothing for a hot key, or where the
   * database's own are full.
   */
  static double jobCpu(Facts facts) {
    boolean skewed = JobFindings.oneSubtaskIsFull(facts).isTrue();
    double garbage = facts.peak().job().gcShare();
    var database = facts.peak().database();
    boolean databaseIsFull =
        database != null && database.cpuShare() != null && database.cpuShare() >= Thresholds.FULL;
    // While garbage is collected all wait, however many they are.
    double most = DOUBLED / (1 + garbage);
    boolean apart = facts.databaseCoresOnHost() == 0;
    return skewed || databaseIsFull ? 1 : apart ? Math.min(most, untilCpuIsFull(facts)) : most;
  }

  static double databaseCpu(Facts facts) {
    Capacity capacity = Capacity.of(facts);
    return Math.min(DOUBLED, capacity.withCores(DOUBLED) / capacity.now());
  }

  /** What the cores that it has give over half of them: the job may hold it back to less. */
  static double overHalfTheCores(Facts facts) {
    Double share = facts.peak().database() == null ? null : facts.peak().database().cpuShare();
    boolean usesAll = share == null || DatabaseFindings.waitsForCpu(facts);
    return usesAll ? DOUBLED : Math.min(DOUBLED, DOUBLED * share);
  }

  static double slots(Facts facts) {
    Capacity capacity = Capacity.of(facts);
    return DatabaseFindings.storageIsSlow(facts).isTrue()
        ? 1
        : Math.min(DOUBLED, capacity.withSlots(DOUBLED) / capacity.now());
  }

  /** Whoever has more of the host has all of it. */
  static double apart(Facts facts) {
    double more = Math.max(facts.peak().job().cpuCores(), facts.databaseCoresOnHost());
    return Math.min(DOUBLED, Math.max(1, facts.peak().host().cores() / more));
  }
}
