package io.tidemark.benchmarks.lab.truth;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The properties of a machine on which a truth depends; they do not identify the machine.
 *
 * @param memoryGb memory to the nearest 8 GB, because kernels reserve different amounts
 * @param kernel major version of the kernel
 * @param controlGroups v1 or v2
 */
public record Host(int cores, long memoryGb, String kernel, String controlGroups) {
  private static final double STEP = 8.0;

  public static Host here() {
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long gb =
        (long) STEP * Math.max(1, Math.round(system.getTotalMemorySize() / STEP / (1L << 30)));
    boolean v2 = Files.exists(Path.of("/sys/fs/cgroup/cgroup.controllers"));
    return new Host(
        Runtime.getRuntime().availableProcessors(),
        gb,
        system.getVersion().split("\\.")[0],
        v2 ? "v2" : "v1");
  }

  /** Returns a folder's name, such as {@code 2-cores-24-gb-linux-6-cgroup-v1}. */
  public String id() {
    return String.format(
        Locale.ROOT, "%d-cores-%d-gb-linux-%s-cgroup-%s", cores, memoryGb, kernel, controlGroups);
  }
}
