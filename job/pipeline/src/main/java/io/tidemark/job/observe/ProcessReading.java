package io.tidemark.job.observe;

import java.io.Serializable;
import java.util.Map;

/**
 * What a process that runs tasks says of itself and its host. What it can't tell is NaN.
 *
 * @param id tells it from every other process, also from a later one at the same address
 * @param host name of the machine, as it calls itself
 * @param cores it may use, fractional under a quota
 * @param cpuSeconds it has used since it began
 * @param gcSeconds in which its collections stopped it
 * @param heapUsedBytes after whatever collection was last
 * @param hostCores of the machine, that it may run on
 * @param hostBusySeconds summed over those cores since the machine began, by whatever process
 * @param line from here to the database; null where it was not looked at, and only one that writes
 *     looks
 * @param taskCpuSeconds of this job's task threads in this process, by "vertex id/subtask"
 * @param quota the tightest around it; null where none is known
 * @param waits for CPU; null where they were not looked at, or can't be told
 */
public record ProcessReading(
    String id,
    String host,
    double cores,
    double cpuSeconds,
    double gcSeconds,
    long heapUsedBytes,
    long heapMaxBytes,
    double hostCores,
    double hostBusySeconds,
    Line line,
    Map<String, Double> taskCpuSeconds,
    Quota quota,
    Waits waits)
    implements Serializable {

  /**
   * Of CPU, for a control group, which may hold other processes too.
   *
   * @param group the same for all that are in it, on one host
   * @param cores that all in it may use together
   * @param cpuSeconds that all in it have used
   * @param throttledSeconds of the periods in which it was stopped, the rest of it or nearly all
   */
  public record Quota(String group, double cores, double cpuSeconds, double throttledSeconds)
      implements Serializable {}

  /**
   * Counters of waiting for a core.
   *
   * @param hostSeconds in which anything on the machine waited
   * @param ownSeconds that threads of this process waited, summed over them
   */
  public record Waits(double hostSeconds, double ownSeconds) implements Serializable {}

  /**
   * The connections of this process to the database.
   *
   * @param moving with bytes that the database's side has not acknowledged yet, and does
   * @param unread with bytes that stand still as the other side does not read
   * @param roundTripSeconds the least that connecting took, at the address that is farthest
   */
  public record Line(int moving, int unread, double roundTripSeconds) implements Serializable {}
}
