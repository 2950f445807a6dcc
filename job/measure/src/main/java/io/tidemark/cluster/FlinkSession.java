package io.tidemark.cluster;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig;
import io.tidemark.sink.TargetConfig;
import java.time.Duration;

/** A Flink that takes jobs, inside this process or as a session cluster. Not thread-safe. */
public interface FlinkSession extends AutoCloseable {
  /**
   * Returns what {@code parallelism} means here; 0 becomes all there is.
   *
   * @throws ConfigException if there are not that many slots
   */
  int parallelism(int wanted);

  /** Starts the job; the configuration names its parallelism. */
  FlinkJob submit(JobConfig config, Start start);

  /**
   * Cancels jobs that a former process left behind, and waits until they have ended.
   *
   * @param purpose with which the name after {@link Start#named} begins
   * @return how many there were
   */
  int cancelLeftBehind(String purpose);

  /** Returns the time after which all that the tasks have counted by now is known. */
  Duration reportsWithin();

  /** Returns how old Flink's own metrics of a job may be when they are asked for. */
  Duration metricsInterval();

  /** Tells whether its code has just been loaded and is slower than it will be. */
  boolean startsCold();

  /** Tells whether a job of this parallelism could be started now. */
  boolean hasSlots(int parallelism);

  /** Tells whether the processes that write are on this machine. */
  boolean isLocal();

  /** Returns the same database at addresses that this process reaches, if they differ. */
  default TargetConfig reachable(TargetConfig target) {
    return target;
  }

  /**
   * @param savepoint path that the cluster's processes see
   * @return one with the same content that this process sees
   */
  default String readable(String savepoint) {
    return savepoint;
  }

  /** Returns the CPU seconds of the working processes since they began, as last known. */
  double cpuSeconds();

  /** Returns the same until now, which may take as long as the cluster's metrics do. */
  default double finalCpuSeconds() {
    return cpuSeconds();
  }

  String flinkVersion();

  @Override
  void close();
}
