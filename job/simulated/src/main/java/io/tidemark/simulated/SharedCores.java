package io.tidemark.simulated;

import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Cores that all computing requests share evenly, none of them using more than one: what a
 * scheduler with short time slices does. Pure; times must not go back.
 *
 * <p>Every request gains work at the same pace, so one number, the work each has gained so far,
 * stands for all: a request that comes in when it is {@code w} is done when it is {@code w +
 * cpuNanos}.
 */
final class SharedCores {
  private record Computing(SimulatedRequest visit, double doneAtWork) {}

  private final PriorityQueue<Computing> computing =
      new PriorityQueue<>(Comparator.comparingDouble(Computing::doneAtWork));
  private double cores;
  private double workNanos;
  private double usedNanos;
  private double waitingNanos;
  private long nowNanos;

  SharedCores(double cores, long nowNanos) {
    this.cores = cores;
    this.nowNanos = nowNanos;
  }

  void cores(double cores, long atNanos) {
    advance(atNanos);
    this.cores = cores;
  }

  void add(SimulatedRequest visit, double cpuNanos, long atNanos) {
    advance(atNanos);
    computing.add(new Computing(visit, workNanos + cpuNanos));
  }

  /** When the next request is done, if none comes in before; {@code Long.MAX_VALUE} for never. */
  long nextDoneNanos() {
    Computing next = computing.peek();
    if (next == null) {
      return Long.MAX_VALUE;
    }
    return nowNanos + Math.max(0, (long) Math.ceil((next.doneAtWork - workNanos) / pace()));
  }

  /** Takes out the one that is done at {@link #nextDoneNanos}. */
  SimulatedRequest removeDone(long atNanos) {
    advance(atNanos);
    return computing.remove().visit;
  }

  /** CPU time used by all requests. */
  double usedSeconds(long atNanos) {
    advance(atNanos);
    return usedNanos / 1e9;
  }

  /** Time in which some request had less than a core. */
  double waitingSeconds(long atNanos) {
    advance(atNanos);
    return waitingNanos / 1e9;
  }

  private void advance(long atNanos) {
    long passed = atNanos - nowNanos;
    if (passed <= 0) {
      return;
    }
    workNanos += passed * pace();
    usedNanos += passed * Math.min(cores, computing.size());
    if (computing.size() > cores) {
      waitingNanos += passed;
    }
    nowNanos = atNanos;
  }

  private double pace() {
    return Math.min(1, cores / Math.max(1, computing.size()));
  }
}
