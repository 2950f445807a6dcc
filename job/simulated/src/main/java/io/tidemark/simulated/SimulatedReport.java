package io.tidemark.simulated;

import io.tidemark.sink.TsdbNode;
import io.tidemark.sink.TsdbNode.Role;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a simulated database reports: what is simulated, not what the simulation itself uses. A
 * storage behind it has a link; else it is a single node. Pure.
 */
final class SimulatedReport {
  private static final OptionalDouble ABSENT = OptionalDouble.empty();

  private SimulatedReport() {}

  /**
   * @param slowRows of them, whose series was in no cache
   * @param newSeries that came with them
   * @param series of them
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
    OptionalDouble readOnly = of(behaviour.refusals().readOnly() ? 1 : 0);
    return new TsdbNode(
        name,
        hasLink ? Role.INSERT : Role.SINGLE,
        readAtNanos,
        Optional.of("simulated"),
        of(startSeconds),
        new TsdbNode.Cpu(of(counters.cpuSeconds()), of(behaviour.cpu().cores())),
        new TsdbNode.Pressure(
            of(counters.cpuWaitingSeconds()),
            ABSENT,
            ABSENT,
            of(counters.memoryStalledSeconds()),
            of(counters.memoryStalledSeconds())),
        of(behaviour.memory().resident(stored.series)),
        new TsdbNode.Slots(
            of(counters.slotsInUse()),
            of(behaviour.slots().count()),
            of(counters.limitReached()),
            of(counters.limitTimeouts()),
            // Set, as more cores bring no more of them here.
            Optional.of(false)),
        new TsdbNode.Rows(of(stored.rows), Map.of(), of(stored.slowRows), of(stored.newSeries)),
        new TsdbNode.Storage(hasLink ? ABSENT : readOnly, ABSENT, ABSENT, ABSENT),
        TsdbNode.Sessions.NONE,
        hasLink
            ? Map.of(
                "storage:8400", new TsdbNode.Link(of(counters.storageSeconds()), readOnly, ABSENT))
            : Map.of(),
        Map.of());
  }

  private static OptionalDouble of(double value) {
    return OptionalDouble.of(value);
  }
}
