package io.tidemark.process;

import static io.tidemark.process.ControlGroups.around;
import static io.tidemark.process.ControlGroups.named;
import static io.tidemark.process.ControlGroups.number;

import io.tidemark.process.ControlGroups.Around;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The CPU time that a control group may use: the scheduler gives the group so much in each period,
 * and stops it for the rest of a period once that is used up (Linux, sched-bwc).
 *
 * @param group the group's folder
 * @param accounted the folder that counts the CPU time of just this group's tasks; null if there is
 *     none
 * @param cores the CPU time per period, in cores
 * @param periodSeconds the period as it was set
 */
public record CpuQuota(Path group, Path accounted, double cores, double periodSeconds) {
  private static final double MICROS = 1e6;
  private static final double NANOS = 1e9;

  /** Returns the tightest quota around a process; empty if there is none, or none can be read. */
  public static Optional<CpuQuota> of(long pid) {
    return of(ControlGroups.of(pid), ControlGroups.ROOT);
  }

  /**
   * Returns the seconds of all periods in which the quota stopped the process, for a part of the
   * period or nearly all of it: a counter. 0 if certainly no quota stops it; empty if that can't be
   * known.
   */
  public static OptionalDouble throttledSeconds(long pid) {
    List<String> groups = ControlGroups.of(pid);
    return of(groups, ControlGroups.ROOT)
        .map(CpuQuota::throttledSeconds)
        .orElseGet(
            () ->
                isNone(groups, ControlGroups.ROOT) ? OptionalDouble.of(0) : OptionalDouble.empty());
  }

  /**
   * @param groups lines of {@code /proc/PID/cgroup}: number, controllers, path
   * @param root the folder at which the groups are mounted
   */
  static Optional<CpuQuota> of(List<String> groups, Path root) {
    Optional<CpuQuota> tightest = Optional.empty();
    for (Around around : around(groups, root, "cpu")) {
      Path accounting = around.v2() ? around.top() : accounting(groups, around, root);
      for (Path at : around.outwards()) {
        Path accounted =
            accounting == null ? null : accounting.resolve(around.top().relativize(at));
        Optional<CpuQuota> own = around.v2() ? read(at) : readV1(at, accounted);
        if (own.isPresent() && (tightest.isEmpty() || own.get().cores < tightest.get().cores)) {
          tightest = own;
        }
      }
    }
    return tightest;
  }

  /**
   * Tells whether it is certain that there is no quota: all groups around the process can be seen,
   * up to the host's own. That one has a file which others have not (v1), or lacks one that they
   * have (v2). In a container, the outermost group that can be seen is the container's.
   */
  static boolean isNone(List<String> groups, Path root) {
    List<Around> all = around(groups, root, "cpu");
    return of(groups, root).isEmpty()
        && all.stream().anyMatch(CpuQuota::isHosts)
        && all.stream().allMatch(around -> Files.isDirectory(around.group()));
  }

  private static boolean isHosts(Around around) {
    return around.v2()
        ? Files.exists(around.top().resolve("cgroup.controllers"))
            && Files.notExists(around.top().resolve("cgroup.type"))
        : Files.exists(around.top().resolve("release_agent"));
  }

  /**
   * Returns the root of the tree that counts the CPU time of just the quota's group; null if there
   * is none. Cgroup v1 may count in a tree of its own, where the process may be in another group.
   */
  private static Path accounting(List<String> groups, Around quotas, Path root) {
    Path group = quotas.top().relativize(quotas.group());
    return around(groups, root, "cpuacct").stream()
        .filter(each -> !each.v2() && each.top().relativize(each.group()).equals(group))
        .map(Around::top)
        .findFirst()
        .orElse(null);
  }

  /**
   * Reads a file of cgroup v2 with "max 100000" or "50000 100000": quota and period in
   * microseconds.
   */
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

  /** Reads the files of cgroup v1, where a quota of -1 means none. */
  private static Optional<CpuQuota> readV1(Path group, Path accounted) {
    try {
      double quota = number(group.resolve("cpu.cfs_quota_us"));
      double period = number(group.resolve("cpu.cfs_period_us"));
      return quota < 0 ? Optional.empty() : Optional.of(of(group, accounted, quota, period));
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Returns the CPU time of all the group's tasks since it was made; empty if it can't be read. */
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

  private static CpuQuota of(Path group, Path accounted, double quotaMicros, double periodMicros) {
    return new CpuQuota(group, accounted, quotaMicros / periodMicros, periodMicros / MICROS);
  }

  /**
   * Returns the same as {@link #throttledSeconds(long)} for this quota; empty if it can't be read.
   */
  public OptionalDouble throttledSeconds() {
    OptionalDouble periods = ofStat("nr_throttled");
    return periods.isEmpty() ? periods : OptionalDouble.of(periods.getAsDouble() * periodSeconds);
  }

  private OptionalDouble ofStat(String name) {
    return named(group.resolve("cpu.stat"), name);
  }
}
