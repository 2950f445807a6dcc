package io.tidemark.ceiling;

/** What the rules judge by; shares are 0 to 1. */
public final class Thresholds {
  /** The makers' own alert on CPU, and what every other share is called full at. */
  static final double FULL = 0.9;

  /** Of a core: a thread that shares its core with garbage collection and interrupts. */
  static final double FULL_THREAD = 0.85;

  /** Of the time, by Flink: a task that is never idle nor held up behind it. */
  static final double ALWAYS_BUSY = 0.95;

  /** Of a core: a thread that always works, and waits for a core now and then. */
  static final double WORKING_THREAD = 0.5;

  /** Of a host: what idle loops and rounding leave. */
  static final double FULL_HOST = 0.93;

  /** Of what job and database use of a full host: who has this much would gain most from more. */
  static final double LARGER_PART = 0.6;

  /** Of a full host: where others have more than this, it is they who fill it. */
  static final double OTHERS = 0.2;

  static final double MUCH_WAIT = 0.5;
  static final double LITTLE_WAIT = 0.25;
  static final double MUCH_GC = 0.2;

  /** Of the time, in collections: whatever waits, waits for them. */
  static final double MOSTLY_GC = 0.5;

  /** The busiest subtask over the mean. */
  static final double SKEWED = 1.5;

  static final double THROTTLED = 0.01;
  static final double SLOW_INSERTS = 0.05;
  static final double IO_STALLED = 0.3;

  /** Of the requests, that found every insert slot taken. */
  static final double LIMIT_REACHED = 0.1;

  static final double RATE_KEPT = 0.95;
  static final double IDLE_SOURCE = 0.3;

  private Thresholds() {}
}
