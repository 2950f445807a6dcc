package io.tidemark.mechanism.host;

import io.tidemark.mechanism.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The logical CPUs of a host, shared evenly by the threads that want them. With two threads to a
 * core the second adds but a part of a core's speed, while the time of both counts as CPU time, as
 * the kernel counts it. A group of tasks is a process: it runs at most so many threads at once
 * (GOMAXPROCS, a thread pool), may have a quota in periods of 100 ms, and may be frozen.
 *
 * <p>All tasks of a group run at one pace, so one number, the work that each has got so far, stands
 * for all of them (the virtual time of processor sharing).
 */
public final class Cores {
  /** Of a quota. */
  public static final double PERIOD_SECONDS = 0.1;

  private static final double ROUNDING = 1e-12;

  private final Clock clock;
  private final int logical;
  private final int threadsPerCore;
  private final double secondThread;
  private final List<Group> groups = new ArrayList<>();
  private final Clock.Alarm alarm;
  private long sinceNanos;
  private double speed = 1;
  private double usedSeconds;

  /**
   * @param logical CPUs that the kernel shows
   * @param secondThread what the second thread of a core adds to its speed, e.g. 0.3
   */
  public Cores(Clock clock, int logical, int threadsPerCore, double secondThread) {
    this.clock = clock;
    this.logical = logical;
    this.threadsPerCore = threadsPerCore;
    this.secondThread = secondThread;
    this.alarm = clock.new Alarm(this::update);
  }

  public static Cores plain(Clock clock, int logical) {
    return new Cores(clock, logical, 1, 1);
  }

  /** Over what they are usually: a clock rate that falls, or a neighbour below the hypervisor. */
  public void speed(double factor) {
    advance();
    speed = factor;
    update();
  }

  public int logical() {
    return logical;
  }

  /** CPU time of all groups. */
  public double usedSeconds() {
    advance();
    return usedSeconds;
  }

  /**
   * @param threads that run at once at most
   * @param quota cores; 0 for none
   */
  public Group group(int threads, double quota) {
    var group = new Group(threads, quota);
    groups.add(group);
    return group;
  }

  private record Task(double endsAtWork, long number, Use use, Runnable done) {}

  /** CPU time of one thread, or of one kind of work. */
  public static final class Use {
    private int tasks;
    private double seconds;
  }

  /** A process. */
  public final class Group {
    private final PriorityQueue<Task> tasks =
        new PriorityQueue<>(
            Comparator.comparingDouble(Task::endsAtWork).thenComparingLong(Task::number));
    private final List<Use> uses = new ArrayList<>();
    private final Use rest = use();
    private int threads;
    private double quota;
    private double budget;
    private long period = -1;
    private boolean frozen;
    private double work;
    private double used;
    private double waiting;
    private long throttledPeriods;
    private long number;

    private Group(int threads, double quota) {
      this.threads = threads;
      this.quota = quota;
      this.budget = quota * PERIOD_SECONDS;
    }

    public Use use() {
      var use = new Use();
      uses.add(use);
      return use;
    }

    public void run(double cpuSeconds, Runnable done) {
      run(rest, cpuSeconds, done);
    }

    /** Computes so long on a core of its own. */
    public void run(Use use, double cpuSeconds, Runnable done) {
      advance();
      tasks.add(new Task(work + cpuSeconds, number++, use, done));
      use.tasks++;
      update();
    }

    public void freeze(boolean freeze) {
      advance();
      frozen = freeze;
      update();
    }

    /** From now on. */
    public void threads(int atOnce) {
      advance();
      threads = atOnce;
      update();
    }

    public int threads() {
      return threads;
    }

    /** Computing that is done on its behalf by another group counts against its quota. */
    void charge(double cpuSeconds) {
      used += cpuSeconds;
      budget -= cpuSeconds;
    }

    public double usedSeconds() {
      advance();
      return used;
    }

    public double usedSeconds(Use use) {
      advance();
      return use.seconds;
    }

    /** Time in which some task had less than a core, or none. */
    public double waitingSeconds() {
      advance();
      return waiting;
    }

    public long throttledPeriods() {
      return throttledPeriods;
    }

