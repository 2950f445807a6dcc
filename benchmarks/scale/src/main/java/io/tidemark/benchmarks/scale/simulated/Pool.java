package io.tidemark.benchmarks.scale.simulated;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * A number of like things, such as network buffers or permits. When one comes back, those who wait
 * are told in the order in which they came.
 */
final class Pool {
  private final EventQueue events;
  private final int size;
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private int taken;
  private double takenNanos;
  private long passedNanos;

  Pool(EventQueue events, int size) {
    this.events = events;
    this.size = size;
    passedNanos = events.nowNanos();
  }

  /** Whether so many are free. What needs more than there are may have them when all are free. */
  boolean has(int count) {
    return taken + count <= size || taken == 0;
  }

  boolean take(int count) {
    if (!has(count)) {
      return false;
    }
    takeAnyway(count);
    return true;
  }

  /** Takes so many, even if fewer are free. */
  void takeAnyway(int count) {
    pass();
    taken += count;
  }

  void give(int count) {
    pass();
    taken -= count;
    // One who was told may no longer need it, or may ask again.
    for (int left = waiting.size(); left > 0 && taken < size; left--) {
      waiting.remove().run();
    }
  }

  /** Runs once, when something is free again; others may have taken it by then. */
  void whenGiven(Runnable action) {
    waiting.add(action);
  }

  int size() {
    return size;
  }

  /** The sum of the times for which each was taken. */
  double takenNanos() {
    pass();
    return takenNanos;
  }

  private void pass() {
    takenNanos += (double) taken * (events.nowNanos() - passedNanos);
    passedNanos = events.nowNanos();
  }
}
