package io.tidemark.extent;

import io.tidemark.measure.Time;
import java.time.Duration;
import java.util.function.IntSupplier;

/** The time that a search has, and whether someone wants it to end. */
public final class SearchClock {
  /** Ending takes one of so many parts of what starting took, on a quiet host and on a busy one. */
  private static final int ENDS_TO_A_START = 3;

  /** The least time for ending, also if there was little to start. */
  private static final Duration MIN_TO_END = Duration.ofMillis(500);

  /**
   * Ending takes at most one of so many parts of the search's time; if it takes longer, the search
   * is late.
   */
  private static final int ENDS_TO_A_SEARCH = 10;

  /** A database that takes longer to start takes it from the user's time, not from the search's. */
  private static final Duration LONG_START = Duration.ofSeconds(5);

  private final Time time;
  private final Duration most;
  private final Duration toEnd;
  private final IntSupplier interrupts;
  private final long startNanos;

  /**
   * @param startNanos when the search began, on the clock of {@code time}
   * @param most the time for the whole search
   * @param toEnd the part of it that ending the job and its Flink, and writing the result, take
   * @param interrupts returns how often someone wanted it to end
   */
  public SearchClock(
      Time time, long startNanos, Duration most, Duration toEnd, IntSupplier interrupts) {
    this.time = time;
    this.startNanos = startNanos;
    this.most = most;
    this.toEnd = toEnd;
    this.interrupts = interrupts;
  }

  /**
   * Returns the time that ending the job, its Flink and the database, and writing the result, will
   * take.
   *
   * @param started the time that starting them took
   * @param most the time for the whole search
   */
  public static Duration toEnd(Duration started, Duration most) {
    Duration likely = longer(started.dividedBy(ENDS_TO_A_START), MIN_TO_END);
    Duration bound = most.dividedBy(ENDS_TO_A_SEARCH);
    return likely.compareTo(bound) < 0 ? likely : bound;
  }

  /**
   * Returns the part of a database's start that does not count as the search's time; it is nothing
   * if the start is not unusually long.
   */
  public static Duration leftOut(Duration databaseStart) {
    return databaseStart.compareTo(LONG_START) > 0 ? databaseStart : Duration.ZERO;
  }

  /** Someone wants a search to end: what was found so far is its result. */
  public static final class Interrupted extends RuntimeException {
    private static final long serialVersionUID = 1;

    Interrupted() {
      super("interrupted");
    }
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /** Unix time. */
  public long millis() {
    return time.millis();
  }

  public Duration elapsed() {
    return Duration.ofNanos(time.nanos() - startNanos);
  }

  public Duration most() {
    return most;
  }

  /** Returns the time that is left for measuring. */
  public Duration left() {
    Duration left = most.minus(toEnd).minus(elapsed());
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** Returns the duration, or what is left if that is less. */
  public Duration atMost(Duration task) {
    return hasTimeFor(task) ? task : left();
  }

  public boolean hasTimeFor(Duration task) {
    return left().compareTo(task) >= 0;
  }

  /**
   * @throws Interrupted if someone interrupted
   */
  public void pause(Duration pause) {
    check();
    time.pause(pause);
    check();
  }

  /**
   * @throws Interrupted if someone interrupted
   */
  public void check() {
    if (interrupts.getAsInt() > 0) {
      throw new Interrupted();
    }
  }
}
