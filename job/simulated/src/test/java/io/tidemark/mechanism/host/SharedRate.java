package io.tidemark.mechanism.host;

import io.tidemark.mechanism.time.Clock;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * A capacity in units per second, of which all that want it get equal parts: a disk's bandwidth.
 */
public final class SharedRate {
  private record Job(double endsAt, long number, Runnable done) {}

  private final Clock clock;
  private final double perSecond;
  private final PriorityQueue<Job> jobs =
      new PriorityQueue<>(Comparator.comparingDouble(Job::endsAt).thenComparingLong(Job::number));
  private final Clock.Alarm alarm;
  private double each;
  private long sinceNanos;
  private double busySeconds;
  private double jobSeconds;
  private long number;

  public SharedRate(Clock clock, double perSecond) {
    this.clock = clock;
    this.perSecond = perSecond;
    this.alarm = clock.new Alarm(this::update);
  }

  public void use(double units, Runnable done) {
    advance();
    jobs.add(new Job(each + units, number++, done));
    update();
  }

  /** Time in which it was used at all. */
  public double busySeconds() {
    advance();
    return busySeconds;
  }

  /** Summed over all that used it. */
  public double jobSeconds() {
    advance();
    return jobSeconds;
  }

  private void advance() {
    double seconds = (clock.nanos() - sinceNanos) / Clock.NANOS;
    sinceNanos = clock.nanos();
    if (!jobs.isEmpty() && seconds > 0) {
      each += seconds * perSecond / jobs.size();
      busySeconds += seconds;
      jobSeconds += seconds * jobs.size();
    }
  }

  private void update() {
    advance();
    while (!jobs.isEmpty() && jobs.peek().endsAt <= each + 1e-9 * perSecond) {
      jobs.remove().done.run();
    }
    if (!jobs.isEmpty()) {
      double seconds = (jobs.peek().endsAt - each) * jobs.size() / perSecond;
      alarm.set(clock.nanos() + Math.max(1, (long) Math.ceil(seconds * Clock.NANOS)));
    }
  }
}