    /** Tasks that are there, running or not. */
    public int tasks() {
      return tasks.size();
    }

    private boolean throttled() {
      return quota > 0 && budget <= ROUNDING;
    }

    private int wanted() {
      return frozen || throttled() ? 0 : Math.min(tasks.size(), threads);
    }

    private void gain(double seconds, double share, double pace) {
      int running = wanted();
      if (running == 0) {
        waiting += tasks.isEmpty() ? 0 : seconds;
        return;
      }
      double part = share * running / tasks.size();
      work += seconds * part * pace;
      used += seconds * share * running;
      usedSeconds += seconds * share * running;
      budget -= seconds * share * running;
      waiting += part < 1 ? seconds : 0;
      if (throttled()) {
        throttledPeriods++;
      }
      for (int i = 0; i < uses.size(); i++) {
        uses.get(i).seconds += seconds * part * uses.get(i).tasks;
      }
    }

    private void refill(long now) {
      if (quota > 0 && now != period) {
        period = now;
        // What was charged beyond the last budget is still owed.
        budget = Math.min(0, budget) + quota * PERIOD_SECONDS;
      }
    }

    /** Seconds from now to the end of its first task or of its budget. */
    private double next(double share, double pace) {
      int running = wanted();
      if (running == 0) {
        return Double.POSITIVE_INFINITY;
      }
      double part = share * running / tasks.size();
      double end = Math.max(0, tasks.peek().endsAtWork - work) / (part * pace);
      return quota > 0 ? Math.min(end, budget / (share * running)) : end;
    }
  }

  private int wanted() {
    int wanted = 0;
    for (int i = 0; i < groups.size(); i++) {
      wanted += groups.get(i).wanted();
    }
    return wanted;
  }

  /** Work per second of CPU time. */
  private double pace(int wanted) {
    int busy = Math.min(wanted, logical);
    int cores = logical / threadsPerCore;
    return busy <= cores ? speed : speed * (cores + secondThread * (busy - cores)) / busy;
  }

  private void advance() {
    double seconds = (clock.nanos() - sinceNanos) / Clock.NANOS;
    if (seconds > 0) {
      int wanted = wanted();
      double share = wanted == 0 ? 1 : Math.min(1, (double) logical / wanted);
      double pace = pace(wanted);
      for (int i = 0; i < groups.size(); i++) {
        groups.get(i).gain(seconds, share, pace);
      }
      sinceNanos = clock.nanos();
    }
    long period = (long) (clock.nanos() / (PERIOD_SECONDS * Clock.NANOS));
    for (int i = 0; i < groups.size(); i++) {
      groups.get(i).refill(period);
    }
  }

  private boolean updating;

  /** Ends what is done, and sets the alarm for what comes next. */
  private void update() {
    if (updating) {
      return;
    }
    updating = true;
    advance();
    for (Task done = nextDone(); done != null; done = nextDone()) {
      done.done.run();
      advance();
    }
    updating = false;
    int wanted = wanted();
    double share = wanted == 0 ? 1 : Math.min(1, (double) logical / wanted);
    double pace = pace(wanted);
    double next = Double.POSITIVE_INFINITY;
    boolean limited = false;
    for (int i = 0; i < groups.size(); i++) {
      Group group = groups.get(i);
      next = Math.min(next, group.next(share, pace));
      limited |= group.quota > 0 && !group.tasks.isEmpty();
    }
    if (next < 1e6) {
      alarm.set(clock.nanos() + Math.max(1, (long) Math.ceil(next * Clock.NANOS)));
    }
    if (limited) {
      long period = (long) (clock.nanos() / (PERIOD_SECONDS * Clock.NANOS)) + 1;
      alarm.set((long) Math.ceil(period * PERIOD_SECONDS * Clock.NANOS));
    }
  }

  private Task nextDone() {
    for (int i = 0; i < groups.size(); i++) {
      Group group = groups.get(i);
      if (!group.tasks.isEmpty()
          && group.wanted() > 0
          && group.tasks.peek().endsAtWork <= group.work + ROUNDING) {
        Task done = group.tasks.remove();
        done.use.tasks--;
        return done;
      }
    }
    return null;
  }
}
