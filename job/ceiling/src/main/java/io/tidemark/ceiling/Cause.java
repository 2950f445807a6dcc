package io.tidemark.ceiling;

/** What stops the traffic from growing. {@link Attribution} says which evidence makes which. */
public enum Cause {
  INCONCLUSIVE("it can't be told", "what is missing"),
  TSDB_STORAGE("the database's storage", "the database's storage: disks, storage nodes"),
  TSDB_REJECTING("the database, which turns requests away", "the database's limits and quotas"),
  SOURCE("the source", "the source: nothing else was full"),
  NONE_REACHED("nothing was full", "the load: raise it"),
  JOB_GC("the job's garbage collection", "the job's heap"),
  JOB_SKEW("one subtask of the job", "the keys or partitions"),
  JOB_CPU("the job's CPU", "the job's parallelism and cores"),
  NETWORK("the network between job and database", "bandwidth, compression, placement"),
  TSDB_CPU("the database's CPU", "the database's cores"),
  TSDB_SLOTS("the database's insert slots", "the database's insert slots"),
  JOB_IN_FLIGHT("the job's bound on requests in flight", "write.in-flight"),
  HOST_CPU("the CPU of the host that job and database share", "the host: separate the two");

  private final String what;
  private final String change;

  Cause(String what, String change) {
    this.what = what;
    this.change = change;
  }

  /** In words that fit after "stopped by". */
  public String what() {
    return what;
  }

  /** In words that fit after "change". */
  public String change() {
    return change;
  }

  /** Whether more of the database's cores or slots would raise the ceiling. */
  public boolean isCapacityOfDatabase() {
    return this == TSDB_CPU || this == TSDB_SLOTS;
  }
}
