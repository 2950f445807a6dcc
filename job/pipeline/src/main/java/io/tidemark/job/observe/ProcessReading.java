package io.tidemark.job.observe;

import java.io.Serializable;
import java.util.Map;

/**
 * What a process that runs tasks says of itself and its host. What it can't tell is NaN.
 *
 * @param id tells it from every other process, also from a later one at the same address
 * @param host name of the machine, as it calls itself
 * @param cores it may use
 * @param cpuSeconds it has used since it began
 * @param gcSeconds its collections took
 * @param heapUsedBytes after whatever collection was last
 * @param hostCores of the machine, that it may run on
 * @param hostBusySeconds summed over those cores since the machine began, by whatever process
 * @param unacknowledgedConnections of this process, to the database, with bytes that its side has
 *     not taken yet; only one that writes tells
 * @param taskCpuSeconds of this job's task threads in this process, by "vertex id/subtask"
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
    Map<String, Double> taskCpuSeconds)
    implements Serializable {}
