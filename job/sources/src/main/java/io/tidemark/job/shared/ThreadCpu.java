package io.tidemark.job.shared;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.metrics.scope.ScopeFormat;

/**
 * CPU time of one task's thread, which tells a thread that works from one that only waits: Flink's
 * "busy" counts both (see docs/metrics.md).
 */
public final class ThreadCpu {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Of each job by "vertex id/subtask"; a task is a member while its thread lives. */
  private static final JobLocal<Map<String, ThreadCpu>> BY_JOB = new JobLocal<>();

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

  /** As a metric, and for {@link #secondsByTask}. */
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

  /** Of a job's tasks that run in this process, by "vertex id/subtask". */
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
