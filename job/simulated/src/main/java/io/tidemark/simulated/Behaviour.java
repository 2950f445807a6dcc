package io.tidemark.simulated;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * How a simulated database works on a write: the request waits for a slot, its body is received,
 * then the database computes, hands the rows to its storage, waits, and answers. The slot is held
 * from the first byte of the body to the answer; some computing may go on after that.
 *
 * <p>So the ceiling is known: with C slots, each held for S, c requests in flight give {@code
 * min(C/S, c/S)} requests/s, each after {@code max(S, c·S/C)}; cores, storage and network may bring
 * it lower.
 *
 * @param waitTime the time that each request holds its slot and uses nothing else
 * @param storageTime the time of each request on the one link to the storage, which serves one
 *     after the other; zero if the database stores by itself
 * @param memoryStalledShare the share of the time in which all of the database waits for memory to
 *     be freed: what is held in a slot takes so much longer
 * @param memory the cache of the series that are written
 * @param metricsStatus 200, or the status with which a request for /metrics is answered instead
 */
public record Behaviour(
    Slots slots,
    Duration waitTime,
    Cpu cpu,
    Duration storageTime,
    Network network,
    Refusals refusals,
    double memoryStalledShare,
    Memory memory,
    int metricsStatus) {

  public Behaviour {
    require(
        memoryStalledShare >= 0 && memoryStalledShare < 1,
        "memoryStalledShare",
        memoryStalledShare,
        "between 0 and less than 1");
  }

  /**
   * @param count the number of requests worked on at once
   * @param maxQueueDuration how long a request waits for a slot before it is answered 503
   */
  public record Slots(int count, Duration maxQueueDuration) {
    public Slots {
      require(count >= 1, "count", count, "at least 1");
    }
  }

  /**
   * @param perRequest the computing time of a request on a core of its own; if more requests
   *     compute than there are cores, they share them evenly
   * @param cores the number of cores, which may be fractional, as under a quota
   * @param beside the share of the computing for which no slot is held: for rows that are sent on,
   *     or merged later
   */
  public record Cpu(Duration perRequest, double cores, double beside) {
    public Cpu {
      require(cores > 0, "cores", cores, "more than 0");
      require(beside >= 0 && beside <= 1, "beside", beside, "between 0 and 1");
    }
  }

  /**
   * @param bytesPerSecond the bytes per second of all bodies together; 0 for no limit
   * @param addedLatency the time before a request arrives
   */
  public record Network(long bytesPerSecond, Duration addedLatency) {
    public Network {
      require(bytesPerSecond >= 0, "bytesPerSecond", bytesPerSecond, "at least 0");
    }
  }

  /**
   * @param share the share of the requests, evenly spread, that are answered {@code status}
   * @param readOnly whether every write is answered 503
   */
  public record Refusals(double share, int status, boolean readOnly) {
    public Refusals {
      require(share >= 0 && share <= 1, "share", share, "between 0 and 1");
    }
  }

  /**
   * A cache of series: of those that are written, as many are in it as fit, whichever they are.
   *
   * @param series the number of series that fit into it
   * @param slower the factor of a sample's computing if its series is not in the cache
   * @param bytesEach the resident bytes of each series in it
   * @param newSlower the factor of computing for the first sample of a new series, or of a series
   *     in a UTC day
   */
  public record Memory(double series, double slower, double bytesEach, double newSlower) {
    static final Memory PLENTY = new Memory(Double.POSITIVE_INFINITY, 1, 1_000, 1);

    /**
     * Returns the mean computing of a sample over that of one whose series is in the cache.
     *
     * @param written the number of series that are written
     * @param ofNew the share of samples that are the first of their series
     */
    double slower(double written, double ofNew) {
      return 1 + missing(written) * (slower - 1) + ofNew * (newSlower - 1);
    }

    /** Returns the share of the samples of so many series whose series is not in the cache. */
    double missing(double written) {
      return written <= series ? 0 : 1 - series / written;
    }

    double resident(double written) {
      return bytesEach * Math.min(series, written);
    }

    /** Returns the bytes of a full cache; infinite if all series fit. */
    double limitBytes() {
      return bytesEach * series;
    }
  }

  /** Returns a database that its slots alone limit; everything else is plentiful. */
  public static Behaviour ofSlots(int count, Duration waitTime) {
    return new Behaviour(
        // Real databases let requests wait as long by default.
        new Slots(count, Duration.ofMinutes(1)),
        waitTime,
        new Cpu(Duration.ZERO, 4, 0),
        Duration.ZERO,
        new Network(0, Duration.ZERO),
        new Refusals(0, 429, false),
        0,
        Memory.PLENTY,
        200);
  }

  /**
   * Returns the same in which all stands still for a share of the time, so that waits last longer.
   */
  public Behaviour withMemoryStalled(double share) {
    return with(parts -> parts.memoryStalledShare = share);
  }

  /**
   * Returns the same with a cache of so many series; a sample of another one takes so many times
   * the computing.
   */
  public Behaviour withSeriesKept(double series, double slower) {
    return with(
        parts -> parts.memory = new Memory(series, slower, memory.bytesEach, memory.newSlower));
  }

  /**
   * Returns the same in which the first sample of a series, or of its day, takes so many times the
   * computing.
   */
  public Behaviour withNewSeries(double slower) {
    return with(
        parts -> parts.memory = new Memory(memory.series, memory.slower, memory.bytesEach, slower));
  }

  /** Returns how long a slot is held for the wait. */
  Duration waitsFor() {
    return Duration.ofNanos(Math.round(waitTime.toNanos() / (1 - memoryStalledShare)));
  }

  public Behaviour withSlots(int count) {
    return with(parts -> parts.slots = new Slots(count, slots.maxQueueDuration));
  }

  public Behaviour withMaxQueueDuration(Duration maxQueueDuration) {
    return with(parts -> parts.slots = new Slots(slots.count, maxQueueDuration));
  }

  public Behaviour withCpu(Duration perRequest, double cores) {
    return with(parts -> parts.cpu = new Cpu(perRequest, cores, cpu.beside));
  }

  public Behaviour withComputingBesideSlots(double share) {
    return with(parts -> parts.cpu = new Cpu(cpu.perRequest, cpu.cores, share));
  }

  public Behaviour withWaitTime(Duration waitTime) {
    return with(parts -> parts.waitTime = waitTime);
  }

  public Behaviour withStorageTime(Duration storageTime) {
    return with(parts -> parts.storageTime = storageTime);
  }

  public Behaviour withNetwork(long bytesPerSecond, Duration addedLatency) {
    return with(parts -> parts.network = new Network(bytesPerSecond, addedLatency));
  }

  public Behaviour withRejects(double share, int status) {
    return with(parts -> parts.refusals = new Refusals(share, status, refusals.readOnly));
  }

  public Behaviour withReadOnly(boolean readOnly) {
    return with(parts -> parts.refusals = new Refusals(refusals.share, refusals.status, readOnly));
  }

  public Behaviour withMetricsStatus(int metricsStatus) {
    return with(parts -> parts.metricsStatus = metricsStatus);
  }

  private Behaviour with(Consumer<Parts> change) {
    var parts = new Parts(this);
    change.accept(parts);
    return new Behaviour(
        parts.slots,
        parts.waitTime,
        parts.cpu,
        parts.storageTime,
        parts.network,
        parts.refusals,
        parts.memoryStalledShare,
        parts.memory,
        parts.metricsStatus);
  }

  /** The parts of a behaviour that is like another one but for some of them. */
  private static final class Parts {
    private Slots slots;
    private Duration waitTime;
    private Cpu cpu;
    private Duration storageTime;
    private Network network;
    private Refusals refusals;
    private double memoryStalledShare;
    private Memory memory;
    private int metricsStatus;

    private Parts(Behaviour like) {
      slots = like.slots;
      waitTime = like.waitTime;
      cpu = like.cpu;
      storageTime = like.storageTime;
      network = like.network;
      refusals = like.refusals;
      memoryStalledShare = like.memoryStalledShare;
      memory = like.memory;
      metricsStatus = like.metricsStatus;
    }
  }

  private static void require(boolean holds, String name, Object value, String bound) {
    if (!holds) {
      throw new IllegalArgumentException(
          "not a behaviour of a database [%s=%s]; %s is needed".formatted(name, value, bound));
    }
  }
}
