package io.tidemark.ceiling;

/** The thresholds of the rules; shares are 0 to 1. */
public final class Thresholds {
  /**
   * The database makers' own alert calls a CPU full at this share, and so every other share counts
   * as full at it.
   */
  static final double FULL = 0.9;

  /**
   * A thread that shares its core with garbage collection and interrupts is full at this share of
   * the core.
   */
  static final double FULL_THREAD = 0.85;

  /**
   * By Flink's counters, a task is always busy if it is neither idle nor backpressured for this
   * share of the time.
   */
  static final double ALWAYS_BUSY = 0.95;

  /**
   * A thread that always works, and waits for a core now and then, uses at least this share of a
   * core.
   */
  static final double WORKING_THREAD = 0.5;

  /** A host is full at this share, because idle loops and rounding leave the rest. */
  static final double FULL_HOST = 0.93;

  /** A job that has this share of what job and database use of a full host may be what fills it. */
  static final double LARGER_PART = 0.65;

  /**
   * The same share of the database; it is smaller because the database waits for the job as much as
   * the job for it.
   */
  static final double DATABASES_PART = 0.57;

  /** If other processes have more than this share of a full host, they are what fills it. */
  static final double OTHERS = 0.2;

  /** Something waits much if it does so for this share of the time, or more. */
  static final double MUCH_WAIT = 0.5;

  /**
   * If the insert slots are taken and a link to storage is this busy, requests in slots may wait
   * for the link.
   */
  static final double BUSY_LINK = 0.6;

  /** What is on a line must be counted at this many moments, because one of two may be chance. */
  static final int MOMENTS_THAT_TELL = 4;

  /** A line is full if it is sending for this share of the time. */
  static final double FULL_LINE = 0.85;

  /**
   * Sessions take turns if each one at work uses fewer cores than this: two behind one lock use
   * half a core each.
   */
  static final double TAKE_TURNS = 0.4;

  /** Something waits little if it does so for less than this share of the time. */
  static final double LITTLE_WAIT = 0.25;

  /** The job collects much garbage if that stops it for more than this share of the time. */
  static final double MUCH_GC = 0.2;

  /** If garbage collection takes this share of the time, whatever waits is waiting for it. */
  static final double MOSTLY_GC = 0.5;

  /** The work is skewed if the busiest subtask has this many times the mean. */
  static final double SKEWED = 1.5;

  /** Requests that fail or are turned away, and dropped rows, count above this share of all. */
  static final double THROTTLED = 0.01;

  /**
   * The database makers' own alert fires at this share of slow inserts among the stored rows. They
   * explain CPU and reads, and are no limit.
   */
  static final double SLOW_INSERTS = 0.05;

  /**
   * A database that reads its index again with more than this share of its CPU would write twice as
   * much if its caches were large enough: as much as with twice the cores.
   */
  static final double WORTH_TWICE_THE_CORES = 0.5;

  /**
   * The database is stalled if every task of it waits for the disk, or for memory, for this share
   * of the time.
   */
  static final double STALLED = 0.3;

  /** The slots' limit is reached if this share of the requests found every insert slot taken. */
  static final double LIMIT_REACHED = 0.1;

  /**
   * The CPU is stalled if something in the database waits for a core it is not given for this share
   * of the time.
   */
  static final double CPU_STALLED = 0.5;

  /** Slots were free if there were fewer requests in flight than this share of the insert slots. */
  static final double NEARLY_ALL = 0.75;

  /**
   * Requests wait outside if those in flight are more than this many times those worked on; a
   * plateau is measured at twice what reaches it.
   */
  static final double WAITING_OUTSIDE = 1.5;

  /**
   * Requests inside work side by side if the throughput over that of one request is at least this
   * share of their number.
   */
  static final double SIDE_BY_SIDE = 0.6;

  /**
   * A remedy must promise this many times the throughput; what promises less is not what stops the
   * traffic.
   */
  public static final double WORTH_IT = 1.2;

  /**
   * A remedy that promises fewer times the throughput than this promises nothing, as far as can be
   * known.
   */
  public static final double NOTHING = 1.05;

  /** No advice promises more than twice the throughput. */
  static final double DOUBLED = 2;

  /** Gains that differ by less than this factor are alike, and the order of the causes decides. */
  public static final double ALIKE = 1.1;

  /**
   * Others write, too, if more rows than this are counted for each sample acknowledged; if fewer
   * rows than samples are counted, pages are missing.
   */
  static final double MORE_ROWS = 1.2;

  static final double FEWER_ROWS = 0.8;

  /** A source keeps its rate if it gives this share of what it was asked for. */
  public static final double RATE_KEPT = 0.95;

  /** A source gives no more if it is idle for this share of the time, or more. */
  static final double IDLE_SOURCE = 0.3;

  private Thresholds() {}
}
