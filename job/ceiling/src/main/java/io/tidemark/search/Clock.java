package io.tidemark.search;

import io.tidemark.measure.Interrupts;
import io.tidemark.process.Poll;
import java.time.Duration;

/** The time that a search has, and whether someone wants it to end. */
final class Clock {
  private final long startNanos = System.nanoTime();
  private final Duration most;
  private final Interrupts interrupts;

  Clock(Duration most, Interrupts interrupts) {
    this.most = most;
    this.interrupts = interrupts;
  }

  Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - startNanos);
  }

  Duration most() {
    return most;
  }

  Duration left() {
    Duration left = most.minus(elapsed());
    return left.isNegative() ? Duration.ZERO : left;
  }

  boolean hasTimeFor(Duration task) {
    return left().compareTo(task) >= 0;
  }

  /**
   * @throws SearchEnded if someone interrupted
   */
  void pause(Duration pause) {
    check();
    Poll.pause(pause);
    check();
  }

  private void check() {
    if (interrupts.count() > 0) {
      throw new SearchEnded(SearchEnded.Why.INTERRUPTED, "interrupted");
    }
  }
}
