package io.tidemark.ceiling;

import static io.tidemark.ceiling.Capacity.DOUBLED;

import java.util.function.ToDoubleFunction;

/**
 * How many times the throughput each cause's remedy promises: twice of what is named, until the
 * next thing is full. 1 is nothing.
 */
final class Gains {
  private Gains() {}

  /** Nothing that is measured stands behind it. */
  static double doubled(Facts facts) {
    return DOUBLED;
  }

  private static double of(Facts facts, ToDoubleFunction<Capacity> then) {
    Capacity capacity = Capacity.of(facts);
    return capacity.gain(then.applyAsDouble(capacity));
  }

  /** A link shows how much of it is used; of disks it is only known that they are waited for. */
  static double storage(Facts facts) {
    var database = facts.peak().database();
    if (Boolean.TRUE.equals(database.readOnly())) {
      return DOUBLED;
    }
    if (StorageFindings.linkIsBusy(facts)) {
      return of(facts, capacity -> capacity.withStorage(DOUBLED));
    }
    return database.cpuShare() == null
        ? DOUBLED
        : Math.min(DOUBLED, 1 / Math.max(database.cpuShare(), 1e-3));
  }

  /**
   * Where some are turned away with the least in flight, it may be that more is sent than what is
   * full takes.
   */
  static double rejecting(Facts facts) {
    if (facts.rateAsked() && JobFindings.sourceGivesNoMore(facts).isTrue()) {
      return 1;
    }
    boolean always = facts.otherLoads().beyond() == null && facts.alwaysTurnsAway();
    if (facts.now() <= 0 || always) {
      return DatabaseFindings.ownCpuIsFull(facts) ? 1 : DOUBLED;
    }
    if (SlotFindings.slotsAreTaken(facts).isTrue()) {
      return 1;
    }
    return gateway(facts);
  }

  static double gateway(Facts facts) {
    return of(facts, capacity -> capacity.withGateway(DOUBLED));
  }

  /** Half of it. */
  static double garbage(Facts facts) {
    double share = Math.min(0.99, facts.peak().job().gcShare());
    return of(facts, capacity -> capacity.withHalfTheGarbage(share));
  }

  /** As if each subtask had as much to do as the mean. */
  static double skew(Facts facts) {
    double skew =
        facts
            .measured()
            .filter(task -> task.parallelism() > 1 && task.cpuSkew() != null)
            .mapToDouble(task -> Math.min(DOUBLED, task.cpuSkew()))
            .max()
            .orElse(1);
    return of(facts, capacity -> capacity.withThreads(skew));
  }

  /** More cores gain nothing for a hot key; where others write, what they get gives way. */
  static double jobCpu(Facts facts) {
    if (JobFindings.oneSubtaskIsFull(facts).isTrue()) {
      return 1;
    }
    boolean takesFromOthers = facts.othersWrite() && JobFindings.waitsForNothing(facts);
    return takesFromOthers ? DOUBLED : of(facts, Capacity::withJob);
  }

  static double network(Facts facts) {
    return of(facts, capacity -> capacity.withLine(DOUBLED));
  }

  static double databaseCpu(Facts facts) {
    return of(facts, capacity -> capacity.withCores(DOUBLED));
  }

  /** What the cores that it has give over half of them: the job may hold it back to less. */
  static double overHalfTheCores(Facts facts) {
    return Capacity.of(facts).overHalfTheCores();
  }

  static double slots(Facts facts) {
    return SlotFindings.nobodyWaitsForSlots(facts)
        ? 1
        : of(facts, capacity -> capacity.withSlots(DOUBLED));
  }

  static double moreInFlight(Facts facts) {
    return of(facts, capacity -> capacity.withInFlight(DOUBLED));
  }

  /** Each has all of a host. */
  static double apart(Facts facts) {
    return of(facts, Capacity::onHostsOfTheirOwn);
  }
}
