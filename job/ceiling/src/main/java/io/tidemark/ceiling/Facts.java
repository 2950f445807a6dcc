package io.tidemark.ceiling;

import io.tidemark.measure.Window;
import io.tidemark.sink.Capabilities;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * What an attribution judges. The questions that it asks are the findings about job, network,
 * database and host.
 *
 * @param peak the window to explain
 * @param knee of the same search, the window with the least load that reaches the peak's
 *     throughput; null if there is none
 * @param jobCeilingSamplesPerSecond of the job alone; null if it was not measured
 * @param capabilities of the kind of database: what it has no such thing of is no cause, whatever
 *     was reported
 * @param rateAsked whether the user, and not the search, asked the source for a rate
 * @param highestLoadSustained whether the search raised the load as far as it was to, and all of it
 *     was written
 */
public record Facts(
    Window peak,
    Window knee,
    Double jobCeilingSamplesPerSecond,
    Capabilities capabilities,
    boolean rateAsked,
    boolean highestLoadSustained) {

  /** Null if Flink reported nothing. */
  Window.Task source() {
    return peak.tasks().isEmpty() ? null : peak.tasks().get(0);
  }

  /** Of the client's thread of the busiest writer, or the mean of them if it blocks. */
  double clientCores() {
    Double cores = peak.job().httpCpuCoresMax();
    return cores == null ? 0 : cores / clientThreads();
  }

  private double clientThreads() {
    int writers = Math.max(1, Math.min(peak.load().parallelism(), peak.inFlight().bound()));
    return capabilities.threadPerRequest() ? Math.max(1, peak.inFlight().mean() / writers) : 1;
  }

  boolean clientIsFull() {
    return clientCores() >= Thresholds.FULL_THREAD;
  }

  /** The task whose busiest subtask uses most CPU; null if none is known. */
  Window.Task busiestTask() {
    return measured().max(Comparator.comparingDouble(Window.Task::cpuCoresMax)).orElse(null);
  }

  Stream<Window.Task> measured() {
    return peak.tasks().stream().filter(task -> task.cpuCoresMax() != null);
  }

  /** Throughput over the job's own ceiling; null if that was not measured. */
  Double ofJobCeiling() {
    return jobCeilingSamplesPerSecond == null || jobCeilingSamplesPerSecond <= 0
        ? null
        : peak.throughput().samplesPerSecond() / jobCeilingSamplesPerSecond;
  }

  /** Of a core, by the busiest thread of the job; 0 if none is known. */
  double busiestThread() {
    Window.Task task = busiestTask();
    return Math.max(clientCores(), task == null ? 0 : task.cpuCoresMax());
  }

  boolean mostlyCollects() {
    return peak.job().gcShare() >= Thresholds.MOSTLY_GC;
  }

  boolean isAtJobCeiling() {
    Double share = ofJobCeiling();
    return share != null && share >= Thresholds.FULL;
  }

  /** Whether requests wait for the job itself, so that many in flight say nothing of a database. */
  boolean jobHoldsItselfUp() {
    return clientIsFull()
        || mostlyCollects()
        || isAtJobCeiling() && busiestThread() >= Thresholds.WORKING_THREAD;
  }

  boolean hostIsFull() {
    return peak.host() != null && peak.host().busyShare() >= Thresholds.FULL_HOST;
  }

  /** Cores of the job's host that the database uses; 0 if it is elsewhere, or not known. */
  double databaseCoresOnHost() {
    boolean here = peak.host() != null && peak.host().shared() && peak.database() != null;
    Double cores = here ? peak.database().cpuCoresUsed() : null;
    return cores == null ? 0 : cores;
  }

  /** Cores of the job's host that neither job nor database use, 0 if not known. */
  double othersCoresOnHost() {
    return peak.host() == null
        ? 0
        : Math.max(0, peak.host().busyCores() - peak.job().cpuCores() - databaseCoresOnHost());
  }

  /**
   * Whether the host is full, and most of what job and database use of it is the one's.
   *
   * @param cores the one's
   */
  boolean hasMostOfFullHost(double cores) {
    double both = peak.job().cpuCores() + databaseCoresOnHost();
    return hostIsFull()
        && cores / both >= Thresholds.LARGER_PART
        && othersCoresOnHost() <= Thresholds.OTHERS * peak.host().cores();
  }
}
