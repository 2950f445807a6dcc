package io.tidemark.sink;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What one process of a database says of itself. A signal that this database or version lacks is
 * absent, never zero. Names ending in a plural or in {@code Seconds} of {@link Cpu}, {@link
 * Pressure} and {@link Link} are counters since the process began, unless marked as gauges.
 *
 * @param name where it was read, e.g. "127.0.0.1:8428"
 * @param readAtNanos {@link System#nanoTime} when this content was first seen: a database may serve
 *     one page for a second, and what is read again is no newer for that
 * @param version e.g. "1.79.5"
 * @param startSeconds Unix time; a change means a restart
 * @param residentBytes gauge
 * @param slots insert requests it works on; where a process has two limiters one behind the other,
 *     the one that requests meet first
 * @param links to the storage processes behind it, by address and, after a space, what is sent
 * @param flags settings that are not at their default, and those that change what a verdict means
 * @param selects queries that it answers, whoever asks
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

  /** Of a process that tells nothing of queries. */
  public TsdbNode(
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
      Map<String, String> flags) {
    this(
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
        Selects.NONE);
  }

  public TsdbNode with(Cpu other) {
    return new TsdbNode(
        name,
        role,
        readAtNanos,
        version,
        startSeconds,
        other,
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

  public TsdbNode with(Pressure other) {
    return new TsdbNode(
        name,
        role,
        readAtNanos,
        version,
        startSeconds,
        cpu,
        other,
        residentBytes,
        slots,
        rows,
        storage,
        sessions,
        links,
        flags,
        selects);
  }

  public TsdbNode with(Map<String, String> otherFlags) {
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
        Map.copyOf(otherFlags),
        selects);
  }

  public enum Role {
    /** Takes writes and stores them. */
    SINGLE,
    /** Takes writes and hands them on. */
    INSERT,
    STORAGE,
    /** Answers queries from what others store. */
    SELECT,
    /** Neither, as far as its page tells: a proxy, say. */
    OTHER;

    public boolean takesWrites() {
      return this == SINGLE || this == INSERT;
    }
  }

  /**
   * @param seconds user and system time
   * @param cores gauge: what the process may use, fractional under a quota
   */
  public record Cpu(OptionalDouble seconds, OptionalDouble cores) {}

  /**
   * Pressure stall information of its control group, which may hold other processes too.
   *
   * @param cpuWaitingSeconds some task waited; or of the periods in which a quota stopped one
   * @param ioWaitingSeconds some task waited for the disk
   * @param ioStalledSeconds every task waited for the disk
   * @param memoryWaitingSeconds some task waited for memory to be freed
   * @param memoryStalledSeconds every task waited for memory to be freed
   * @param memoryLimitBytes gauge: of its memory, by a control group or its host
   * @param memoryKills processes of its control group that were killed for want of memory
   */
  public record Pressure(
      OptionalDouble cpuWaitingSeconds,
      OptionalDouble ioWaitingSeconds,
      OptionalDouble ioStalledSeconds,
      OptionalDouble memoryWaitingSeconds,
      OptionalDouble memoryStalledSeconds,
      OptionalDouble memoryLimitBytes,
      OptionalDouble memoryKills) {
    /** Where no limit of its memory is known. */
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
          OptionalDouble.empty(),
          OptionalDouble.empty());
    }

    /** Where nothing is known of memory. */
    public Pressure(OptionalDouble cpuWaitingSeconds, OptionalDouble ioStalledSeconds) {
      this(
          cpuWaitingSeconds,
          OptionalDouble.empty(),
          ioStalledSeconds,
          OptionalDouble.empty(),
          OptionalDouble.empty());
    }
  }

  /**
   * @param inUse gauge, sampled
   * @param capacity gauge
   * @param limitReached requests that found every slot taken
   * @param limitTimeouts requests that gave up waiting for one
   * @param followCores whether more cores would bring more of them; empty if that is not known
   * @param requests that asked for one, whoever sent them
   */
  public record Slots(
      OptionalDouble inUse,
      OptionalDouble capacity,
      OptionalDouble limitReached,
      OptionalDouble limitTimeouts,
      Optional<Boolean> followCores,
      OptionalDouble requests) {
    /** Of a database that does not count its requests. */
    public Slots(
        OptionalDouble inUse,
        OptionalDouble capacity,
        OptionalDouble limitReached,
        OptionalDouble limitTimeouts,
        Optional<Boolean> followCores) {
      this(inUse, capacity, limitReached, limitTimeouts, followCores, OptionalDouble.empty());
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
   * @param inserted taken in; counted again on a retry, and before the limits on labels
   * @param ignored accepted and thrown away, by reason
   * @param slowInserts the series was not in the cache
   * @param newSeries never seen before
   * @param stored by this process: of a row with replicas each that stores one counts it, and so do
   *     slow inserts and new series
   */
  public record Rows(
      OptionalDouble inserted,
      Map<String, Double> ignored,
      OptionalDouble slowInserts,
      OptionalDouble newSeries,
      OptionalDouble stored) {
    /** Of a process that does not count what it stores. */
    public Rows(
        OptionalDouble inserted,
        Map<String, Double> ignored,
        OptionalDouble slowInserts,
        OptionalDouble newSeries) {
      this(inserted, ignored, slowInserts, newSeries, OptionalDouble.empty());
    }
  }

  /**
   * @param readOnly gauge: 1 if it takes no writes
   * @param diskBytes gauge: data on disk
   * @param writeSeconds time spent in writes to files
   * @param fsyncSeconds time spent in fsync
   * @param logBytes written to a log before they are in their files
   * @param writers gauge, sampled: those that write files, for the seconds are of all of them
   * @param queuedBytes gauge: acknowledged and not yet written to a database, of what queues before
   *     it
   */
  public record Storage(
      OptionalDouble readOnly,
      OptionalDouble diskBytes,
      OptionalDouble writeSeconds,
      OptionalDouble fsyncSeconds,
      OptionalDouble logBytes,
      OptionalDouble writers,
      OptionalDouble queuedBytes) {

    /** Of a database that does not tell how many write, and queues nothing. */
    public Storage(
        OptionalDouble readOnly,
        OptionalDouble diskBytes,
        OptionalDouble writeSeconds,
        OptionalDouble fsyncSeconds,
        OptionalDouble logBytes) {
      this(
          readOnly,
          diskBytes,
          writeSeconds,
          fsyncSeconds,
          logBytes,
          OptionalDouble.empty(),
          OptionalDouble.empty());
    }

    /** Of a database without such a log, or that does not count it. */
    public Storage(
        OptionalDouble readOnly,
        OptionalDouble diskBytes,
        OptionalDouble writeSeconds,
        OptionalDouble fsyncSeconds) {
      this(readOnly, diskBytes, writeSeconds, fsyncSeconds, OptionalDouble.empty());
    }
  }

  /**
   * Of a database that works for each connection in a session of its own. Those at work are on a
   * CPU, or wait for one of these or something else.
   *
   * @param active gauge, sampled: those at work, whatever they wait for
   * @param capacity gauge: the most connections that it takes
   * @param waitingForLocks gauge, sampled: those that wait for what another session holds
   * @param waitingForStorage gauge, sampled: those that wait for a file, or for who writes it
   * @param lockHolders whom those wait for, one line each, as the database names them
   * @param computing gauge, sampled: those that wait for nothing; they have a core, or want one
   */
  public record Sessions(
      OptionalDouble active,
      OptionalDouble capacity,
      OptionalDouble waitingForLocks,
      OptionalDouble waitingForStorage,
      List<String> lockHolders,
      OptionalDouble computing) {
    public static final Sessions NONE =
        new Sessions(
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            List.of());

    /** Where it is not told who waits for nothing. */
    public Sessions(
        OptionalDouble active,
        OptionalDouble capacity,
        OptionalDouble waitingForLocks,
        OptionalDouble waitingForStorage,
        List<String> lockHolders) {
      this(
          active,
          capacity,
          waitingForLocks,
          waitingForStorage,
          lockHolders,
          OptionalDouble.empty());
    }

    public Sessions {
      lockHolders = List.copyOf(lockHolders);
    }
  }

  /**
   * One connection that is served one block at a time.
   *
   * @param sendSeconds time spent sending: a rate near 1 means the link is full
   * @param readOnly gauge: 1 if the storage process takes no writes
   * @param reachable gauge: 0 if it is down
   */
  public record Link(
      OptionalDouble sendSeconds, OptionalDouble readOnly, OptionalDouble reachable) {}

  /**
   * @param inUse gauge, sampled: queries that it works on
   * @param capacity gauge: as many as it works on at once
   * @param requests for a range or a point, whoever asked
   */
  public record Selects(OptionalDouble inUse, OptionalDouble capacity, OptionalDouble requests) {
    public static final Selects NONE =
        new Selects(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());
  }
}
