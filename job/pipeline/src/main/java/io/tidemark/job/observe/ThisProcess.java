package io.tidemark.job.observe;

import com.sun.management.OperatingSystemMXBean;
import io.tidemark.process.HostCpu;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.UUID;

/** Reads this process; cheap enough to do it many times a second. Thread-safe. */
final class ThisProcess {
  private static final String ID = UUID.randomUUID().toString();
  private static final String HOST = host();

  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private ThisProcess() {}

  static ProcessReading read(String jobId, TargetLine line) {
    var heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    HostCpu hostCpu = HostCpu.read();
    return new ProcessReading(
        ID,
        HOST,
        SYSTEM.getAvailableProcessors(),
        SYSTEM.getProcessCpuTime() / 1e9,
        gcSeconds(),
        heap.getUsed(),
        heap.getMax(),
        hostCpu.cores(),
        hostCpu.busySeconds(),
        line == null ? null : line.read(),
        ThreadCpu.secondsByTask(jobId));
  }

  private static double gcSeconds() {
    long millis = 0;
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      millis += Math.max(0, collector.getCollectionTime());
    }
    return millis / 1e3;
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }
}
