package io.tidemark.job.observe;

import java.io.Serializable;
import java.util.Map;

/**
 * A reading of a process that runs tasks, and of its host. What it can't tell is NaN.
 *
 * @param id tells it from every other process, also from a later one at the same address
 * @param host the machine's name, as it calls itself
 * @param cores the cores that the process may use, fractional under a quota
 * @param cpuSeconds the CPU seconds that it has used since it began
 * @param gcSeconds the seconds in which garbage collection stopped it
 * @param heapUsedBytes the used heap after the last collection
 * @param hostCores the machine's cores that it may run on
 * @param hostBusySeconds the busy seconds of those cores since the machine began, by any process
 * @param line its connections to the database; null if nobody looked; only writers' are looked at
 * @param taskCpuSeconds CPU seconds of this job's tasks in this process, by "vertex id/subtask"
 * @param quota the tightest CPU quota around it; null if none is known
 * @param waits its waits for CPU; null if nobody looked, or if they can't be told
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
   * A CPU quota of a control group, which may hold other processes too.
   *
   * @param group an identity that all processes in the group share, on one host
   * @param cores the cores that all of them may use together
   * @param cpuSeconds the CPU seconds that all of them have used
   * @param throttledSeconds the seconds of the periods in which the quota stopped the group
   */
  public record Quota(String group, double cores, double cpuSeconds, double throttledSeconds)
      implements Serializable {}

  /**
   * Counters of waiting for a core.
   *
   * @param hostSeconds the seconds in which anything on the machine waited
   * @param ownSeconds the seconds that threads of this process waited, summed over them
   */
  public record Waits(double hostSeconds, double ownSeconds) implements Serializable {}

  /**
   * The connections of this process to the database.
   *
   * @param moving those with bytes that the database's side has not acknowledged, but soon does
   * @param unread those with bytes that stand still because the other side does not read
   * @param roundTripSeconds the shortest time that connecting took, to the farthest address
   */
  public record Line(int moving, int unread, double roundTripSeconds) implements Serializable {}
}
