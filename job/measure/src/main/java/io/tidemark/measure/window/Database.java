package io.tidemark.measure.window;

import io.tidemark.statistics.Known;
import java.util.List;
import java.util.Map;

/**
 * The signals of the database. What was not reported is null; shares are 0 to 1.
 *
 * @param cpuCoresUsed cores that all its processes use
 * @param cores the cores that its processes may use, the least of what they and their host say
 * @param cpuShare CPU used over cores, of the process where it is largest
 * @param slotsInUse insert slots in use: the mean of a sampled gauge
 * @param slots insert slots of the processes that take writes
 * @param slotLimitPerSecond requests that found every slot taken
 * @param slotTimeoutPerSecond requests that gave up waiting for a slot
 * @param linkShare share of the time that the busiest link to a storage process was sending
 * @param link the address behind that link
 * @param unreachableStorage addresses of storage processes that are down
 * @param slowInsertShare share of the stored rows whose series was not in the cache
 * @param newSeriesShare share of the stored rows that began a new series
 * @param ioStalledShare share of the time that every task waited for the disk
 * @param diskShare share of its time that each writer of files spent in writes and syncs
 * @param cpuWaitingShare share of the time that something in it waited for a core
 * @param rowsPerSecond rows that the processes that take writes counted, whoever sent them
 * @param rowsIgnored rows that were accepted and thrown away within the window, by reason
 * @param sessions the sessions; null if the database's connections are no sessions
 * @param restarted whether a process restarted within the window
 * @param queried the queries that it answers
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
  /** Older reports do not have these fields. */
  public Database {
    unreachableStorage = unreachableStorage == null ? List.of() : unreachableStorage;
    pressure = pressure == null ? Pressure.UNKNOWN : pressure;
  }

  /**
   * Returns the share of the stored rows for which the database read its index because its caches
   * are too small. Blocks of the index that left a full cache tell it best: a row whose series
   * alone is in no cache takes little. Otherwise these are the rows of known series that are in no
   * cache; the row that begins a series never is.
   *
   * @return null if it is not known
   */
  public Double uncachedShare() {
    if (pressure.indexMissShare() != null) {
      return pressure.indexMissShare();
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
    return Known.bounded(Known.share(pressure.indexReadCores(), cpuCoresUsed), 1.0);
  }

  /** Returns the same signals, seen from this node instead of the nodes nearest to a limit. */
  public Database at(Node node) {
    return seen(node.cpuShare(), node.cpuWaitingShare(), busiest.at(node), queried);
  }

  /** Returns the same signals beside Tidemark's readers, which asked so many queries per second. */
  public Database beside(double askedPerSecond) {
    return queried == null
        ? this
        : seen(cpuShare, cpuWaitingShare, busiest, queried.beside(askedPerSecond));
  }

  private Database seen(Double cpuShare, Double cpuWaitingShare, Busiest busiest, Queried queried) {
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
