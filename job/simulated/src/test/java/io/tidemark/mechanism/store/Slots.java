package io.tidemark.mechanism.store;

import io.tidemark.mechanism.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;

/** A bound on what is worked on at once, with a queue before it in which nobody waits for ever. */
public final class Slots {
  private record Waiting(long untilNanos, Runnable granted, Runnable refused) {}

  private final Clock clock;
  private final double patienceSeconds;
  private final Deque<Waiting> queue = new ArrayDeque<>();
  private final Clock.Alarm alarm;
  private int capacity;
  private int inUse;
  private long limitReached;
  private long timeouts;

  public Slots(Clock clock, int capacity, double patienceSeconds) {
    this.clock = clock;
    this.capacity = capacity;
    this.patienceSeconds = patienceSeconds;
    this.alarm = clock.new Alarm(this::expire);
  }

  /** Calls one of the two, perhaps at once; who was granted one must {@link #release} it. */
  public void acquire(Runnable granted, Runnable refused) {
    if (inUse < capacity && queue.isEmpty()) {
      inUse++;
      granted.run();
      return;
    }
    limitReached++;
    long until = clock.nanos() + Math.round(patienceSeconds * Clock.NANOS);
    queue.add(new Waiting(until, granted, refused));
    alarm.set(queue.peek().untilNanos);
  }

  public void release() {
    inUse--;
    grant();
  }

  public void capacity(int slots) {
    capacity = slots;
    grant();
  }

  private void grant() {
    while (inUse < capacity && !queue.isEmpty()) {
      inUse++;
      queue.remove().granted.run();
    }
  }

  private void expire() {
    while (!queue.isEmpty() && queue.peek().untilNanos <= clock.nanos()) {
      timeouts++;
      queue.remove().refused.run();
    }
    if (!queue.isEmpty()) {
      alarm.set(queue.peek().untilNanos);
    }
  }

  public int capacity() {
    return capacity;
  }

  public int inUse() {
    return inUse;
  }

  public int queued() {
    return queue.size();
  }

  public long limitReached() {
    return limitReached;
  }

  public long timeouts() {
    return timeouts;
  }
}
