package io.tidemark.simulated.time;

import io.tidemark.measure.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Time that passes when someone waits for it, and not otherwise. Not thread-safe. */
public final class VirtualTime implements Time {
  private static final long EPOCH_MILLIS = 1_790_000_000_000L;

  private record Event(long atNanos, long number, Runnable what) {}

  private final PriorityQueue<Event> events =
      new PriorityQueue<>(
          Comparator.comparingLong(Event::atNanos).thenComparingLong(Event::number));
  private final List<Timed> timed = new ArrayList<>();

  /** A copy of {@link #timed}, because some come or go while all are moved on. */
  private Timed[] all = {};

  private long nowNanos;
  private long eventNumber;

  @Override
  public long millisAt(long nanos) {
    return EPOCH_MILLIS + nanos / 1_000_000;
  }

  @Override
  public long nanos() {
    return nowNanos;
  }

  @Override
  public void pause(Duration pause) {
    long until = nowNanos + pause.toNanos();
    for (long next = next(); next <= until; next = next()) {
      nowNanos = Math.max(nowNanos, next);
      for (Timed each : all) {
        each.advance(nowNanos);
      }
      while (!events.isEmpty() && events.peek().atNanos <= nowNanos) {
        events.remove().what.run();
      }
    }
    nowNanos = until;
  }

  private long next() {
    long next = events.isEmpty() ? Long.MAX_VALUE : events.peek().atNanos;
    for (Timed each : all) {
      next = Math.min(next, each.nextNanos());
    }
    return next;
  }

  /** Does something once so much time has passed. */
  public void in(Duration after, Runnable what) {
    at(nowNanos + after.toNanos(), what);
  }

  public void at(long atNanos, Runnable what) {
    events.add(new Event(atNanos, eventNumber++, what));
  }

  /** Does something again and again. */
  public void every(Duration period, Runnable what) {
    in(
        period,
        () -> {
          what.run();
          every(period, what);
        });
  }

  public void add(Timed each) {
    timed.add(each);
    all = timed.toArray(Timed[]::new);
  }

  public void remove(Timed each) {
    timed.remove(each);
    all = timed.toArray(Timed[]::new);
  }
}
