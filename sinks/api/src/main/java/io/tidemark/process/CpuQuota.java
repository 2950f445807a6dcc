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
 * The CPU that a control group may use: the scheduler gives it so much time in each period, and
 * stops it for the rest of one in which that is used up (Linux, sched-bwc).
 *
 * @param accounted where the time is counted that all in the group use; null where nothing counts
 *     it for just these
 * @param cores time per period
 * @param periodSeconds as it was set
 */
public record CpuQuota(Path group, Path accounted, double cores, double periodSeconds) {
  private static final double MICROS = 1e6;
  private static final double NANOS = 1e9;

  /** The tightest around a process; empty where none is, or none can be read. */
  public static Optional<CpuQuota> of(long pid) {
    return of(ControlGroups.of(pid), ControlGroups.ROOT);
  }

  /**
   * Of the periods in which it was stopped, the rest of it or nearly all of it: a counter. 0 where
   * nothing stops it for sure; empty if that can't be known.
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
   * @param root where the groups are mounted
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
   * Whether it is certain that there is none: all groups around the process can be seen, up to the
   * host's own, which has a file that others have not, or lacks one that these have. In a container
   * the outermost that can be seen is the container's.
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
   * The older kind may count the time in a tree of its own, where a process may be in another group
   * than that which has the quota.
   */
  private static Path accounting(List<String> groups, Around quotas, Path root) {
    Path group = quotas.top().relativize(quotas.group());
    return around(groups, root, "cpuacct").stream()
        .filter(each -> !each.v2() && each.top().relativize(each.group()).equals(group))
        .map(Around::top)
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

  private static CpuQuota of(Path group, Path accounted, double quotaMicros, double periodMicros) {
    return new CpuQuota(group, accounted, quotaMicros / periodMicros, periodMicros / MICROS);
  }

  /** As {@link #throttledSeconds(long)}; empty if that can't be read. */
  public OptionalDouble throttledSeconds() {
    OptionalDouble periods = ofStat("nr_throttled");
    return periods.isEmpty() ? periods : OptionalDouble.of(periods.getAsDouble() * periodSeconds);
  }

  private OptionalDouble ofStat(String name) {
    return named(group.resolve("cpu.stat"), name);
  }
}
