package io.tidemark.calibrate;

import io.tidemark.ceiling.Cause;
import io.tidemark.simulated.Behaviour;
import java.time.Duration;
import java.util.List;

/**
 * A simulated database, with the verdict that a search must give.
 *
 * @param slots number of slots to be estimated; 0 if they are not the limit
 * @param mostInFlight requests in flight at the largest load: twice as many as reach the ceiling
 * @param batchSamples samples in one request
 */
record Case(
    String name,
    Behaviour behaviour,
    Cause expected,
    int slots,
    int mostInFlight,
    int batchSamples) {
  private static final Duration HELD = Duration.ofMillis(20);

  /**
   * Time in a slot that is long in comparison with the delay of a request, because with many slots
   * an error of 3 % is half a slot.
   */
  private static final Duration HELD_LONG = Duration.ofMillis(40);

  private static final int FEW_SLOTS = 4;

  /** Samples in a request that keep the load far below the job's own ceiling. */
  private static final int BATCH = 500;

  /** Samples in a request whose body is larger than the buffers between job and database. */
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

  /** Returns the number of loads in a sweep: 1, 2, 4 and so on. */
  int steps() {
    return 1 + Integer.numberOfTrailingZeros(Integer.highestOneBit(mostInFlight));
  }
}
