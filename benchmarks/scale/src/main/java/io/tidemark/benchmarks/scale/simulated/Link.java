package io.tidemark.benchmarks.scale.simulated;

/** Sends one message after the other at a bandwidth; each arrives after a latency. */
final class Link {
  private final EventQueue events;
  private final double bytesPerSecond;
  private final long latencyNanos;
  private long freeAtNanos;
  private double busyNanos;

  /**
   * @param latencyNanos one way
   */
  Link(EventQueue events, double bytesPerSecond, long latencyNanos) {
    this.events = events;
    this.bytesPerSecond = bytesPerSecond;
    this.latencyNanos = latencyNanos;
    freeAtNanos = events.nowNanos();
  }

  void send(double bytes, Runnable arrived) {
    double nanos = bytes / bytesPerSecond * 1e9;
    busyNanos += nanos;
    freeAtNanos = Math.max(events.nowNanos(), freeAtNanos) + Math.round(nanos);
    events.at(freeAtNanos + latencyNanos, arrived);
  }

  /** Returns the time that all it was given takes to send, sent or not. */
  double busyNanos() {
    return busyNanos;
  }
}
