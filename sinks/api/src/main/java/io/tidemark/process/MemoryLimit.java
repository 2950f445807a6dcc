package io.tidemark.process;

import static io.tidemark.process.ControlGroups.named;
import static io.tidemark.process.ControlGroups.number;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The memory that a control group may use: the kernel takes back what is beyond the limit, and
 * kills one of the group's processes if that is not enough (Linux, memory controller).
 *
 * @param group the folder of the group that has the limit
 */
public record MemoryLimit(Path group, double bytes) {
  /** Cgroup v1 shows the largest whole number of pages if there is no limit. */
  private static final double NONE = 1L << 60;

  private static final double MICROS = 1e6;

  /** Returns the tightest limit around a process; empty if there is none, or none can be read. */
  public static Optional<MemoryLimit> of(long pid) {
    return of(ControlGroups.of(pid), ControlGroups.ROOT);
  }

  /**
   * @param groups lines of {@code /proc/PID/cgroup}
   * @param root the folder at which the groups are mounted
   */
  static Optional<MemoryLimit> of(List<String> groups, Path root) {
    return ControlGroups.around(groups, root, "memory").stream()
        .flatMap(around -> around.outwards().stream())
        .flatMap(group -> read(group).stream())
        .min((one, other) -> Double.compare(one.bytes, other.bytes));
  }

  /** Reads a file with "max" or a number; cgroup v1 has a file of another name. */
  private static Optional<MemoryLimit> read(Path group) {
    Path newer = group.resolve("memory.max");
    try {
      double bytes = number(Files.exists(newer) ? newer : group.resolve("memory.limit_in_bytes"));
      return bytes < NONE ? Optional.of(new MemoryLimit(group, bytes)) : Optional.empty();
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns how many processes of the group were killed for want of memory: a counter; empty if the
   * kernel does not tell.
   */
  public OptionalDouble kills() {
    OptionalDouble newer = named(group.resolve("memory.events"), "oom_kill");
    return newer.isPresent() ? newer : named(group.resolve("memory.oom_control"), "oom_kill");
  }

  /**
   * Returns the seconds in which some task of the group waited for memory to be freed: a counter.
   */
  public OptionalDouble waitingSeconds() {
    return pressure("some");
  }

  /** Returns the seconds in which every task of the group waited for memory: a counter. */
  public OptionalDouble stalledSeconds() {
    return pressure("full");
  }

  /**
   * Reads the total of a line such as "some avg10=0.00 avg60=0.00 avg300=0.00 total=1500000", which
   * is in microseconds.
   */
  private OptionalDouble pressure(String which) {
    try {
      return Files.readString(group.resolve("memory.pressure"))
          .lines()
          .filter(line -> line.startsWith(which + " "))
          .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf('=') + 1)))
          .map(micros -> micros / MICROS)
          .findFirst();
    } catch (IOException | NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }
}
