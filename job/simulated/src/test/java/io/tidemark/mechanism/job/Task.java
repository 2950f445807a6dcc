package io.tidemark.mechanism.job;

import io.tidemark.mechanism.host.Cores;
import io.tidemark.mechanism.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A task's thread: it takes a batch, computes, and hands it on; where it can't, it stands still.
 * How long it was busy, held up and idle is as Flink counts it.
 */
public abstract class Task {
  private static final int QUEUED = 2;

  /** What Flink says of a thread's time. */
  public enum State {
    BUSY,
    BACKPRESSURED,
    IDLE
  }

  final Clock clock;
  private final Cores.Group process;
  private final Cores.Use thread;
  private final Deque<Batch> input = new ArrayDeque<>();
  private final List<Task> upstream = new ArrayList<>();
  private final double[] seconds = new double[State.values().length];
  private State state = State.IDLE;
  private long sinceNanos;
  private boolean computing;
  private Batch done;

  Task(Clock clock, Cores.Group process) {
    this.clock = clock;
    this.process = process;
    this.thread = process.use();
    this.sinceNanos = clock.nanos();
  }

  /** Seconds of CPU. */
  abstract double work(Batch batch);

  /** Whether it is handed on; if not, {@link #wake} will be called. */
  abstract boolean handOn(Batch batch);

  State standingStill() {
    return State.BACKPRESSURED;
  }

  Batch next() {
    Batch next = input.poll();
    if (next != null) {
      upstream.forEach(Task::wake);
    }
    return next;
  }

  boolean offer(Batch batch, Task from) {
    if (input.size() >= QUEUED) {
      if (!upstream.contains(from)) {
        upstream.add(from);
      }
      return false;
    }
    input.add(batch);
    wake();
    return true;
  }

  void wake() {
    if (computing) {
      return;
    }
    computing = true; // whoever is woken by what follows must not come in here again
    if (done != null) {
      Batch batch = done;
      done = null;
      if (!handOn(batch)) {
        done = batch;
        computing = false;
        become(standingStill());
        return;
      }
    }
    Batch next = next();
    if (next == null) {
      computing = false;
      become(State.IDLE);
      return;
    }
    become(State.BUSY);
    process.run(
        thread,
        work(next),
        () -> {
          computing = false;
          done = next;
          wake();
        });
  }

  private void become(State next) {
    seconds[state.ordinal()] += (clock.nanos() - sinceNanos) / Clock.NANOS;
    sinceNanos = clock.nanos();
    state = next;
  }

  public double seconds(State of) {
    become(state);
    return seconds[of.ordinal()];
  }

  public double cpuSeconds() {
    return process.usedSeconds(thread);
  }
}
