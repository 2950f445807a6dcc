package io.tidemark.benchmarks.scale.simulated;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * So many of a thing, network buffers or permits; who waits longest is told first of a free one.
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

  /** Takes so many, if they are free; of more than there are, if all are. */
  boolean take(int count) {
    if (taken + count > size && taken > 0) {
      return false;
    }
    takeAnyway(count);
    return true;
  }

  /** More than there are, if need be. */
  void takeAnyway(int count) {
    pass();
    taken += count;
  }

  void give(int count) {
    pass();
    taken -= count;
    // Who was told may need it no more, or may ask again.
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

  /** Times nanoseconds: divided by size and time it is the share that was taken. */
  double takenNanos() {
    pass();
    return takenNanos;
  }

  private void pass() {
    takenNanos += (double) taken * (events.nowNanos() - passedNanos);
    passedNanos = events.nowNanos();
  }
}
