package io.tidemark.simulated;

/** One write on its way through a simulated database. */
public final class SimulatedRequest {
  public enum Phase {
    /** Not there yet. */
    TRAVELLING,
    /** Waits for a slot. */
    QUEUED,
    /** Has a slot, as in all that follow; its body comes in. */
    RECEIVING,
    COMPUTING,
    /** To the storage. */
    FORWARDING,
    WAITING,
    ANSWERED
  }

  /** The connection it came on. */
  final Object origin;

  Phase phase = Phase.TRAVELLING;
  long queuedUntilNanos;

  SimulatedRequest(Object origin) {
    this.origin = origin;
  }
}
