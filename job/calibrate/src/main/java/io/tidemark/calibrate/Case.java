package io.tidemark.calibrate;

import io.tidemark.ceiling.Cause;
import io.tidemark.simulated.Behaviour;
import java.time.Duration;
import java.util.List;

/**
 * A simulated database, and what the instrument must say of it.
 *
 * @param slots to be estimated, 0 where they are not what limits
 * @param mostInFlight with which its ceiling is reached, and a doubling beyond
 * @param batchSamples of one request
 */
record Case(
    String name,
    Behaviour behaviour,
    Cause expected,
    int slots,
    int mostInFlight,
    int batchSamples) {
  private static final Duration HELD = Duration.ofMillis(20);

  /** Beside this a request's way is short: of many slots 3 % are half a slot. */
  private static final Duration HELD_LONG = Duration.ofMillis(40);

  private static final int FEW_SLOTS = 4;

  /** So that the job is far from its own ceiling. */
  private static final int BATCH = 500;

  /** A body that is more than the buffers on its way. */
  private static final int LARGE_BATCH = 5_000;

  private static final Duration MOMENT = Duration.ofMillis(1);
  private static final int MIN_IN_FLIGHT = 4;

  static List<Case> all() {
    return List.of(
        ofSlots(1),
        ofSlots(2),
        ofSlots(4),
        ofSlots(8),
        ofSlots(16),
        of("CPU, one core", Behaviour.ofSlots(64, MOMENT).withCpu(HELD, 1), Cause.TSDB_CPU, 4),
        of(
            "CPU, though all slots are taken",
            Behaviour.ofSlots(4, Duration.ZERO).withCpu(HELD, 2),
            Cause.TSDB_CPU,
            8),
        new Case(
            "a thin line",
            Behaviour.ofSlots(64, MOMENT).withNetwork(5_000_000, Duration.ZERO),
            Cause.NETWORK,
            0,
            4,
            LARGE_BATCH),
        of(
            "storage behind it, one block at a time",
            Behaviour.ofSlots(8, MOMENT).withStorageTime(HELD),
            Cause.TSDB_STORAGE,
            8),
        of("read-only", Behaviour.ofSlots(8, HELD).withReadOnly(true), Cause.TSDB_STORAGE, 4),
        of(
            "429 for one in ten",
            Behaviour.ofSlots(4, HELD).withRejects(0.1, 429),
            Cause.TSDB_REJECTING,
            8),
        of("no metrics", Behaviour.ofSlots(2, HELD).withMetricsStatus(403), Cause.INCONCLUSIVE, 4));
  }

  private static Case of(String name, Behaviour behaviour, Cause expected, int mostInFlight) {
    return new Case(name, behaviour, expected, 0, mostInFlight, BATCH);
  }

  private static Case ofSlots(int slots) {
    return new Case(
        slots == 1 ? "1 slot" : slots + " slots",
        Behaviour.ofSlots(slots, slots <= FEW_SLOTS ? HELD : HELD_LONG),
        Cause.TSDB_SLOTS,
        slots,
        Math.max(MIN_IN_FLIGHT, 2 * slots),
        BATCH);
  }

  /** Loads that a sweep tries: 1, 2, 4 and so on. */
  int steps() {
    return 1 + Integer.numberOfTrailingZeros(Integer.highestOneBit(mostInFlight));
  }
}
