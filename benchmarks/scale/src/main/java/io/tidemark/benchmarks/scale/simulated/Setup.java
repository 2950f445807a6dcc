package io.tidemark.benchmarks.scale.simulated;

/**
 * One simulated job and what it runs on. All rates are per second, all times nanoseconds of virtual
 * time.
 *
 * @param name of its row
 * @param seed of hashes and service times
 */
public record Setup(
    String name,
    Cluster cluster,
    Load load,
    Writing writing,
    Store store,
    Checkpointing checkpointing,
    Trouble trouble,
    long seed) {
  public static final long SECOND = 1_000_000_000L;
  public static final long MILLI = 1_000_000L;

  /**
   * @param slots of each TaskManager; the parallelism is the product
   * @param taskManagersPerHost which share the host's cores and link
   * @param linkBytesPerSecond what a host sends
   * @param segmentBytes of a network buffer
   */
  public record Cluster(
      int taskManagers,
      int slots,
      int taskManagersPerHost,
      double coresPerHost,
      double linkBytesPerSecond,
      long linkLatencyNanos,
      int segmentBytes) {
    public Cluster {
      if (taskManagers < 1 || slots < 1 || taskManagersPerHost < 1) {
        throw new IllegalArgumentException(
            "no cluster [taskManagers=%d, slots=%d, taskManagersPerHost=%d]"
                .formatted(taskManagers, slots, taskManagersPerHost));
      }
    }

    public int parallelism() {
      return taskManagers * slots;
    }

    int taskManagerOf(int subtask) {
      return subtask / slots;
    }

    public int hosts() {
      return (taskManagers + taskManagersPerHost - 1) / taskManagersPerHost;
    }

    int hostOf(int subtask) {
      return taskManagerOf(subtask) / taskManagersPerHost;
    }
  }

  /**
   * @param samplesPerSecond written samples that the topic's producers cause; 0: a backlog without
   *     end, or a generator
   * @param sourceSamples of each partition; 0: without end
   * @param partitions dealt out to the source subtasks in turn
   * @param series 0: infinitely many
   */
  public record Load(
      Costs costs, double samplesPerSecond, long sourceSamples, int partitions, long series) {}

  /**
   * @param inFlight of the whole job, as {@code write.in-flight}
   */
  public record Writing(long batchSamples, int inFlight) {
    public int writers(int parallelism) {
      return Math.min(inFlight, parallelism);
    }

    /** As the job splits its bound: 16 over 3 are 6, 5 and 5. */
    int share(int writer, int writers) {
      return inFlight / writers + (writer < inFlight % writers ? 1 : 0);
    }
  }

  /**
   * @param servers that share a queue; 0: a null target
   * @param samplesPerSecond of each server
   * @param varies whether service times are exponential; constant otherwise
   */
  public record Store(int servers, double samplesPerSecond, long roundTripNanos, boolean varies) {
    public static Store nothing(long roundTripNanos) {
      return new Store(0, 0, roundTripNanos, false);
    }
  }

  /**
   * @param intervalNanos from one that is complete to the next; 0: none
   * @param storeBytesPerSecond at which each TaskManager writes state
   */
  public record Checkpointing(long intervalNanos, boolean unaligned, double storeBytesPerSecond) {
    public static final Checkpointing NONE = new Checkpointing(0, false, 1);
  }

  /**
   * @param slowHost whose cores have this speed; −1: none
   * @param lostAtNanos when a TaskManager is lost; 0: never
   * @param outageNanos until all tasks run again from the last checkpoint: the loss is noticed, a
   *     restart waits, tasks are deployed
   */
  public record Trouble(int slowHost, double slowSpeed, long lostAtNanos, long outageNanos) {
    public static final Trouble NONE = new Trouble(-1, 1, 0, 0);
  }

  public Setup named(String other) {
    return new Setup(other, cluster, load, writing, store, checkpointing, trouble, seed);
  }

  public Setup with(Cluster other) {
    return new Setup(name, other, load, writing, store, checkpointing, trouble, seed);
  }

  public Setup with(Load other) {
    return new Setup(name, cluster, other, writing, store, checkpointing, trouble, seed);
  }

  public Setup with(Writing other) {
    return new Setup(name, cluster, load, other, store, checkpointing, trouble, seed);
  }

  public Setup with(Store other) {
    return new Setup(name, cluster, load, writing, other, checkpointing, trouble, seed);
  }

  public Setup with(Checkpointing other) {
    return new Setup(name, cluster, load, writing, store, other, trouble, seed);
  }

  public Setup with(Trouble other) {
    return new Setup(name, cluster, load, writing, store, checkpointing, other, seed);
  }
}
