package io.tidemark.benchmarks.scale.simulated;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Begins a checkpoint when its time has come and none is under way, as Flink does by default, and
 * keeps the last complete one.
 */
final class Checkpoints {
  private final EventQueue events;
  private final long intervalNanos;
  private final int tasks;
  private final Consumer<Snapshot> trigger;
  private final List<Long> durationsNanos = new ArrayList<>();
  private Snapshot latest;
  private Snapshot pending;
  private long beganNanos;
  private int left;
  private double bytes;
  private double latestBytes;

  /**
   * @param tasks that each acknowledge each checkpoint once
   * @param first what there is before the first
   * @param trigger told to begin one, with what is to be filled in
   */
  Checkpoints(
      EventQueue events,
      long intervalNanos,
      int tasks,
      Snapshot first,
      Consumer<Snapshot> trigger) {
    this.events = events;
    this.intervalNanos = intervalNanos;
    this.tasks = tasks;
    this.trigger = trigger;
    latest = first;
  }

  void start() {
    if (intervalNanos > 0) {
      events.after(intervalNanos, this::begin);
    }
  }

  private void begin() {
    beganNanos = events.nowNanos();
    left = tasks;
    bytes = 0;
    pending = Snapshot.empty(latest.offsets().length, latest.acked().length);
    trigger.accept(pending);
  }

  /** Notes that one task's state is stored. */
  void acknowledge(double stateBytes) {
    bytes += stateBytes;
    if (--left == 0) {
      latest = pending;
      latestBytes = bytes;
      durationsNanos.add(events.nowNanos() - beganNanos);
      events.at(Math.max(events.nowNanos(), beganNanos + intervalNanos), this::begin);
    }
  }

  Snapshot pending() {
    return pending;
  }

  /** Returns the last that all tasks have acknowledged, or what the attempt began with. */
  Snapshot latest() {
    return latest;
  }

  double latestBytes() {
    return latestBytes;
  }

  List<Long> durationsNanos() {
    return durationsNanos;
  }
}
