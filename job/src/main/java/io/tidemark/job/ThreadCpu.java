package io.tidemark.job;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.apache.flink.metrics.MetricGroup;

/**
 * CPU time of one task's thread, which tells a thread that works from one that only waits: Flink's
 * "busy" counts both (see docs/metrics.md).
 */
public final class ThreadCpu {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final long threadId;
  private volatile long lastNanos;

  private ThreadCpu(long threadId) {
    this.threadId = threadId;
  }

  public static ThreadCpu ofCurrentThread() {
    return new ThreadCpu(Thread.currentThread().getId());
  }

  /** Since the thread began; once it has ended, what was last seen. */
  public double seconds() {
    long nanos = THREADS.getThreadCpuTime(threadId);
    if (nanos >= 0) {
      lastNanos = nanos;
    }
    return lastNanos / 1e9;
  }

  public void register(MetricGroup group) {
    group.gauge("task_cpu_seconds_total", this::seconds);
  }
}
