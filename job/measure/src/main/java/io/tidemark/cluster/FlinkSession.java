package io.tidemark.cluster;

import io.tidemark.job.config.ConfigException;
import io.tidemark.job.config.JobConfig;
import io.tidemark.sink.TargetConfig;
import java.time.Duration;

/** A Flink that takes jobs: inside this process, or a session cluster. Not thread-safe. */
public interface FlinkSession extends AutoCloseable {
  /**
   * What {@code parallelism} means here: 0 becomes all there is.
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

  /** After it, whatever all tasks have counted by now is known. */
  Duration reportsWithin();

  /** How old Flink's own metrics of a job may be when they are asked for. */
  Duration metricsInterval();

  /** Whether its code has just been loaded and is slower than it will be. */
  boolean startsCold();

  /** Whether a job of this parallelism could be started now. */
  boolean hasSlots(int parallelism);

  /** Whether the processes that write are on this machine. */
  boolean isLocal();

  /** The same database at addresses that this process reaches, where they differ. */
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

  /** CPU seconds that the processes which do the work have used since they began, as last known. */
  double cpuSeconds();

  /** The same with all that was used until now; may take as long as the cluster's metrics do. */
  default double finalCpuSeconds() {
    return cpuSeconds();
  }

  String flinkVersion();

  @Override
  void close();
}
