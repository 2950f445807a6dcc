package io.tidemark.search;

import io.tidemark.measure.Time;
import java.time.Duration;
import java.util.function.IntSupplier;

/** The time that a search has, and whether someone wants it to end. */
final class SearchClock {
  private final Time time;
  private final Duration most;
  private final IntSupplier interrupts;
  private final long startNanos;

  /**
   * @param startNanos of {@code time}, when the search began
   * @param most time for the whole search
   * @param interrupts how often someone wanted it to end
   */
  SearchClock(Time time, long startNanos, Duration most, IntSupplier interrupts) {
    this.time = time;
    this.startNanos = startNanos;
    this.most = most;
    this.interrupts = interrupts;
  }

  /** Unix time. */
  long millis() {
    return time.millis();
  }

  Duration elapsed() {
    return Duration.ofNanos(time.nanos() - startNanos);
  }

  Duration most() {
    return most;
  }

  Duration left() {
    Duration left = most.minus(elapsed());
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** So long, or as long as is left. */
  Duration atMost(Duration task) {
    return hasTimeFor(task) ? task : left();
  }

  boolean hasTimeFor(Duration task) {
    return left().compareTo(task) >= 0;
  }

  /**
   * @throws SearchInterrupted if someone interrupted
   */
  void pause(Duration pause) {
    check();
    time.pause(pause);
    check();
  }

  /**
   * @throws SearchInterrupted if someone interrupted
   */
  void check() {
    if (interrupts.getAsInt() > 0) {
      throw new SearchInterrupted();
    }
  }
}
