package io.tidemark.benchmarks.scale.simulated;

import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Cores that threads share evenly, none of which uses more than one (processor sharing). With n
 * threads computing on c cores, each advances at {@code speed × min(1, c ÷ n)}. All advance alike,
 * so one number, the work that each has gained, says when each is done.
 */
final class Cores {
  private record Computing(double doneAtWork, Runnable done) {}

  private static final long NEVER = Long.MAX_VALUE;

  private final EventQueue events;
  private final double cores;
  private final double speed;
  private final Runnable look = this::look;
  private final PriorityQueue<Computing> computing =
      new PriorityQueue<>(Comparator.comparingDouble(Computing::doneAtWork));
  private double workNanos;
  private double usedNanos;
  private long passedNanos;
  private long looksAt = NEVER;

  /**
   * @param speed of each, over that of the cores on which costs were measured
   */
  Cores(EventQueue events, double cores, double speed) {
    if (!(cores > 0) || !(speed > 0)) {
      throw new IllegalArgumentException(
          "nothing would be computed [cores=%s, speed=%s]".formatted(cores, speed));
    }
    this.events = events;
    this.cores = cores;
    this.speed = speed;
    passedNanos = events.nowNanos();
  }

  /** Takes one thread's work; {@code done} runs when it is complete. */
  void compute(double cpuNanos, Runnable done) {
    pass();
    computing.add(new Computing(workNanos + cpuNanos, done));
    lookWhenNextIsDone();
  }

  /** Returns the core time in which something was computed. */
  double usedNanos() {
    pass();
    return usedNanos;
  }

  private double pace() {
    return speed * Math.min(1, cores / computing.size());
  }

  private void pass() {
    long now = events.nowNanos();
    if (!computing.isEmpty()) {
      double nanos = now - passedNanos;
      workNanos += nanos * pace();
      usedNanos += nanos * Math.min(cores, computing.size());
    }
    passedNanos = now;
  }

  private void lookWhenNextIsDone() {
    if (computing.isEmpty()) {
      return;
    }
    double left = Math.max(0, computing.peek().doneAtWork - workNanos) / pace();
    long next = events.nowNanos() + (long) Math.ceil(left);
    // An event that was asked for earlier looks again then.
    if (next < looksAt) {
      looksAt = next;
      events.at(next, look);
    }
  }

  private void look() {
    if (events.nowNanos() >= looksAt) {
      looksAt = NEVER;
    }
    pass();
    while (!computing.isEmpty() && computing.peek().doneAtWork - workNanos < 0.5) {
      computing.remove().done.run();
      pass();
    }
    lookWhenNextIsDone();
  }
}
