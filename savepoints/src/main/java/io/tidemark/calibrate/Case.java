package io.tidemark.calibrate;

import io.tidemark.ceiling.Cause;
import java.time.Duration;
import java.util.List;

/**
 * A simulated database, and what the instrument must say of it.
 *
 * @param slots to be estimated, 0 where they are not what limits
 */
record Case(String name, Behaviour behaviour, Cause expected, int slots) {
  private static final Duration HELD = Duration.ofMillis(20);

  static List<Case> all() {
    return List.of(
        ofSlots(1),
        ofSlots(2),
        ofSlots(4),
        ofSlots(8),
        ofSlots(16),
        new Case(
            "CPU, one core",
            Behaviour.ofSlots(64, Duration.ofMillis(1)).withCpu(HELD, 1),
            Cause.TSDB_CPU,
            0),
        new Case(
            "CPU, though all slots are taken",
            Behaviour.ofSlots(4, Duration.ZERO).withCpu(HELD, 2),
            Cause.TSDB_CPU,
            0),
        new Case(
            "a thin line",
            Behaviour.ofSlots(64, Duration.ofMillis(1)).withNetwork(500_000, Duration.ZERO),
            Cause.NETWORK,
            0),
        new Case(
            "storage behind it, one block at a time",
            Behaviour.ofSlots(8, Duration.ofMillis(1)).withStorageTime(HELD),
            Cause.TSDB_STORAGE,
            0),
        new Case("read-only", Behaviour.ofSlots(8, HELD).withReadOnly(true), Cause.TSDB_STORAGE, 0),
        new Case(
            "429 for one in ten",
            Behaviour.ofSlots(64, HELD).withRejects(0.1, 429),
            Cause.TSDB_REJECTING,
            0),
        new Case(
            "no metrics",
            Behaviour.ofSlots(4, HELD).withMetricsStatus(403),
            Cause.INCONCLUSIVE,
            0));
  }

  private static Case ofSlots(int slots) {
    return new Case(
        slots == 1 ? "1 slot" : slots + " slots",
        Behaviour.ofSlots(slots, HELD),
        Cause.TSDB_SLOTS,
        slots);
  }
}
