package io.tidemark.benchmarks.lab.truth;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * What a truth hangs on of the machine that it was measured on; not which machine it was.
 *
 * @param memoryGb to the nearest eight, for what a kernel keeps to itself differs
 * @param kernel its major version
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

  /** A name of a folder: {@code 2-cores-24-gb-linux-6-cgroup-v1}. */
  public String id() {
    return String.format(
        Locale.ROOT, "%d-cores-%d-gb-linux-%s-cgroup-%s", cores, memoryGb, kernel, controlGroups);
  }
}
