package io.tidemark.benchmarks.scale.simulated;

import java.util.Arrays;

/**
 * Virtual time: runs events in the order of their times, and those of the same time in the order in
 * which they were asked for, so that a run repeats exactly. It is a binary heap over arrays, since
 * a second of a large job has millions of events.
 */
final class EventQueue {
  private long[] times = new long[1024];
  private long[] orders = new long[1024];
  private Runnable[] actions = new Runnable[1024];
  private int size;
  private long asked;
  private long nowNanos;

  EventQueue(long nowNanos) {
    this.nowNanos = nowNanos;
  }

  long nowNanos() {
    return nowNanos;
  }

  /**
   * @throws IllegalArgumentException for a time that has passed
   */
  void at(long nanos, Runnable action) {
    if (nanos < nowNanos) {
      throw new IllegalArgumentException(
          "an event in the past [nanos=%d, now=%d]".formatted(nanos, nowNanos));
    }
    if (size == times.length) {
      times = Arrays.copyOf(times, 2 * size);
      orders = Arrays.copyOf(orders, 2 * size);
      actions = Arrays.copyOf(actions, 2 * size);
    }
    long order = asked++;
    int hole = size++;
    for (int parent = (hole - 1) >> 1;
        hole > 0 && isBefore(nanos, order, parent);
        parent = (hole - 1) >> 1) {
      move(parent, hole);
      hole = parent;
    }
    put(hole, nanos, order, action);
  }

  void after(long nanos, Runnable action) {
    at(nowNanos + nanos, action);
  }

  /** Runs all events up to a time, which is the present afterwards. */
  void runUntil(long nanos) {
    while (size > 0 && times[0] <= nanos) {
      next();
    }
    nowNanos = nanos;
  }

  private void next() {
    nowNanos = times[0];
    Runnable action = actions[0];
    size--;
    long lastTime = times[size];
    long lastOrder = orders[size];
    Runnable last = actions[size];
    actions[size] = null;
    int hole = 0;
    for (int child = 1; child < size; child = 2 * hole + 1) {
      if (child + 1 < size && isBefore(times[child + 1], orders[child + 1], child)) {
        child++;
      }
      if (isBefore(lastTime, lastOrder, child)) {
        break;
      }
      move(child, hole);
      hole = child;
    }
    if (size > 0) {
      put(hole, lastTime, lastOrder, last);
    }
    action.run();
  }

  private boolean isBefore(long time, long order, int other) {
    return time < times[other] || time == times[other] && order < orders[other];
  }

  private void move(int from, int to) {
    put(to, times[from], orders[from], actions[from]);
  }

  private void put(int at, long time, long order, Runnable action) {
    times[at] = time;
    orders[at] = order;
    actions[at] = action;
  }
}
