package io.tidemark.simulated;

import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.TsdbNode.Role;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Makes a simulated database's report: of what is simulated, not of what the simulation itself
 * uses. A database with a storage behind it has a link to it; any other is a single node. Pure.
 */
final class SimulatedReport {
  private static final OptionalDouble ABSENT = OptionalDouble.empty();

  private SimulatedReport() {}

  /**
   * @param rows the rows that were stored
   * @param slowRows those of them whose series was in no cache
   * @param newSeries the new series that came with them
   * @param series the number of their series
   */
  record Stored(double rows, double slowRows, double newSeries, double series) {}

  static TsdbNode node(
      String name,
      long readAtNanos,
      Behaviour behaviour,
      Simulation.Counters counters,
      Stored stored,
      double startSeconds) {
    boolean hasLink = !behaviour.storageTime().isZero();
    double limit = behaviour.memory().limitBytes();
    OptionalDouble readOnly = of(behaviour.refusals().readOnly() ? 1 : 0);
    return TsdbNode.named(name, hasLink ? Role.INSERT : Role.SINGLE)
        .readAtNanos(readAtNanos)
        .version(Optional.of("simulated"))
        .startSeconds(of(startSeconds))
        .cpu(new TsdbNode.Cpu(of(counters.cpuSeconds()), of(behaviour.cpu().cores())))
        .pressure(
            new TsdbNode.Pressure(
                of(counters.cpuWaitingSeconds()),
                ABSENT,
                ABSENT,
                of(counters.memoryStalledSeconds()),
                of(counters.memoryStalledSeconds()),
                limit < Double.POSITIVE_INFINITY ? of(limit) : ABSENT,
                ABSENT,
                TsdbNode.IndexCache.NONE))
        .residentBytes(of(behaviour.memory().resident(stored.series)))
        .slots(
            new TsdbNode.Slots(
                of(counters.slotsInUse()),
                of(behaviour.slots().count()),
                of(counters.limitReached()),
                of(counters.limitTimeouts()),
                // The slots count as set, because more cores bring no more of them here.
                Optional.of(false)))
        .rows(
            new TsdbNode.Rows(of(stored.rows), Map.of(), of(stored.slowRows), of(stored.newSeries)))
        .storage(new TsdbNode.Storage(hasLink ? ABSENT : readOnly, ABSENT, ABSENT, ABSENT))
        .links(
            hasLink
                ? Map.of(
                    "storage:8400",
                    new TsdbNode.Link(of(counters.storageSeconds()), readOnly, ABSENT))
                : Map.of())
        .build();
  }

  private static OptionalDouble of(double value) {
    return OptionalDouble.of(value);
  }
}
