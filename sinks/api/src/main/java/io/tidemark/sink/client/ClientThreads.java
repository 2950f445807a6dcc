package io.tidemark.sink.client;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadFactory;

/** Makes a client's threads, and knows the CPU time that they have used, even after they ended. */
public final class ClientThreads implements ThreadFactory {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final String name;
  private final Set<Thread> live = new HashSet<>();
  private int made;
  private long endedNanos;
  private long reportedNanos;

  public ClientThreads(String name) {
    this.name = name;
  }

  @Override
  public synchronized Thread newThread(Runnable work) {
    var thread = new Thread(() -> runCounted(work), name + "-" + made++);
    thread.setDaemon(true);
    live.add(thread);
    return thread;
  }

  /** Returns the CPU time, which never decreases. */
  public synchronized long cpuNanos() {
    long nanos = endedNanos;
    for (Thread thread : live) {
      // The CPU time is -1 for a thread that has not begun.
      nanos += Math.max(0, THREADS.getThreadCpuTime(thread.getId()));
    }
    reportedNanos = Math.max(reportedNanos, nanos);
    return reportedNanos;
  }

  private void runCounted(Runnable work) {
    try {
      work.run();
    } finally {
      ended(Thread.currentThread());
    }
  }

  private synchronized void ended(Thread thread) {
    endedNanos += THREADS.getCurrentThreadCpuTime();
    live.remove(thread);
  }
}
