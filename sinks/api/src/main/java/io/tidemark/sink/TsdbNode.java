package io.tidemark.sink;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The signals of one process of a database. A signal that this database or version lacks is absent,
 * never zero. In {@link Cpu}, {@link Pressure} and {@link Link}, names ending in a plural or in
 * {@code Seconds} are counters since the process began, unless marked as gauges.
 *
 * @param name the address where it was read, e.g. "127.0.0.1:8428"
 * @param readAtNanos {@link System#nanoTime} when this content was first seen: a database may serve
 *     one page for a second, and reading the page again makes it no newer
 * @param version the process's version, e.g. "1.79.5"
 * @param startSeconds the Unix time of its start; a change means a restart
 * @param residentBytes gauge: its resident memory
 * @param slots its insert slots. If a process has two limiters, one behind the other, these are the
 *     slots of the one that requests meet first. Every part is absent if the database has no insert
 *     slots
 * @param links its links to the storage processes behind it, by address and, after a space, what is
 *     sent
 * @param flags the settings that are not at their default, and those that change what a verdict
 *     means
 * @param selects the queries that it answers, whoever asks
 */
public record TsdbNode(
    String name,
    Role role,
    long readAtNanos,
    Optional<String> version,
    OptionalDouble startSeconds,
    Cpu cpu,
    Pressure pressure,
    OptionalDouble residentBytes,
    Slots slots,
    Rows rows,
    Storage storage,
    Sessions sessions,
    Map<String, Link> links,
    Map<String, String> flags,
    Selects selects) {

  private static final OptionalDouble ABSENT = OptionalDouble.empty();

  /**
   * Begins the description of a process that is read now. Each of its signals is absent until it is
   * set.
   */
  public static Builder named(String name, Role role) {
    return new Builder(name, role);
  }

  /** Begins the description of a process that differs from this one in what is set. */
  public Builder toBuilder() {
    Builder builder = named(name, role).readAtNanos(readAtNanos).version(version);
    builder.startSeconds(startSeconds).cpu(cpu).pressure(pressure).residentBytes(residentBytes);
    builder.slots(slots).rows(rows).storage(storage).sessions(sessions);
    return builder.links(links).flags(flags).selects(selects);
  }

  /** A description of a process that is not complete yet. Not thread-safe. */
  public static final class Builder {
    private String name;
    private Role role;
    private long readAtNanos = System.nanoTime();
    private Optional<String> version = Optional.empty();
    private OptionalDouble startSeconds = ABSENT;
    private Cpu cpu = new Cpu(ABSENT, ABSENT);
    private Pressure pressure = new Pressure(ABSENT, ABSENT);
    private OptionalDouble residentBytes = ABSENT;
    private Slots slots = new Slots(ABSENT, ABSENT, ABSENT, ABSENT);
    private Rows rows = new Rows(ABSENT, Map.of(), ABSENT, ABSENT);
    private Storage storage = new Storage(ABSENT, ABSENT, ABSENT, ABSENT);
    private Sessions sessions = Sessions.NONE;
    private Map<String, Link> links = Map.of();
    private Map<String, String> flags = Map.of();
    private Selects selects = Selects.NONE;

    private Builder(String name, Role role) {
      this.name = name;
      this.role = role;
    }

    public Builder name(String name) {
      this.name = name;
      return this;
    }

    public Builder role(Role role) {
      this.role = role;
      return this;
    }

    public Builder readAtNanos(long readAtNanos) {
      this.readAtNanos = readAtNanos;
      return this;
    }

    public Builder version(Optional<String> version) {
      this.version = version;
      return this;
    }

    public Builder startSeconds(OptionalDouble startSeconds) {
      this.startSeconds = startSeconds;
      return this;
    }

    public Builder cpu(Cpu cpu) {
      this.cpu = cpu;
      return this;
    }

    public Builder pressure(Pressure pressure) {
      this.pressure = pressure;
      return this;
    }

    public Builder residentBytes(OptionalDouble residentBytes) {
      this.residentBytes = residentBytes;
      return this;
    }

    public Builder slots(Slots slots) {
      this.slots = slots;
      return this;
    }

    public Builder rows(Rows rows) {
      this.rows = rows;
      return this;
    }

    public Builder storage(Storage storage) {
      this.storage = storage;
      return this;
    }

    public Builder sessions(Sessions sessions) {
      this.sessions = sessions;
      return this;
    }

    public Builder links(Map<String, Link> links) {
      this.links = links;
      return this;
    }

    public Builder flags(Map<String, String> flags) {
      this.flags = flags;
      return this;
    }

    public Builder selects(Selects selects) {
      this.selects = selects;
      return this;
    }

    public TsdbNode build() {
      return new TsdbNode(
          name,
          role,
          readAtNanos,
          version,
          startSeconds,
          cpu,
          pressure,
          residentBytes,
          slots,
          rows,
          storage,
          sessions,
          links,
          flags,
          selects);
    }
  }

  public enum Role {
    /** The process takes writes and stores them. */
    SINGLE,
    /** The process takes writes and sends them on. */
    INSERT,
    STORAGE,
    /** The process answers queries from what others store. */
    SELECT,
    /** The process does none of these as far as its page tells; a proxy, for example. */
    OTHER;

    public boolean takesWrites() {
      return this == SINGLE || this == INSERT;
    }
  }

  /**
   * The process's CPU.
   *
   * @param seconds user and system time
   * @param cores gauge: the cores that the process may use, fractional under a quota
   */
  public record Cpu(OptionalDouble seconds, OptionalDouble cores) {}

  /**
   * Pressure stall information of the process's control group, which may hold other processes too.
   *
   * @param cpuWaitingSeconds time that some task waited for a core; or the time of the periods in
   *     which a quota stopped one
   * @param ioWaitingSeconds time that some task waited for the disk
   * @param ioStalledSeconds time that every task waited for the disk
   * @param memoryWaitingSeconds time that some task waited for memory to be freed
   * @param memoryStalledSeconds time that every task waited for memory to be freed
   * @param memoryLimitBytes gauge: the limit of its memory, by a control group or its host
   * @param memoryKills processes of its control group that were killed for want of memory
   * @param indexCache its cache of blocks of its index
   */
  public record Pressure(
      OptionalDouble cpuWaitingSeconds,
      OptionalDouble ioWaitingSeconds,
      OptionalDouble ioStalledSeconds,
      OptionalDouble memoryWaitingSeconds,
      OptionalDouble memoryStalledSeconds,
      OptionalDouble memoryLimitBytes,
      OptionalDouble memoryKills,
      IndexCache indexCache) {
    /** The pressure on a process whose memory limit is not known. */
    public Pressure(
        OptionalDouble cpuWaitingSeconds,
        OptionalDouble ioWaitingSeconds,
        OptionalDouble ioStalledSeconds,
        OptionalDouble memoryWaitingSeconds,
        OptionalDouble memoryStalledSeconds) {
      this(
          cpuWaitingSeconds,
          ioWaitingSeconds,
          ioStalledSeconds,
          memoryWaitingSeconds,
          memoryStalledSeconds,
          ABSENT,
          ABSENT,
          IndexCache.NONE);
    }

    /** The pressure on a process of whose memory nothing is known. */
    public Pressure(OptionalDouble cpuWaitingSeconds, OptionalDouble ioStalledSeconds) {
      this(cpuWaitingSeconds, ABSENT, ioStalledSeconds, ABSENT, ABSENT);
    }
  }

  /**
   * The cache of the blocks of a process's index, in which it looks for what it must know of a
   * series.
   *
   * @param lookUps look-ups of blocks
   * @param misses those of them that the cache did not hold, so that the block was read
   * @param missSeconds the CPU time that reading these blocks took, about
   * @param taken gauge: the share of the cache's room that is taken, 0 to 1
   */
  public record IndexCache(
      OptionalDouble lookUps,
      OptionalDouble misses,
      OptionalDouble missSeconds,
      OptionalDouble taken) {
    public static final IndexCache NONE = new IndexCache(ABSENT, ABSENT, ABSENT, ABSENT);
  }

  /**
   * The insert slots of a process; every part is absent if the database has none (it then leaves
   * {@link Concept#INSERT_SLOTS} out of its {@link Capabilities}).
   *
   * @param inUse gauge, sampled: the slots that are taken
   * @param capacity gauge: the number of slots
   * @param limitReached requests that found every slot taken
   * @param limitTimeouts requests that gave up waiting for a slot
   * @param followCores whether more cores would bring more slots; empty if that is not known
   * @param requests requests that asked for a slot, whoever sent them
   */
  public record Slots(
      OptionalDouble inUse,
      OptionalDouble capacity,
      OptionalDouble limitReached,
      OptionalDouble limitTimeouts,
      Optional<Boolean> followCores,
      OptionalDouble requests) {
    /** The slots of a database that does not count its requests. */
    public Slots(
        OptionalDouble inUse,
        OptionalDouble capacity,
        OptionalDouble limitReached,
        OptionalDouble limitTimeouts,
        Optional<Boolean> followCores) {
      this(inUse, capacity, limitReached, limitTimeouts, followCores, ABSENT);
    }

    public Slots(
        OptionalDouble inUse,
        OptionalDouble capacity,
        OptionalDouble limitReached,
        OptionalDouble limitTimeouts) {
      this(inUse, capacity, limitReached, limitTimeouts, Optional.empty());
    }
  }

  /**
   * The rows that a process counts.
   *
   * @param inserted rows that it took in; a retry counts again, and rows that limits on labels drop
   *     count, too
   * @param ignored rows that it accepted and threw away, by reason
   * @param slowInserts rows whose series was not in the cache
   * @param newSeries series that it had never seen before
   * @param stored rows that this process stored. Each process that stores a replica of a row counts
   *     it; the same is true of slow inserts and new series
   */
  public record Rows(
      OptionalDouble inserted,
      Map<String, Double> ignored,
      OptionalDouble slowInserts,
      OptionalDouble newSeries,
      OptionalDouble stored) {
    /** The rows of a process that does not count what it stores. */
    public Rows(
        OptionalDouble inserted,
        Map<String, Double> ignored,
        OptionalDouble slowInserts,
        OptionalDouble newSeries) {
      this(inserted, ignored, slowInserts, newSeries, ABSENT);
    }
  }

  /**
   * The storage of a process.
   *
   * @param readOnly gauge: 1 if it takes no writes
   * @param diskBytes gauge: its data on disk
   * @param writeSeconds time spent in writes to files
   * @param fsyncSeconds time spent in fsync
   * @param logBytes bytes written to a log before they are in their files
   * @param writers gauge, sampled: the threads that write files; the seconds above are sums over
   *     all of them
   * @param queuedBytes gauge: bytes that a process in front of a database has acknowledged and not
   *     yet written to the database
   */
  public record Storage(
      OptionalDouble readOnly,
      OptionalDouble diskBytes,
      OptionalDouble writeSeconds,
      OptionalDouble fsyncSeconds,
      OptionalDouble logBytes,
      OptionalDouble writers,
      OptionalDouble queuedBytes) {

    /** The storage of a database that does not tell how many write, and queues nothing. */
    public Storage(
        OptionalDouble readOnly,
        OptionalDouble diskBytes,
        OptionalDouble writeSeconds,
        OptionalDouble fsyncSeconds,
        OptionalDouble logBytes) {
      this(readOnly, diskBytes, writeSeconds, fsyncSeconds, logBytes, ABSENT, ABSENT);
    }

    /** The storage of a database that has no such log, or does not count it. */
    public Storage(
        OptionalDouble readOnly,
        OptionalDouble diskBytes,
        OptionalDouble writeSeconds,
        OptionalDouble fsyncSeconds) {
      this(readOnly, diskBytes, writeSeconds, fsyncSeconds, ABSENT);
    }
  }

  /**
   * The sessions of a database that serves each connection in its own session. A session at work is
   * on a CPU, or waits for a lock, for storage or for something else.
   *
   * @param active gauge, sampled: the sessions at work, whatever they wait for
   * @param capacity gauge: the most connections that it takes
   * @param waitingForLocks gauge, sampled: the sessions that wait for what another session holds
   * @param waitingForStorage gauge, sampled: the sessions that wait for a file, or for the session
   *     that writes it
   * @param lockHolders the sessions whose locks others wait for, one line each, as the database
   *     names them
   * @param computing gauge, sampled: the sessions that wait for nothing; they have a core, or want
   *     one
   */
  public record Sessions(
      OptionalDouble active,
      OptionalDouble capacity,
      OptionalDouble waitingForLocks,
      OptionalDouble waitingForStorage,
      List<String> lockHolders,
      OptionalDouble computing) {
    public static final Sessions NONE = new Sessions(ABSENT, ABSENT, ABSENT, ABSENT, List.of());

    /** The sessions of a database that does not tell which of them wait for nothing. */
    public Sessions(
        OptionalDouble active,
        OptionalDouble capacity,
        OptionalDouble waitingForLocks,
        OptionalDouble waitingForStorage,
        List<String> lockHolders) {
      this(active, capacity, waitingForLocks, waitingForStorage, lockHolders, ABSENT);
    }

    public Sessions {
      lockHolders = List.copyOf(lockHolders);
    }
  }

  /**
   * A link to a storage process, which sends one block at a time.
   *
   * @param sendSeconds time spent sending: a rate near 1 means that the link is full
   * @param readOnly gauge: 1 if the storage process takes no writes
   * @param reachable gauge: 0 if the storage process is down
   */
  public record Link(
      OptionalDouble sendSeconds, OptionalDouble readOnly, OptionalDouble reachable) {}

  /**
   * The queries of a process.
   *
   * @param inUse gauge, sampled: the queries that it works on
   * @param capacity gauge: the most queries that it works on at once
   * @param requests queries for a range or a point, whoever asked
   */
  public record Selects(OptionalDouble inUse, OptionalDouble capacity, OptionalDouble requests) {
    public static final Selects NONE = new Selects(ABSENT, ABSENT, ABSENT);
  }
}
