package io.tidemark.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The CPU that a control group may use: the scheduler gives it so much time in each period, and
 * stops it for the rest of one in which that is used up (Linux, sched-bwc).
 *
 * @param accounted where the time is counted that all in the group use; null where nothing counts
 *     it for just these
 * @param cores time per period
 * @param periodSeconds as it was set
 */
public record CpuQuota(Path group, Path accounted, double cores, double periodSeconds) {
  private static final Path GROUPS = Path.of("/sys/fs/cgroup");
  private static final double MICROS = 1e6;
  private static final double NANOS = 1e9;

  /** The tightest around a process; empty where none is, or none can be read. */
  public static Optional<CpuQuota> of(long pid) {
    return of(groups(pid), GROUPS);
  }

  /**
   * Of the periods in which it was stopped, the rest of it or nearly all of it: a counter. 0 where
   * nothing stops it for sure; empty if that can't be known.
   */
  public static OptionalDouble throttledSeconds(long pid) {
    List<String> groups = groups(pid);
    return of(groups, GROUPS)
        .map(CpuQuota::throttledSeconds)
        .orElseGet(() -> isNone(groups, GROUPS) ? OptionalDouble.of(0) : OptionalDouble.empty());
  }

  private static List<String> groups(long pid) {
    try {
      return Files.readAllLines(Path.of("/proc/" + pid + "/cgroup"));
    } catch (IOException e) {
      return List.of();
    }
  }

  /**
   * @param groups lines of {@code /proc/PID/cgroup}: number, controllers, path
   * @param root where the groups are mounted
   */
  static Optional<CpuQuota> of(List<String> groups, Path root) {
    Optional<CpuQuota> tightest = Optional.empty();
    for (Around around : around(groups, root)) {
      for (Path at = around.group; at.startsWith(around.top); at = at.getParent()) {
        Optional<CpuQuota> own = around.v2 ? read(at) : readV1(at, around.accounted(at));
        if (own.isPresent() && (tightest.isEmpty() || own.get().cores < tightest.get().cores)) {
          tightest = own;
        }
      }
    }
    return tightest;
  }

  /**
   * Whether it is certain that there is none: all groups around the process can be seen, up to the
   * host's own, which has a file that others have not, or lacks one that these have. In a container
   * the outermost that can be seen is the container's.
   */
  static boolean isNone(List<String> groups, Path root) {
    List<Around> all = around(groups, root);
    return of(groups, root).isEmpty()
        && all.stream().anyMatch(Around::isHosts)
        && all.stream().allMatch(around -> Files.isDirectory(around.group));
  }

  /**
   * @param accounting the top of the tree that counts the time of the same groups; null if none
   *     does
   */
  private record Around(Path top, Path group, boolean v2, Path accounting) {
    Path accounted(Path at) {
      return accounting == null ? null : accounting.resolve(top.relativize(at));
    }

    boolean isHosts() {
      return v2
          ? Files.exists(top.resolve("cgroup.controllers"))
              && Files.notExists(top.resolve("cgroup.type"))
          : Files.exists(top.resolve("release_agent"));
    }
  }

  private static List<Around> around(List<String> groups, Path root) {
    var around = new ArrayList<Around>();
    for (String line : groups) {
      String[] fields = line.split(":", 3);
      boolean v2 = fields[1].isEmpty();
      if (v2 || List.of(fields[1].split(",")).contains("cpu")) {
        Path top = v2 ? root : root.resolve(fields[1]);
        Path accounting = v2 ? top : accounting(groups, fields[2], root);
        around.add(new Around(top, top.resolve(fields[2].substring(1)), v2, accounting));
      }
    }
    return around;
  }

  /**
   * The older kind may count the time in a tree of its own, where a process may be in another group
   * than that which has the quota.
   */
  private static Path accounting(List<String> groups, String group, Path root) {
    return groups.stream()
        .map(line -> line.split(":", 3))
        .filter(fields -> List.of(fields[1].split(",")).contains("cpuacct"))
        .filter(fields -> fields[2].equals(group))
        .map(fields -> root.resolve(fields[1]))
        .findFirst()
        .orElse(null);
  }

  /** "max 100000", or "50000 100000". */
  private static Optional<CpuQuota> read(Path group) {
    try {
      String[] limit = Files.readString(group.resolve("cpu.max")).strip().split(" ");
      return limit[0].equals("max")
          ? Optional.empty()
          : Optional.of(
              of(group, group, Double.parseDouble(limit[0]), Double.parseDouble(limit[1])));
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** -1 for none. */
  private static Optional<CpuQuota> readV1(Path group, Path accounted) {
    try {
      double quota = number(group.resolve("cpu.cfs_quota_us"));
      double period = number(group.resolve("cpu.cfs_period_us"));
      return quota < 0 ? Optional.empty() : Optional.of(of(group, accounted, quota, period));
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Of all processes in it, since it was made; empty if that can't be read. */
  public OptionalDouble cpuSeconds() {
    OptionalDouble micros = ofStat("usage_usec");
    if (micros.isPresent()) {
      return OptionalDouble.of(micros.getAsDouble() / MICROS);
    }
    double nanos = accounted == null ? Double.NaN : nanos(accounted.resolve("cpuacct.usage"));
    return Double.isFinite(nanos) ? OptionalDouble.of(nanos / NANOS) : OptionalDouble.empty();
  }

  private static double nanos(Path file) {
    try {
      return number(file);
    } catch (IOException | NumberFormatException e) {
      return Double.NaN;
    }
  }

  private static double number(Path file) throws IOException {
    return Double.parseDouble(Files.readString(file).strip());
  }

  private static CpuQuota of(Path group, Path accounted, double quotaMicros, double periodMicros) {
    return new CpuQuota(group, accounted, quotaMicros / periodMicros, periodMicros / MICROS);
  }

  /** As {@link #throttledSeconds(long)}; empty if that can't be read. */
  public OptionalDouble throttledSeconds() {
    OptionalDouble periods = ofStat("nr_throttled");
    return periods.isEmpty() ? periods : OptionalDouble.of(periods.getAsDouble() * periodSeconds);
  }

  private OptionalDouble ofStat(String name) {
    try {
      return Files.readString(group.resolve("cpu.stat"))
          .lines()
          .filter(line -> line.startsWith(name + " "))
          .mapToDouble(line -> Double.parseDouble(line.split(" ")[1]))
          .findFirst();
    } catch (IOException | NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }
}
