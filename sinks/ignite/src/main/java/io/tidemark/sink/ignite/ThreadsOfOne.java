package io.tidemark.sink.ignite;

import io.tidemark.process.Poll;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadFactory;

/**
 * The threads of one client, also those that Ignite's own client starts: a thread belongs to the
 * group of the one that started it. Thread-safe.
 */
final class ThreadsOfOne implements ThreadFactory {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int MORE = 16;

  /** As Netty names them. */
  static final String CONNECTIONS = "nioEventLoopGroup";

  private static final Duration ENDS_WITHIN = Duration.ofSeconds(10);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

  private final ThreadGroup group;
  private long reportedNanos;

  ThreadsOfOne(String name) {
    group = new ThreadGroup(name);
  }

  @Override
  public Thread newThread(Runnable work) {
    var thread = new Thread(group, work, group.getName());
    thread.setDaemon(true);
    return thread;
  }

  /** Never decreases. */
  synchronized long cpuNanos() {
    // -1 for a thread that has not begun
    long nanos =
        live().stream().mapToLong(t -> Math.max(0, THREADS.getThreadCpuTime(t.getId()))).sum();
    reportedNanos = Math.max(reportedNanos, nanos);
    return reportedNanos;
  }

  private List<Thread> live() {
    var threads = new Thread[group.activeCount() + MORE];
    return Arrays.asList(threads).subList(0, group.enumerate(threads));
  }

  /** Of a client that was closed: those of its connections end some time later, by themselves. */
  void awaitEnd() {
    Poll.until(
        ENDS_WITHIN,
        LOOK_AGAIN,
        () -> live().stream().noneMatch(thread -> thread.getName().startsWith(CONNECTIONS)));
  }
}
