package io.tidemark.job.shared;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.metrics.scope.ScopeFormat;

/**
 * Measures the CPU time of one task's thread. It distinguishes a thread that works from one that
 * only waits, while Flink's "busy" includes both (see docs/metrics.md).
 */
public final class ThreadCpu {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** The threads of each job, by "vertex id/subtask". A task is a member while its thread lives. */
  private static final JobLocal<Map<String, ThreadCpu>> BY_JOB = new JobLocal<>();

  private final long threadId;
  private volatile long lastNanos;

  private ThreadCpu(long threadId) {
    this.threadId = threadId;
  }

  public static ThreadCpu ofCurrentThread() {
    return new ThreadCpu(Thread.currentThread().getId());
  }

  /** Returns the CPU seconds since the thread began; the last known value once it has ended. */
  public double seconds() {
    long nanos = THREADS.getThreadCpuTime(threadId);
    if (nanos >= 0) {
      lastNanos = nanos;
    }
    return lastNanos / 1e9;
  }

  /** Registers the time as a metric, and for {@link #secondsByTask}. */
  public void register(MetricGroup group) {
    group.gauge("task_cpu_seconds_total", this::seconds);
    Map<String, String> scope = group.getAllVariables();
    String task =
        scope.get(ScopeFormat.SCOPE_TASK_VERTEX_ID)
            + "/"
            + scope.get(ScopeFormat.SCOPE_TASK_SUBTASK_INDEX);
    Map<String, ThreadCpu> tasks =
        BY_JOB.join(scope.get(ScopeFormat.SCOPE_JOB_ID), ConcurrentHashMap::new);
    if (tasks.put(task, this) != null) {
      BY_JOB.leave(tasks);
    }
  }

  /** Returns the CPU seconds of a job's tasks in this process, by "vertex id/subtask". */
  public static Map<String, Double> secondsByTask(String jobId) {
    var seconds = new HashMap<String, Double>();
    var tasks = BY_JOB.find(jobId).orElse(Map.of());
    tasks.forEach(
        (task, cpu) -> {
          if (THREADS.getThreadCpuTime(cpu.threadId) >= 0) {
            seconds.put(task, cpu.seconds());
          } else if (tasks.remove(task, cpu)) {
            BY_JOB.leave(tasks);
          }
        });
    return seconds;
  }
}
