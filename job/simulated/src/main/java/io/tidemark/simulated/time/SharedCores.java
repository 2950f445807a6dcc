package io.tidemark.simulated.time;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.LongConsumer;

/**
 * Cores of a host that processes share as a scheduler with short time slices lets them: no thread
 * uses more than one. Each process may have a limit of its own; what one does not use is for the
 * others. Pure; times must not go back.
 *
 * <p>Within a process everything that computes gains work at the same pace, so one number, the work
 * each has gained so far, stands for all: what comes in when that is {@code w} is done when it is
 * {@code w + cpuNanos}.
 */
public final class SharedCores implements Timed {
  private record Computing(Thread thread, double doneAtWork, LongConsumer done) {}

  /** A thread, whose use of cores is counted. */
  public static final class Thread {
    private int computing;
    private double usedNanos;
  }

  /** All that computes under one limit. */
  public final class Process {
    private final PriorityQueue<Computing> computing =
        new PriorityQueue<>(Comparator.comparingDouble(Computing::doneAtWork));
    private final List<Thread> threads = new ArrayList<>();
    private double limit;
    private double given;
    private double workNanos;
    private double usedNanos;
    private double waitingNanos;
    private double throttledNanos;

    private Process(double limit) {
      this.limit = limit;
    }

    public Thread thread() {
      var thread = new Thread();
      threads.add(thread);
      return thread;
    }

    public void limit(double cores, long atNanos) {
      pass(atNanos);
      limit = cores;
      share();
    }

    /**
     * @param done is called with the time when so much is computed
     */
    public void add(Thread thread, double cpuNanos, long atNanos, LongConsumer done) {
      pass(atNanos);
      computing.add(new Computing(thread, workNanos + cpuNanos, done));
      thread.computing++;
      share();
    }

    public double usedSeconds(long atNanos) {
      pass(atNanos);
      return usedNanos / 1e9;
    }

    public double usedSeconds(Thread thread, long atNanos) {
      pass(atNanos);
      return thread.usedNanos / 1e9;
    }

    /** Returns the time in which something that computes had less than a core. */
    public double waitingSeconds(long atNanos) {
      pass(atNanos);
      return waitingNanos / 1e9;
    }

    /**
     * Returns the time in which it computed as much as its limit allows, and there was more to
     * compute.
     */
    public double throttledSeconds(long atNanos) {
      pass(atNanos);
      return throttledNanos / 1e9;
    }

    /** Returns the cores that each computation has. */
    private double part() {
      return given / Math.max(1, computing.size());
    }

    private double pace() {
      return part() * speed;
    }

    private long nextNanos() {
      Computing next = computing.peek();
      return next == null
          ? Long.MAX_VALUE
          : nowNanos + Math.max(0, (long) Math.ceil((next.doneAtWork - workNanos) / pace()));
    }

    private void finish(long atNanos) {
      Computing first = computing.remove();
      first.thread.computing--;
      share();
      first.done.accept(atNanos);
    }

    private void gain(double nanos) {
      double pace = pace();
      workNanos += nanos * pace;
      usedNanos += nanos * given;
      for (Thread thread : threads) {
        thread.usedNanos += nanos * part() * thread.computing;
      }
      if (!computing.isEmpty() && part() < 1) {
        waitingNanos += nanos;
      }
      if (computing.size() > limit && given >= limit) {
        throttledNanos += nanos;
      }
    }

    /** Returns how many of its threads run: as many as it may use cores. */
    private double weight() {
      return Math.min(computing.size(), Math.ceil(limit));
    }

    private double most() {
      return Math.min(computing.size(), limit);
    }
  }

  private final double cores;
  private double speed = 1;
  private final List<Process> processes = new ArrayList<>();
  private long nowNanos;

  /** The next time is unknown if nobody has asked since something changed. */
  private static final long UNKNOWN = -1;

  private long next = UNKNOWN;
  private Process[] wanting = {};

  public SharedCores(double cores, long nowNanos) {
    this.cores = cores;
    this.nowNanos = nowNanos;
  }

  /**
   * Sets the cores' speed from now on, over that of ordinary ones: those of a virtual machine are
   * not always equally fast.
   */
  public void speed(double factor, long atNanos) {
    pass(atNanos);
    speed = factor;
    next = UNKNOWN;
  }

  public Process process(double limit) {
    var process = new Process(limit);
    processes.add(process);
    wanting = new Process[processes.size()];
    return process;
  }

  public double usedSeconds(long atNanos) {
    return processes.stream().mapToDouble(process -> process.usedSeconds(atNanos)).sum();
  }

  @Override
  public long nextNanos() {
    if (next == UNKNOWN) {
      next = Long.MAX_VALUE;
      for (int i = 0; i < processes.size(); i++) {
        next = Math.min(next, processes.get(i).nextNanos());
      }
    }
    return next;
  }

  @Override
  public void advance(long toNanos) {
    for (long next = nextNanos(); next <= toNanos; next = nextNanos()) {
      pass(next);
      for (Process process : processes) {
        if (process.nextNanos() <= next) {
          process.finish(next);
          break;
        }
      }
    }
    pass(toNanos);
  }

  private void pass(long atNanos) {
    if (atNanos > nowNanos) {
      for (int i = 0; i < processes.size(); i++) {
        processes.get(i).gain(atNanos - nowNanos);
      }
      nowNanos = atNanos;
      next = UNKNOWN;
    }
  }

  /**
   * Shares the cores evenly by threads; a process that can't use its part leaves it to the others.
   */
  private void share() {
    next = UNKNOWN;
    int left = 0;
    double weight = 0;
    for (int i = 0; i < processes.size(); i++) {
      Process process = processes.get(i);
      if (process.computing.isEmpty()) {
        process.given = 0;
      } else {
        wanting[left++] = process;
        weight += process.weight();
      }
    }
    double free = cores;
    for (boolean again = left > 0; again; ) {
      double perThread = free / weight;
      again = false;
      for (int i = left - 1; i >= 0; i--) {
        Process process = wanting[i];
        if (process.most() <= perThread * process.weight()) {
          process.given = process.most();
          free -= process.given;
          weight -= process.weight();
          wanting[i] = wanting[--left];
          again = left > 0;
        } else {
          process.given = perThread * process.weight();
        }
      }
    }
  }
}
