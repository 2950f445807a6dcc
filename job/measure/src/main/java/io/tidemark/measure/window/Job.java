package io.tidemark.measure.window;

/**
 * The processes that run the job's tasks.
 *
 * @param cores the cores that they may use together, within the quotas of their control groups
 * @param gcShare share of the time that garbage collection stops a process, of the process where it
 *     is largest
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
