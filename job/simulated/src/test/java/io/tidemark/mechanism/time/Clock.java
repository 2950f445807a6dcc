package io.tidemark.mechanism.time;

import java.util.Comparator;
import java.util.PriorityQueue;

/** Virtual time, and what is to happen in it. Nanoseconds since it began. Not thread-safe. */
public final class Clock {
  public static final double NANOS = 1e9;

  private record Event(long atNanos, long number, Runnable what) {}

  private final PriorityQueue<Event> events =
      new PriorityQueue<>(
          Comparator.comparingLong(Event::atNanos).thenComparingLong(Event::number));
  private long nowNanos;
  private long number;

  public long nanos() {
    return nowNanos;
  }

  public double seconds() {
    return nowNanos / NANOS;
  }

  public void at(long atNanos, Runnable what) {
    events.add(new Event(Math.max(nowNanos, atNanos), number++, what));
  }

  public void after(double seconds, Runnable what) {
    at(nowNanos + Math.round(seconds * NANOS), what);
  }

  /** First after one period. */
  public void every(double seconds, Runnable what) {
    after(
        seconds,
        () -> {
          what.run();
          every(seconds, what);
        });
  }

  public void runFor(double seconds) {
    runUntil(nowNanos + Math.round(seconds * NANOS));
  }

  public void runUntil(long untilNanos) {
    while (!events.isEmpty() && events.peek().atNanos <= untilNanos) {
      Event next = events.remove();
      nowNanos = next.atNanos;
      next.what.run();
    }
    nowNanos = Math.max(nowNanos, untilNanos);
  }

  /** Rings at the time that was set last, or once before: whoever hears it looks and sets again. */
  public final class Alarm {
    private final Runnable what;
    private long setNanos = Long.MAX_VALUE;

    public Alarm(Runnable what) {
      this.what = what;
    }

    public void set(long atNanos) {
      if (atNanos < setNanos) {
        setNanos = Math.max(nowNanos, atNanos);
        long mine = setNanos;
        at(mine, () -> ring(mine));
      }
    }

    private void ring(long mine) {
      if (mine == setNanos) {
        setNanos = Long.MAX_VALUE;
        what.run();
      }
    }
  }
}
