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

  /** Over that of an ordinary one. */
  final double work;

  SimulatedRequest(Object origin) {
    this(origin, 1);
  }

  SimulatedRequest(Object origin, double work) {
    this.origin = origin;
    this.work = work;
  }
}
