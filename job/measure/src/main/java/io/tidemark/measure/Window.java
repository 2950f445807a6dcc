package io.tidemark.measure;

import io.tidemark.readers.Reads;
import io.tidemark.statistics.Estimate;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * All signals of one step, as means over its measured part. What was not measured is null, never
 * zero. Shares are 0 to 1; cores are CPU seconds per second.
 *
 * @param seconds measured
 * @param warmUpSeconds of the step that were left out before
 * @param host the one that the job runs on; null if it runs on several, or is unknown
 * @param database null if nothing was read of it
 * @param marks what makes it doubtful, e.g. that it drifts
 * @param invalid why this window must not be used, empty if it may be
 * @param reads what readers of our own did meanwhile; null without them
 */
public record Window(
    Load load,
    double seconds,
    double warmUpSeconds,
    Throughput throughput,
    Requests requests,
    InFlight inFlight,
    List<Task> tasks,
    Job job,
    Host host,
    Database database,
    List<String> marks,
    List<String> invalid,
    Reads reads) {

  static final String LITTLE = "Little's law is off by";
  static final String AWAY = "the database could not be reached for a part of it";
  static final String RESTARTED = "the database was restarted";

  /** A share that is not computed exactly. */
  private static final double ALL = 1 - 1e-6;

  public Window {
    tasks = List.copyOf(tasks);
    marks = List.copyOf(marks);
    invalid = List.copyOf(invalid);
  }

  /** Without readers. */
  public Window(
      Load load,
      double seconds,
      double warmUpSeconds,
      Throughput throughput,
      Requests requests,
      InFlight inFlight,
      List<Task> tasks,
      Job job,
      Host host,
      Database database,
      List<String> marks,
      List<String> invalid) {
    this(
        load,
        seconds,
        warmUpSeconds,
        throughput,
        requests,
        inFlight,
        tasks,
        job,
        host,
        database,
        marks,
        invalid,
        null);
  }

  public boolean valid() {
    return invalid.isEmpty();
  }

  /**
   * Why it must not be used, but for what a database that goes away and comes back explains: that
   * it did, and that answers come much later than usual.
   */
  public List<String> invalidBeyondOutage() {
    return invalid.stream()
        .filter(why -> Stream.of(LITTLE, AWAY, RESTARTED).noneMatch(why::startsWith))
        .toList();
  }

  /** Whether the database could not be reached for a part of it, or came back in it. */
  public boolean wasDown() {
    return invalid.stream().anyMatch(why -> Stream.of(AWAY, RESTARTED).anyMatch(why::startsWith));
  }

  /** Whether nothing was acknowledged, and all that was answered or given up had failed. */
  public boolean failsAll() {
    return throughput.samplesPerSecond() == 0 && requests.lostShare() > ALL;
  }

  /** The same, not to be used for these reasons. */
  public Window because(List<String> invalid) {
    return with(throughput, database, invalid);
  }

  /** The same, its database seen from one of those that take writes, if that one was read. */
  public Window at(String node) {
    return database == null
        ? this
        : database.busiest.writers.stream()
            .filter(each -> each.name.equals(node))
            .findFirst()
            .map(each -> with(throughput, database.at(each), invalid))
            .orElse(this);
  }

  private Window with(Throughput throughput, Database database, List<String> invalid) {
    return new Window(
        load,
        seconds,
        warmUpSeconds,
        throughput,
        requests,
        inFlight,
        tasks,
        job,
        host,
        database,
        marks,
        invalid,
        reads);
  }

  /** The same beside which this was read. */
  public Window with(Reads beside) {
    return new Window(
        load,
        seconds,
        warmUpSeconds,
        throughput,
        requests,
        inFlight,
        tasks,
        job,
        host,
        database == null ? null : database.beside(beside.askedPerSecond()),
        marks,
        invalid,
        beside);
  }

  /** The same with this for its samples per second. */
  public Window with(Estimate throughput) {
    return with(this.throughput.with(throughput), database, invalid);
  }

  /** The task of this name, or null. */
  public Task task(String name) {
    return tasks.stream().filter(task -> task.name().equals(name)).findFirst().orElse(null);
  }

  /**
   * @param samplesPerSecond acknowledged
   * @param low of the 95 % interval of the mean, of correlated observations
   * @param smoothness coefficient of variation of the samples acknowledged per observation
   * @param backlogSlope where a rate was asked for: samples per second by which what is not yet
   *     acknowledged grows
   */
  public record Throughput(
      double samplesPerSecond,
      Double low,
      Double high,
      Double smoothness,
      Double backlogSlope,
      double callsPerSecond,
      double sentBytesPerSecond) {
    /** Samples per second, as far as they are known: where there is no interval, of no width. */
    public Estimate estimate() {
      return new Estimate(
          samplesPerSecond,
          low == null ? samplesPerSecond : Math.min(samplesPerSecond, low),
          high == null ? samplesPerSecond : Math.max(samplesPerSecond, high));
    }

    Throughput with(Estimate estimate) {
      return new Throughput(
          estimate.value(),
          Math.max(0, estimate.low()),
          estimate.high(),
          smoothness,
          backlogSlope,
          callsPerSecond,
          sentBytesPerSecond);
    }
  }

  /**
   * Milliseconds are of single calls, service time of a closed loop: waiting for a permit is not in
   * them.
   *
   * @param connectShare of the time of all calls, until a connection was there
   * @param sendShare until the body was handed to the socket
   * @param answerShare until the answer was complete
   * @param throttledShare of the calls, answered 429 or 503
   * @param failedShare other calls to be retried
   * @param rejectedShare batches the database refused
   * @param endpoints by address, the slowest first; empty if it is not known who answered
   */
  public record Requests(
      Double meanMillis,
      Double p50Millis,
      Double p90Millis,
      Double p99Millis,
      Double maxMillis,
      Double connectShare,
      Double sendShare,
      Double answerShare,
      double throttledShare,
      double failedShare,
      double rejectedShare,
      List<Endpoint> endpoints) {
    /** Of all calls, put off, given up or refused for good. */
    public double lostShare() {
      return throttledShare + failedShare + rejectedShare;
    }
  }

  /**
   * One address that requests were sent to.
   *
   * @param callsPerSecond answered or given up
   * @param takenInFlight requests in flight on average, of those that it accepted
   * @param refusedShare by the answer in the database's words, e.g. "HTTP 429", or "" for none: of
   *     all calls to this address
   */
  public record Endpoint(
      String address,
      double callsPerSecond,
      double meanMillis,
      double takenInFlight,
      Map<String, Double> refusedShare) {}

  /**
   * @param mean batches in flight, integrated over time
   * @param permitWaitShare of a writer's time with a batch in hand and no a permit it
   * @param littleError relative difference of the mean and rate × mean residence time
   * @param unacknowledgedShare of the requests in flight, whose connection holds bytes that the
   *     database's side has not acknowledged yet, and does: a socket takes in a whole body at once,
   *     so a thin line shows here and not in the time that sending takes; so does a round trip
   * @param unreadShare of the requests in flight, whose connection holds bytes that stand still, as
   *     the other side does not read
   * @param roundTripMillis that a packet takes to the farthest address and back, without any queue
   * @param lines from a host of the job to an address of the database; 0 where it is not known
   * @param lineReadings moments at which connections were counted: one alone says little
   */
  public record InFlight(
      double mean,
      int bound,
      double permitWaitShare,
      Double littleError,
      Double unacknowledgedShare,
      Double unreadShare,
      Double roundTripMillis,
      int lines,
      int lineReadings) {
    /** Whether requests were outstanding all the time that the bound allows. */
    public double use() {
      return mean / bound;
    }
  }

  /**
   * A vertex of the job, as Flink sees it and as its threads' CPU time shows.
   *
   * @param busy share of time; a writer that waits for a permit is busy, too
   * @param cpuCores over all subtasks
   * @param cpuCoresMax of the busiest subtask
   * @param cpuSkew the busiest subtask's CPU time over the mean
   */
  public record Task(
      String name,
      int parallelism,
      Double busy,
      Double backpressured,
      Double idle,
      Double cpuCores,
      Double cpuCoresMax,
      Double cpuSkew) {}

  /**
   * The processes that run the job's tasks.
   *
   * @param cores they may use together, by the quotas of their control groups, too
   * @param gcShare of the time that it is stopped for it, in the process that is so most
   * @param httpCpuCoresMax the HTTP client's threads of the busiest writer
   * @param heapUsedShare in the fullest process
   * @param processes how many
   * @param throttledShare of the periods, in which a quota stopped the process that it stops most;
   *     null where none is known
   */
  public record Job(
      int processes,
      double cores,
      double cpuCores,
      double gcShare,
      Double httpCpuCoresMax,
      Double heapUsedShare,
      Double throttledShare) {
    /** Of processes that no quota is known of. */
    public Job(
        int processes,
        double cores,
        double cpuCores,
        double gcShare,
        Double httpCpuCoresMax,
        Double heapUsedShare) {
      this(processes, cores, cpuCores, gcShare, httpCpuCoresMax, heapUsedShare, null);
    }
  }

  /**
   * @param busyCores by whatever process
   * @param shared whether the database runs here, too
   * @param quota whether it is a control group, with the quota that job and database share
   */
  public record Host(double cores, double busyCores, boolean shared, Boolean quota) {
    /** Reports of before say nothing of it. */
    public Host {
      quota = quota != null && quota;
    }

    /** A machine, or those of its cores that the job may run on. */
    public Host(double cores, double busyCores, boolean shared) {
      this(cores, busyCores, shared, false);
    }

    public double busyShare() {
      return busyCores / cores;
    }
  }

  /**
   * @param cpuCoresUsed over all its processes
   * @param cpuShare CPU used over cores, of the process where that is most
   * @param slotsInUse mean of a sampled gauge
   * @param slots of the processes that take writes
   * @param slotLimitPerSecond requests that found every slot taken
   * @param linkShare of the time that the busiest link to a storage process was sending
   * @param link the address of that
   * @param unreachableStorage addresses of storage processes that are down
   * @param slowInsertShare of the rows that were stored, whose series was not in the cache
   * @param newSeriesShare of the rows that were stored
   * @param ioStalledShare of the time that every task waited for the disk
   * @param diskShare of the time of one that writes files, spent in writes and syncs of them
   * @param rowsPerSecond counted by the processes that take writes, whoever sent them
   * @param rowsIgnored accepted and thrown away within the window, by reason
   * @param sessions null for a database whose connections are no sessions
   * @param restarted within the window
   * @param cores that its processes may use, the least of what they and their host say
   * @param queried who reads it; null where it tells nothing of queries
   */
  public record Database(
      String version,
      Double cpuCoresUsed,
      Double cores,
      Double cpuShare,
      Double slotsInUse,
      Double slots,
      Double slotLimitPerSecond,
      Double slotTimeoutPerSecond,
      Double linkShare,
      String link,
      Boolean readOnly,
      List<String> unreachableStorage,
      Double slowInsertShare,
      Double newSeriesShare,
      Double ioStalledShare,
      Double diskShare,
      Double cpuWaitingShare,
      Double rowsPerSecond,
      Map<String, Long> rowsIgnored,
      Double residentBytes,
      Sessions sessions,
      boolean restarted,
      List<String> warnings,
      Busiest busiest,
      Pressure pressure,
      Queried queried) {

    /** Of a database that tells nothing of queries. */
    public Database(
        String version,
        Double cpuCoresUsed,
        Double cores,
        Double cpuShare,
        Double slotsInUse,
        Double slots,
        Double slotLimitPerSecond,
        Double slotTimeoutPerSecond,
        Double linkShare,
        String link,
        Boolean readOnly,
        List<String> unreachableStorage,
        Double slowInsertShare,
        Double newSeriesShare,
        Double ioStalledShare,
        Double diskShare,
        Double cpuWaitingShare,
        Double rowsPerSecond,
        Map<String, Long> rowsIgnored,
        Double residentBytes,
        Sessions sessions,
        boolean restarted,
        List<String> warnings,
        Busiest busiest,
        Pressure pressure) {
      this(
          version,
          cpuCoresUsed,
          cores,
          cpuShare,
          slotsInUse,
          slots,
          slotLimitPerSecond,
          slotTimeoutPerSecond,
          linkShare,
          link,
          readOnly,
          unreachableStorage,
          slowInsertShare,
          newSeriesShare,
          ioStalledShare,
          diskShare,
          cpuWaitingShare,
          rowsPerSecond,
          rowsIgnored,
          residentBytes,
          sessions,
          restarted,
          warnings,
          busiest,
          pressure,
          null);
    }

    /** Reports of before have none. */
    public Database {
      unreachableStorage = unreachableStorage == null ? List.of() : unreachableStorage;
      pressure = pressure == null ? Pressure.UNKNOWN : pressure;
    }

    /** The same, seen from this node instead of those that are nearest to a limit. */
    public Database at(Node node) {
      return seen(node.cpuShare, node.cpuWaitingShare, busiest.at(node), queried);
    }

    /** The same beside readers of our own, who asked so many of its queries a second. */
    Database beside(double askedPerSecond) {
      return queried == null
          ? this
          : seen(cpuShare, cpuWaitingShare, busiest, queried.beside(askedPerSecond));
    }

    private Database seen(
        Double cpuShare, Double cpuWaitingShare, Busiest busiest, Queried queried) {
      return new Database(
          version,
          cpuCoresUsed,
          cores,
          cpuShare,
          slotsInUse,
          slots,
          slotLimitPerSecond,
          slotTimeoutPerSecond,
          linkShare,
          link,
          readOnly,
          unreachableStorage,
          slowInsertShare,
          newSeriesShare,
          ioStalledShare,
          diskShare,
          cpuWaitingShare,
          rowsPerSecond,
          rowsIgnored,
          residentBytes,
          sessions,
          restarted,
          warnings,
          busiest,
          pressure,
          queried);
    }
  }

  /**
   * The queries that a database answers, whoever asks. What was not reported is null.
   *
   * @param concurrent that it worked on, mean of a sampled gauge
   * @param capacity that it works on at once
   * @param perSecond that were asked
   * @param foreignPerSecond of these, asked by others than our own readers
   * @param cpuCores of the processes that do nothing else than answer them
   */
  public record Queried(
      Double concurrent,
      Double capacity,
      Double perSecond,
      Double foreignPerSecond,
      Double cpuCores) {
    /** Whether anybody asks. */
    public boolean any() {
      return concurrent != null && concurrent > 0 || perSecond != null && perSecond > 0;
    }

    Queried beside(double askedPerSecond) {
      return perSecond == null
          ? this
          : new Queried(
              concurrent, capacity, perSecond, Math.max(0, perSecond - askedPerSecond), cpuCores);
    }
  }

  /**
   * Of the time, in the control group, or on the host, of the process where that is most.
   *
   * @param ioWaitingShare some task waited for the disk
   * @param memoryWaitingShare some task waited for memory to be freed
   * @param memoryStalledShare every task waited for memory to be freed
   * @param stolenShare of the host's cores, taken by other machines; null if no host was read
   * @param diskBusyShare the host's busiest disk had something to do: of one that does many things
   *     at a time this says little; null if no host was read
   * @param memoryLimitBytes of all its processes together, by their control groups or hosts
   * @param memoryKillsPerSecond processes of these groups that were killed for want of memory
   */
  public record Pressure(
      Double ioWaitingShare,
      Double memoryWaitingShare,
      Double memoryStalledShare,
      Double stolenShare,
      Double diskBusyShare,
      Double memoryLimitBytes,
      Double memoryKillsPerSecond) {
    public static final Pressure UNKNOWN = new Pressure(null, null, null, null, null, null, null);
  }

  /**
   * Of a database's processes those that are nearest to a limit. One that is full holds up all, as
   * requests go to each in turn.
   *
   * @param nodes processes that were read
   * @param takingWrites of them, to which requests go in turn
   * @param cpuNode whose CPU share is the database's
   * @param cpuCores that this one may use; null if that is not known
   * @param slotsShare taken, of the insert slots of the node where most are
   * @param slotsFollowCores false where the number of slots was set; null if that is not known
   * @param noneFreeShare of the requests that a node counts, whoever sent them: those that found
   *     every slot taken, at the node where most did; null if none counts them
   * @param writers each that takes writes
   */
  public record Busiest(
      int nodes,
      int takingWrites,
      String cpuNode,
      Double cpuCores,
      String slotsNode,
      Double slotsShare,
      Boolean slotsFollowCores,
      Double noneFreeShare,
      List<Node> writers) {
    /** Reports of before have none. */
    public Busiest {
      writers = writers == null ? List.of() : List.copyOf(writers);
    }

    private Busiest at(Node node) {
      return new Busiest(
          nodes,
          takingWrites,
          node.name,
          node.cores,
          node.name,
          node.slotsShare,
          slotsFollowCores,
          node.noneFreeShare,
          writers);
    }

    /** Of a single process, of which no more is known. */
    public static final Busiest ONE = alike(1, null, null, null, null);

    /** Of nodes that all take writes, and have as many cores. */
    public static Busiest alike(
        int nodes, String cpuNode, String slotsNode, Double slotsShare, Boolean slotsFollowCores) {
      return new Busiest(
          nodes, nodes, cpuNode, null, slotsNode, slotsShare, slotsFollowCores, null, List.of());
    }
  }

  /**
   * One process that takes writes. What it did not report is null.
   *
   * @param name the address of its page
   * @param cpuShare used, of the cores that it may use
   * @param cpuWaitingShare of the time, that something in it waited for CPU
   * @param slotsShare taken, of its insert slots
   * @param noneFreeShare of the requests that it counts, that found every slot taken
   */
  public record Node(
      String name,
      Double cpuShare,
      Double cores,
      Double cpuWaitingShare,
      Double slotsShare,
      Double noneFreeShare) {}

  /**
   * Sampled; shares are of those at work.
   *
   * @param active mean of those at work
   * @param capacity the most connections that it takes
   * @param lockShare that waited for what another session holds; null if not reported
   * @param storageShare that waited for a file, or for who writes it; null if not reported
   * @param lockHolders whom they waited for, as the database names them
   * @param computingShare that waited for nothing: they had a core, or wanted one; null if not
   *     reported
   */
  public record Sessions(
      double active,
      Double capacity,
      Double lockShare,
      Double storageShare,
      List<String> lockHolders,
      Double computingShare) {
    /** Of a database that does not report who waits for nothing. */
    public Sessions(
        double active,
        Double capacity,
        Double lockShare,
        Double storageShare,
        List<String> lockHolders) {
      this(active, capacity, lockShare, storageShare, lockHolders, null);
    }
  }
}
