package io.tidemark.job.observe;

import com.sun.management.OperatingSystemMXBean;
import io.tidemark.job.shared.ThreadCpu;
import io.tidemark.process.CpuQuota;
import io.tidemark.process.CpuWaits;
import io.tidemark.process.HostCpu;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** Reads this process; cheap enough to do it many times a second. Thread-safe. */
final class ThisProcess {
  private static final String ID = UUID.randomUUID().toString();
  private static final String HOST = host();
  private static final long PID = ProcessHandle.current().pid();

  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private static final long WAITS_PERIOD_NANOS = 1_000_000_000;
  private static final CpuWaits WAITS = new CpuWaits();
  private static final AtomicLong NEXT_WAITS_NANOS = new AtomicLong(System.nanoTime());

  private ThisProcess() {}

  static ProcessReading read(String jobId, TargetLine line) {
    var heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    HostCpu hostCpu = HostCpu.read();
    Optional<CpuQuota> quota = CpuQuota.of(PID);
    return new ProcessReading(
        ID,
        HOST,
        cores(hostCpu, quota),
        SYSTEM.getProcessCpuTime() / 1e9,
        GcPauses.seconds(),
        heap.getUsed(),
        heap.getMax(),
        hostCpu.cores(),
        hostCpu.busySeconds(),
        line == null ? null : line.read(),
        ThreadCpu.secondsByTask(jobId),
        quota.map(ThisProcess::reading).orElse(null),
        line == null ? null : waits());
  }

  /** Returns null if any task read the waits less than a second ago: a reading takes 1 ms. */
  private static ProcessReading.Waits waits() {
    long now = System.nanoTime();
    long next = NEXT_WAITS_NANOS.get();
    if (now - next < 0 || !NEXT_WAITS_NANOS.compareAndSet(next, now + WAITS_PERIOD_NANOS)) {
      return null;
    }
    return new ProcessReading.Waits(CpuWaits.hostSeconds(), WAITS.ownSeconds());
  }

  /** Returns the cores, which may be fractional; the JVM itself counts whole ones. */
  private static double cores(HostCpu host, Optional<CpuQuota> quota) {
    double allowed = Double.isNaN(host.cores()) ? SYSTEM.getAvailableProcessors() : host.cores();
    return Math.min(allowed, quota.map(CpuQuota::cores).orElse(Double.POSITIVE_INFINITY));
  }

  private static ProcessReading.Quota reading(CpuQuota quota) {
    return new ProcessReading.Quota(
        quota.group().toString(),
        quota.cores(),
        quota.cpuSeconds().orElse(Double.NaN),
        quota.throttledSeconds().orElse(Double.NaN));
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }
}
