package io.tidemark.measure;

import io.tidemark.readers.Reads;
import io.tidemark.statistics.Estimate;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * All signals of one step, as means over its measured part. A signal that was not measured is null,
 * never zero. Shares are 0 to 1; cores are CPU seconds per second.
 *
 * @param seconds the duration of the measured part
 * @param warmUpSeconds the part of the step before it, which is left out
 * @param host the host that the job runs on; null if there are several, or if it is unknown
 * @param database the database's signals; null if none were read
 * @param marks what makes the window doubtful, e.g. that the throughput drifts
 * @param invalid why this window must not be used; empty if it may be
 * @param reads what Tidemark's readers did meanwhile; null if there were none
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

  /** A share from here up counts as all, because shares are not computed exactly. */
  private static final double ALL = 1 - 1e-6;

  public Window {
    tasks = List.copyOf(tasks);
    marks = List.copyOf(marks);
    invalid = List.copyOf(invalid);
  }

  /** A window without readers. */
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
   * Returns why the window must not be used, without the reasons that an outage of the database
   * explains: that it went away and came back, and that answers came much later than usual.
   */
  public List<String> invalidBeyondOutage() {
    return invalid.stream()
        .filter(why -> Stream.of(LITTLE, AWAY, RESTARTED).noneMatch(why::startsWith))
        .toList();
  }

  /**
   * Tells whether the database could not be reached for a part of the window or came back in it.
   */
  public boolean wasDown() {
    return invalid.stream().anyMatch(why -> Stream.of(AWAY, RESTARTED).anyMatch(why::startsWith));
  }

  /**
   * Tells whether nothing was acknowledged and every request that was answered or given up had
   * failed.
   */
  public boolean failsAll() {
    return throughput.samplesPerSecond() == 0 && requests.lostShare() > ALL;
  }

  /** Returns the same window, not to be used for these reasons. */
  public Window because(List<String> invalid) {
    return with(throughput, database, invalid);
  }

  /**
   * Returns the same window with the database seen from one node that takes writes, if that node
   * was read.
   */
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

  /** Returns the same window with these readers beside it. */
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

  /** Returns the same window with another estimate of its samples per second. */
  public Window with(Estimate throughput) {
    return with(this.throughput.with(throughput), database, invalid);
  }

  /** Returns the task of this name, or null. */
  public Task task(String name) {
    return tasks.stream().filter(task -> task.name().equals(name)).findFirst().orElse(null);
  }

  /**
   * The throughput of the window.
   *
   * @param samplesPerSecond acknowledged samples
   * @param low lower end of the mean's 95 % interval, which allows for correlated observations
   * @param smoothness coefficient of variation of the samples acknowledged per observation
   * @param backlogSlope if a rate was asked for, the samples per second by which the unacknowledged
   *     ones grow in number
   */
  public record Throughput(
      double samplesPerSecond,
      Double low,
      Double high,
      Double smoothness,
      Double backlogSlope,
      double callsPerSecond,
      double sentBytesPerSecond) {
    /**
     * Returns the samples per second with their interval; the interval has no width if none is
     * known.
     */
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
   * The calls to the database. Milliseconds are the latency of single calls, that is, the service
   * time of a closed loop: waiting for a permit is not in them.
   *
   * @param connectShare share of the time of all calls until a connection was there
   * @param sendShare share from then until the body was handed to the socket
   * @param answerShare share from then until the answer was complete
   * @param throttledShare share of the calls that were answered 429 or 503
   * @param failedShare share of the other calls that are to be retried
   * @param rejectedShare share of the calls whose batch the database refused
   * @param endpoints the addresses, the slowest first; empty if it is not known who answered
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
    /** Returns the share of all calls that were put off, given up or refused for good. */
    public double lostShare() {
      return throttledShare + failedShare + rejectedShare;
    }
  }

  /**
   * One address that requests were sent to.
   *
   * @param callsPerSecond calls that were answered or given up
   * @param takenInFlight mean number of requests in flight that the address then accepted
   * @param refusedShare share of all calls to this address by the answer in the database's words,
   *     e.g. "HTTP 429", or "" for no answer
   */
  public record Endpoint(
      String address,
      double callsPerSecond,
      double meanMillis,
      double takenInFlight,
      Map<String, Double> refusedShare) {}

  /**
   * The requests in flight.
   *
   * @param mean the batches in flight, averaged over time
   * @param permitWaitShare share of the time that a writer has a batch in hand and no permit for it
   * @param littleError relative difference between the mean and rate × mean residence time
   * @param unacknowledgedShare share of the requests in flight whose connection holds bytes that
   *     the database's side has not acknowledged yet, but soon does. A socket takes in a whole body
   *     at once, so a thin line shows here and not in the time that sending takes; a long round
   *     trip shows here as well
   * @param unreadShare share of the requests in flight whose connection holds bytes that stand
   *     still because the other side does not read
   * @param roundTripMillis the time that a packet takes to the farthest address and back without
   *     any queue
   * @param lines number of lines from a host of the job to an address of the database; 0 if it is
   *     not known
   * @param lineReadings number of moments at which connections were counted; one moment says little
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
    /**
     * Returns the mean number of requests in flight over the bound. It is 1 if they were
     * outstanding all the time.
     */
    public double use() {
      return mean / bound;
    }
  }

  /**
   * A vertex of the job, as Flink sees it and as its threads' CPU time shows.
   *
   * @param busy share of the time that it is busy; a writer that waits for a permit counts as busy
   * @param cpuCores cores that all subtasks use
   * @param cpuCoresMax cores that the busiest subtask uses
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
   * @param cores the cores that they may use together, within the quotas of their control groups
   * @param gcShare share of the time that garbage collection stops a process, of the process where
   *     it is largest
   * @param httpCpuCoresMax cores that the client's threads of the busiest writer use
   * @param heapUsedShare share of the heap that is used, of the fullest process
   * @param processes the number of processes
   * @param throttledShare share of the periods in which a quota stopped a process, of the process
   *     where it is largest; null if none is known
   */
  public record Job(
      int processes,
      double cores,
      double cpuCores,
      double gcShare,
      Double httpCpuCoresMax,
      Double heapUsedShare,
      Double throttledShare) {
    /** Processes of which no quota is known. */
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
   * The host that the job runs on, or the control group that stands for it.
   *
   * @param busyCores cores that any process uses
   * @param shared whether the database runs here, too
   * @param quota whether this is the control group whose quota job and database share
   */
  public record Host(double cores, double busyCores, boolean shared, Boolean quota) {
    /** Older reports do not have this field. */
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
   * The signals of the database.
   *
   * @param cpuCoresUsed cores that all its processes use
   * @param cpuShare CPU used over cores, of the process where it is largest
   * @param slotsInUse insert slots in use: the mean of a sampled gauge; null if the database has
   *     none
   * @param slots insert slots of the processes that take writes
   * @param slotLimitPerSecond requests that found every slot taken
   * @param linkShare share of the time that the busiest link to a storage process was sending
   * @param link the address behind that link
   * @param unreachableStorage addresses of storage processes that are down
   * @param slowInsertShare share of the stored rows whose series was not in the cache
   * @param newSeriesShare share of the stored rows that began a new series
   * @param ioStalledShare share of the time that every task waited for the disk
   * @param diskShare share of its time that each writer of files spent in writes and syncs
   * @param rowsPerSecond rows that the processes that take writes counted, whoever sent them
   * @param rowsIgnored rows that were accepted and thrown away within the window, by reason
   * @param sessions the sessions; null if the database's connections are no sessions
   * @param restarted whether a process restarted within the window
   * @param cores the cores that its processes may use, the least of what they and their host say
   * @param queried the queries that it answers; null if it reports nothing of queries
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

    /** A database that reports nothing of queries. */
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

    /** Older reports do not have these fields. */
    public Database {
      unreachableStorage = unreachableStorage == null ? List.of() : unreachableStorage;
      pressure = pressure == null ? Pressure.UNKNOWN : pressure;
    }

    /**
     * Returns the share of the stored rows for which the database read its index because its caches
     * are too small. Blocks of the index that left a full cache tell it best: a row whose series
     * alone is in no cache takes little. Otherwise these are the rows of known series that are in
     * no cache; the row that begins a series never is.
     *
     * @return null if it is not known
     */
    public Double uncachedShare() {
      if (pressure.indexMissShare != null) {
        return pressure.indexMissShare;
      }
      return slowInsertShare == null || newSeriesShare == null
          ? slowInsertShare
          : Double.valueOf(Math.max(0, slowInsertShare - newSeriesShare));
    }

    /**
     * Returns the share of its CPU with which the database reads its index again because its caches
     * are too small, 0 to 1; null if it is not known.
     */
    public Double rereadingShare() {
      return pressure.indexReadCores == null || cpuCoresUsed == null || cpuCoresUsed <= 0
          ? null
          : Double.valueOf(Math.min(1, pressure.indexReadCores / cpuCoresUsed));
    }

    /** Returns the same signals, seen from this node instead of the nodes nearest to a limit. */
    public Database at(Node node) {
      return seen(node.cpuShare, node.cpuWaitingShare, busiest.at(node), queried);
    }

    /**
     * Returns the same signals beside Tidemark's readers, which asked so many of the queries per
     * second.
     */
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
   * @param concurrent queries that it worked on: the mean of a sampled gauge
   * @param capacity the most queries that it works on at once
   * @param perSecond queries that were asked
   * @param foreignPerSecond those of them that others than Tidemark's readers asked
   * @param cpuCores cores of the processes that only answer queries
   */
  public record Queried(
      Double concurrent,
      Double capacity,
      Double perSecond,
      Double foreignPerSecond,
      Double cpuCores) {
    /** Tells whether anybody asks. */
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
   * The pressure on the database's processes: shares of the time in the control group, or on the
   * host, of the process where they are largest.
   *
   * @param ioWaitingShare share of the time that some task waited for the disk
   * @param memoryWaitingShare share of the time that some task waited for memory to be freed
   * @param memoryStalledShare share of the time that every task waited for memory to be freed
   * @param stolenShare share of the host's cores that other machines took; null if no host was read
   * @param diskBusyShare share of the time that the host's busiest disk had something to do; it
   *     says little of a disk that does many things at a time; null if no host was read
   * @param memoryLimitBytes the memory limits of all its processes together, by their control
   *     groups or hosts
   * @param memoryKillsPerSecond processes of these groups that were killed for want of memory
   * @param indexMissShare of the stored rows, or of the look-ups in the index if those are more,
   *     the share that a full cache did not hold
   * @param indexReadCores cores of all its processes that read again what these caches did not hold
   */
  public record Pressure(
      Double ioWaitingShare,
      Double memoryWaitingShare,
      Double memoryStalledShare,
      Double stolenShare,
      Double diskBusyShare,
      Double memoryLimitBytes,
      Double memoryKillsPerSecond,
      Double indexMissShare,
      Double indexReadCores) {
    public static final Pressure UNKNOWN =
        new Pressure(null, null, null, null, null, null, null, null, null);
  }

  /**
   * Those of a database's processes that are nearest to a limit. One full process holds up all
   * requests, because they go to each process in turn.
   *
   * @param nodes number of processes that were read
   * @param takingWrites number of those to which requests go in turn
   * @param cpuNode the process whose CPU share is the database's
   * @param cpuCores the cores that this process may use; null if that is not known
   * @param slotsShare share of insert slots taken, of the node where it is largest
   * @param slotsFollowCores false if the number of slots was set; null if that is not known
   * @param noneFreeShare share of the requests counted by a node, whoever sent them, that found
   *     every slot taken, of the node where it is largest; null if no node counts them
   * @param writers the processes that take writes
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
    /** Older reports do not have this field. */
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

    /** A single process, of which no more is known. */
    public static final Busiest ONE = alike(1, null, null, null, null);

    /** Returns nodes that all take writes and have equally many cores. */
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
   * @param cpuShare share of its cores that it uses
   * @param cpuWaitingShare share of the time that something in it waited for CPU
   * @param slotsShare share of its insert slots that is taken
   * @param noneFreeShare share of the requests that it counts that found every slot taken
   */
  public record Node(
      String name,
      Double cpuShare,
      Double cores,
      Double cpuWaitingShare,
      Double slotsShare,
      Double noneFreeShare) {}

  /**
   * The sessions of the database, sampled; shares are of the sessions at work.
   *
   * @param active mean number of sessions at work
   * @param capacity the most connections that it takes
   * @param lockShare share that waited for what another session holds; null if not reported
   * @param storageShare share that waited for a file, or for the session that writes it; null if
   *     not reported
   * @param lockHolders the sessions that they waited for, as the database names them
   * @param computingShare share that waited for nothing, and had a core or wanted one; null if not
   *     reported
   */
  public record Sessions(
      double active,
      Double capacity,
      Double lockShare,
      Double storageShare,
      List<String> lockHolders,
      Double computingShare) {
    /** The sessions of a database that does not report which of them wait for nothing. */
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
