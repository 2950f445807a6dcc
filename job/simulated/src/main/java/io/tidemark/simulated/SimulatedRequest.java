package io.tidemark.simulated;

/** One write on its way through a simulated database. */
public final class SimulatedRequest {
  public enum Phase {
    /** The request is not there yet. */
    TRAVELLING,
    /** The request waits for a slot. */
    QUEUED,
    /** The request has a slot, as in all phases that follow, and its body comes in. */
    RECEIVING,
    COMPUTING,
    /** The rows go to the storage. */
    FORWARDING,
    WAITING,
    ANSWERED
  }

  /** What the request came from: its connection, or its sender's call. */
  final Object origin;

  Phase phase = Phase.TRAVELLING;
  long queuedUntilNanos;

  /** Its work over that of an ordinary request. */
  final double work;

  SimulatedRequest(Object origin) {
    this(origin, 1);
  }

  SimulatedRequest(Object origin, double work) {
    this.origin = origin;
    this.work = work;
  }
}
