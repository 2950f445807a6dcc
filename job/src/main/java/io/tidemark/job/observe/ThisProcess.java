package io.tidemark.job.observe;

import com.sun.management.OperatingSystemMXBean;
import io.tidemark.job.ThreadCpu;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** Reads this process; cheap enough to do it many times a second. Thread-safe. */
final class ThisProcess {
  private static final String ID = UUID.randomUUID().toString();
  private static final String HOST = host();
  private static final Path HOST_CPU = Path.of("/proc/stat");

  /** Linux counts CPU time for user space in hundredths of a second (proc(5), USER_HZ). */
  private static final double TICKS_PER_SECOND = 100;

  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private ThisProcess() {}

  static ProcessReading read(String jobId, TargetLine line) {
    var heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    double[] hostCpu = hostCpu();
    return new ProcessReading(
        ID,
        HOST,
        SYSTEM.getAvailableProcessors(),
        SYSTEM.getProcessCpuTime() / 1e9,
        gcSeconds(),
        heap.getUsed(),
        heap.getMax(),
        hostCpu[0],
        hostCpu[1],
        line == null ? Double.NaN : line.unacknowledgedConnections(),
        ThreadCpu.secondsByTask(jobId));
  }

  private static double gcSeconds() {
    long millis = 0;
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      millis += Math.max(0, collector.getCollectionTime());
    }
    return millis / 1e3;
  }

  /** Cores, and seconds they were busy; NaN where there is no such file. */
  private static double[] hostCpu() {
    int cores = 0;
    double busyTicks = Double.NaN;
    try {
      for (String line : Files.readAllLines(HOST_CPU)) {
        if (line.startsWith("cpu ")) {
          busyTicks = busyTicks(line);
        } else if (line.startsWith("cpu")) {
          cores++;
        } else {
          break;
        }
      }
    } catch (IOException e) {
      return new double[] {Double.NaN, Double.NaN};
    }
    return new double[] {cores, busyTicks / TICKS_PER_SECOND};
  }

  /** cpu user nice system idle iowait irq softirq steal …: all but idle and iowait. */
  private static double busyTicks(String line) {
    String[] fields = line.trim().split("\\s+");
    double busy = 0;
    for (int i = 1; i < Math.min(fields.length, 9); i++) {
      if (i != 4 && i != 5) {
        busy += Double.parseDouble(fields[i]);
      }
    }
    return busy;
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }
}
