package io.tidemark.simulated;

import io.tidemark.simulated.time.SharedCores;
import io.tidemark.simulated.time.VirtualTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * One task thread of a simulated job: it takes a batch, computes, hands it on, and waits if it
 * can't. Its time is counted as Flink's busy, backpressured and idle.
 */
abstract class Stage {
  /** So many batches may lie between two tasks. */
  private static final int QUEUED = 2;

  enum State {
    BUSY,
    BACKPRESSURED,
    IDLE
  }

  final SharedCores.Thread thread;
  private final SharedCores.Process process;
  private final VirtualTime time;
  private final Deque<SimulatedBatch> input = new ArrayDeque<>();
  private final List<Stage> upstream = new ArrayList<>();
  private final long[] nanos = new long[State.values().length];
  private State state = State.IDLE;
  private long sinceNanos;
  private boolean working;
  private SimulatedBatch held;

  Stage(SharedCores.Process process, VirtualTime time) {
    this.process = process;
    this.thread = process.thread();
    this.time = time;
    this.sinceNanos = time.nanos();
  }

  /** Returns the CPU time that a batch takes. */
  abstract double nanosFor(SimulatedBatch batch);

  /**
   * Tells whether the batch has gone on; else {@link #wake} is called once that may have changed.
   */
  abstract boolean handOn(SimulatedBatch batch);

  /** Returns the state of a stage that can't hand on. */
  State blocked() {
    return State.BACKPRESSURED;
  }

  /** Returns the next batch to work on; null if there is none. */
  SimulatedBatch take() {
    SimulatedBatch next = input.poll();
    if (next != null) {
      upstream.forEach(Stage::wake);
    }
    return next;
  }

  boolean offer(SimulatedBatch batch) {
    if (input.size() >= QUEUED) {
      return false;
    }
    input.add(batch);
    wake();
    return true;
  }

  void isFedBy(Stage stage) {
    upstream.add(stage);
  }

  void wake() {
    if (working) {
      return;
    }
    if (held != null) {
      SimulatedBatch batch = held;
      held = null;
      if (!handOn(batch)) {
        held = batch;
        become(blocked());
        return;
      }
      if (working) {
        return;
      }
    }
    working = true; // Whoever take() wakes must not come back here.
    SimulatedBatch next = take();
    if (next == null) {
      working = false;
      become(State.IDLE);
      return;
    }
    become(State.BUSY);
    process.add(
        thread,
        nanosFor(next),
        time.nanos(),
        done -> {
          working = false;
          held = next;
          wake();
        });
  }

  private void become(State next) {
    nanos[state.ordinal()] += time.nanos() - sinceNanos;
    sinceNanos = time.nanos();
    state = next;
  }

  double millis(State of) {
    become(state);
    return nanos[of.ordinal()] / 1e6;
  }
}
