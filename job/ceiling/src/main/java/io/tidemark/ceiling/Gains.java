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

  /**
   * A database that turns requests away at the least load, too, does so by a rule of its own. Else
   * it may only be that more is sent than it can do.
   */
  static double rejecting(Facts facts) {
    var least = facts.otherLoads().least();
    boolean always = least == null || least.requests().throttledShare() > Thresholds.THROTTLED;
    return always ? DOUBLED : untilCpuIsFull(facts);
  }

  static double storage(Facts facts) {
    return Boolean.TRUE.equals(facts.peak().database().readOnly())
        ? DOUBLED
        : untilCpuIsFull(facts);
  }

  static double garbage(Facts facts) {
    return Math.min(DOUBLED, 1 / Math.max(0.01, 1 - facts.peak().job().gcShare()));
  }

  static double skew(Facts facts) {
    return facts
        .measured()
        .filter(task -> task.parallelism() > 1 && task.cpuSkew() != null)
        .mapToDouble(task -> Math.min(DOUBLED, task.cpuSkew()))
        .max()
        .orElse(1);
  }

  /** More cores for the same garbage, or the same hot key, change little. */
  static double jobCpu(Facts facts) {
    boolean other =
        JobFindings.collectsMuch(facts).isTrue() || JobFindings.oneSubtaskIsFull(facts).isTrue();
    return other ? 1 : DOUBLED;
  }

  static double databaseCpu(Facts facts) {
    Capacity capacity = Capacity.of(facts);
    return Math.min(DOUBLED, capacity.withCores(DOUBLED) / capacity.now());
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
