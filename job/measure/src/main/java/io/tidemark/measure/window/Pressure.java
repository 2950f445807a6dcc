package io.tidemark.measure.window;

/**
 * The pressure on the database's processes: shares of the time in the control group, or on the
 * host, of the process where they are largest.
 *
 * @param ioWaitingShare share of the time that some task waited for the disk
 * @param memoryWaitingShare share of the time that some task waited for memory to be freed
 * @param memoryStalledShare share of the time that every task waited for memory to be freed
 * @param stolenShare share of the host's cores that other machines took; null if no host was read
 * @param diskBusyShare share of the time that the host's busiest disk had something to do; it says
 *     little of a disk that does many things at a time; null if no host was read
 * @param memoryLimitBytes the memory limits of all its processes together, by their control groups
 *     or hosts
 * @param memoryKillsPerSecond processes of these groups that were killed for want of memory
 * @param indexMissShare of the stored rows, or of the look-ups in the index if those are more, the
 *     share that a full cache did not hold
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
