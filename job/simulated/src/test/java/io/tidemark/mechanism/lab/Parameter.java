package io.tidemark.mechanism.lab;

/**
 * What a set-up is made of. Each has a default; seconds, bytes, samples and series as they are
 * named. Of CPU seconds those are meant that a core takes which has no second thread at work.
 */
public enum Parameter {
  // The job and its hosts.
  JOB_CPUS(4),
  /** Logical CPUs to a core, on all hosts. */
  THREADS_PER_CORE(1),
  /** What the second of them adds to a core's speed. */
  SECOND_THREAD(0.3),
  /** 1: the database runs on the job's host. */
  CO_LOCATED(0),
  /** Cores that each TaskManager may use; 0: all. */
  JOB_QUOTA(0),
  /** Each on a host of its own, unless the database is on it as well. */
  TASK_MANAGERS(1),
  PARALLELISM(2),
  COPIES(12),
  IN_FLIGHT(16),
  BATCH_SAMPLES(10_000),
  /** Samples per second before they are copied; 0: as many as possible. */
  SOURCE_RATE(0, Unit.PER_SECOND),
  BURST_SHARE(1),
  BURST_CYCLE_SECONDS(10),
  SOURCE_SAMPLE_SECONDS(0.8e-6, Unit.SECONDS),
  SAMPLE_SECONDS(0.12e-6, Unit.SECONDS),
  BATCH_SECONDS(30e-6, Unit.SECONDS),
  CALL_SECONDS(200e-6, Unit.SECONDS),
  SAMPLE_BYTES(12),
  SIZE_CV(0.1),
  /** Of a core of each TaskManager: compilers, timers and metrics, whatever is written. */
  JOB_BACKGROUND_SHARE(0),
  JOB_GARBAGE_BYTES(100),
  JOB_HEAP_BYTES(1e9),
  JOB_LIVE_BYTES(0.1e9),
  /** What a collector's thread copies. */
  COPIED_BYTES_PER_SECOND(1e9, Unit.PER_SECOND),
  /** Of the samples, those that one subtask gets beyond its part. */
  SKEW(0),

  // The way.
  ROUND_TRIP_SECONDS(0.0003, Unit.SECONDS),
  WINDOW_BYTES(4e6),
  RECEIVE_BYTES(131_072),
  JOB_LINE(0, Unit.PER_SECOND),
  DATABASE_LINE(0, Unit.PER_SECOND),
  /** 1: there is a proxy. */
  PROXY(0),
  PROXY_LIMIT(0),
  PROXY_REFUSES(0),
  /** 0: it takes in whole bodies. */
  PROXY_BUFFER_BYTES(65_536),
  PROXY_DELAY_SECONDS(0.0002, Unit.SECONDS),
  BACKENDS(1),
  DEAD_BACKENDS(0),
  PROXY_RETRIES(0),

  // The database.
  /** Processes that take writes. */
  NODES(1),
  /** Behind those; 0: they store by themselves. */
  STORAGE_NODES(0),
  REPLICATION(1),
  /** Of each host of a process. */
  DATABASE_CPUS(4),
  /** Threads that a process runs at once; 0: as many as its host has CPUs. */
  DATABASE_THREADS(0),
  DATABASE_QUOTA(0),
  /** Of the last process, over that of the others. */
  LAST_NODE_SPEED(1),
  SLOTS(8),
  /** 1: a slot is held for a block, not for a request. */
  SLOT_PER_READ(0),
  REQUEST_SECONDS(0.0003, Unit.SECONDS),
  ROW_SECONDS(1.5e-6, Unit.SECONDS),
  /** Of a node that hands rows on. */
  ROUTE_ROW_SECONDS(0.4e-6, Unit.SECONDS),
  SERVICE_CV(1),
  BESIDE_SHARE(0.1),
  LOCKED_SECONDS(0, Unit.SECONDS),
  /** Made durable before an answer, per sample. */
  LOG_BYTES(0),
  LINK_BUFFER_SAMPLES(100_000),
  SERIES(50_000),
  CACHED_SERIES(200_000),
  /** 0: the database has just begun. */
  WARM(1),
  MISS_SECONDS(15e-6, Unit.SECONDS),
  MISS_READ_BYTES(0),
  NEW_SHARE(0),
  NEW_SECONDS(60e-6, Unit.SECONDS),
  DATABASE_GARBAGE_BYTES(0),
  DATABASE_HEAP_BYTES(0),
  DATABASE_LIVE_BYTES(0),
  DISK_RATE(400e6, Unit.PER_SECOND),
  DISK_LATENCY_SECONDS(0.0005, Unit.SECONDS),
  FLUSH_SAMPLES(5e5),
  MERGE_SECONDS(0.08e-6, Unit.SECONDS),
  DISK_BYTES(2),
  /** Parts that wait to be merged before writes wait. */
  MOST_PENDING(4),
  READERS(0),
  THINK_SECONDS(1, Unit.SECONDS),
  QUERY_SECONDS(0.2, Unit.SECONDS),
  QUERY_TASKS(4),
  QUERY_BYTES(1e6),
  NEIGHBOUR_THREADS(0),
  NEIGHBOUR_SHARE(0.5),
  NEIGHBOUR_CYCLE_SECONDS(2, Unit.SECONDS),
  /** Small writes of somebody else, per second. */
  FOREIGN_RATE(0, Unit.PER_SECOND),

  // What can be seen.
  /** 1: the database may be changed by whoever measures. */
  CHANGEABLE(0),
  /** 0: there is no server that throws everything away. */
  NULL_SERVER(1),
  /** 0: the metrics pages can't be read. */
  PAGES(1),
  /** 0: a process reports its host's CPUs and not its quota. */
  QUOTA_SEEN(1),
  PRESSURE_SEEN(1),
  /** How old Flink's own metrics may be. */
  METRICS_SECONDS(0.5);

  private enum Unit {
    SECONDS,
    PER_SECOND,
    OTHER
  }

  private final double initially;
  private final Unit unit;

  Parameter(double initially) {
    this(initially, Unit.OTHER);
  }

  Parameter(double initially, Unit unit) {
    this.initially = initially;
    this.unit = unit;
  }

  public double initially() {
    return initially;
  }

  /** What it becomes where everything takes so many times as long. */
  double slowed(double value, double times) {
    return switch (unit) {
      case SECONDS -> value * times;
      case PER_SECOND -> value / times;
      case OTHER -> value;
    };
  }
}
