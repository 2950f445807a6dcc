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

  /** Of what job and database use of a full host: a job that has this much may be what fills it. */
  static final double LARGER_PART = 0.65;

  /** The same of the database, which waits for the job as much as the job for it. */
  static final double DATABASES_PART = 0.57;

  /** Of a full host: where others have more than this, it is they who fill it. */
  static final double OTHERS = 0.2;

  static final double MUCH_WAIT = 0.5;

  /** Of a link to storage, where the insert slots are taken: those in them may wait for it. */
  static final double BUSY_LINK = 0.6;

  /** At which what is on a line was looked at: of two, one is by chance. */
  static final int MOMENTS_THAT_TELL = 4;

  /** Of the time, that the line is sending. */
  static final double FULL_LINE = 0.85;

  /** Cores for each request that a session is at work on: of two behind one lock, half of one. */
  static final double TAKE_TURNS = 0.4;

  static final double LITTLE_WAIT = 0.25;
  static final double MUCH_GC = 0.2;

  /** Of the time, in collections: whatever waits, waits for them. */
  static final double MOSTLY_GC = 0.5;

  /** The busiest subtask over the mean. */
  static final double SKEWED = 1.5;

  static final double THROTTLED = 0.01;

  /** Of the rows stored: the makers' own alert. It explains CPU and reads, and is no limit. */
  static final double SLOW_INSERTS = 0.05;

  /** Of the time, in which every task of the database waits for the disk, or for memory. */
  static final double STALLED = 0.3;

  /** Of the requests, that found every insert slot taken. */
  static final double LIMIT_REACHED = 0.1;

  /** Of the time, that something in the database waits for CPU it is not given. */
  static final double CPU_STALLED = 0.5;

  /** Of the insert slots: with fewer requests in flight than these, slots were free. */
  static final double NEARLY_ALL = 0.75;

  /** In flight over what is worked on: a plateau is measured at twice what reaches it. */
  static final double WAITING_OUTSIDE = 1.5;

  /** Of those inside: what is let through by as many that do not hold each other up. */
  static final double SIDE_BY_SIDE = 0.6;

  /** Times the throughput: what promises less is not what stops it. */
  public static final double WORTH_IT = 1.2;

  /** Times the throughput: what promises less promises nothing, for all that is known of it. */
  static final double NOTHING = 1.05;

  /** Times the throughput: no advice looks farther than a doubling. */
  static final double DOUBLED = 2;

  /** Gains that differ by less than this factor are alike, and the order of the causes decides. */
  public static final double ALIKE = 1.1;

  /** Rows counted over samples acknowledged: above, others write, too; below, pages are missing. */
  static final double MORE_ROWS = 1.2;

  static final double FEWER_ROWS = 0.8;

  /** Of what a source was asked for: with more of it, it keeps its rate. */
  public static final double RATE_KEPT = 0.95;

  static final double IDLE_SOURCE = 0.3;

  private Thresholds() {}
}
