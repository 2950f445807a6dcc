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
 * @param unacknowledgedConnections of this process, to the database, with bytes that its side has
 *     not taken yet; only one that writes tells
 * @param taskCpuSeconds of this job's task threads in this process, by "vertex id/subtask"
 * @param quota the tightest around it; null where none is known
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
    double unacknowledgedConnections,
    Map<String, Double> taskCpuSeconds,
    Quota quota)
    implements Serializable {

  /** Of a process that no quota is known of. */
  public ProcessReading(
      String id,
      String host,
      double cores,
      double cpuSeconds,
      double gcSeconds,
      long heapUsedBytes,
      long heapMaxBytes,
      double hostCores,
      double hostBusySeconds,
      double unacknowledgedConnections,
      Map<String, Double> taskCpuSeconds) {
    this(
        id,
        host,
        cores,
        cpuSeconds,
        gcSeconds,
        heapUsedBytes,
        heapMaxBytes,
        hostCores,
        hostBusySeconds,
        unacknowledgedConnections,
        taskCpuSeconds,
        null);
  }

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
}
