package io.tidemark.sink.postgresql;

import io.tidemark.process.LinuxProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What Linux knows of a server on this host: of the process that listens, with those that it starts
 * for each connection.
 */
record PostmasterProcess(long pid) {
  private static final Path PROC = Path.of("/proc");
  private static final String NAME = "postgres";
  private static final Path CPU_GROUPS = Path.of("/sys/fs/cgroup");

  /**
   * @param backend the process of a connection, as the server has its id: in a container that is
   *     another process here, or none
   */
  static Optional<PostmasterProcess> of(long backend) {
    try {
      long parent = Long.parseLong(status(backend, "PPid"));
      boolean both = name(backend).equals(NAME) && name(parent).equals(NAME);
      return both ? Optional.of(new PostmasterProcess(parent)) : Optional.empty();
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static String name(long pid) throws IOException {
    return Files.readString(PROC.resolve(pid + "/comm")).strip();
  }

  /** Of all its processes, also of those that have ended. */
  OptionalDouble cpuSeconds() {
    return new LinuxProcess(pid).cpuSeconds();
  }

  /** That it may run on; fewer under a quota of its control group. */
  OptionalDouble cores() {
    try {
      double cores = 0;
      for (String range : status(pid, "Cpus_allowed_list").split(",")) {
        String[] ends = range.split("-");
        cores += Integer.parseInt(ends[ends.length - 1]) - Integer.parseInt(ends[0]) + 1;
      }
      return OptionalDouble.of(
          Math.min(cores, quota(Files.readAllLines(PROC.resolve(pid + "/cgroup")))));
    } catch (IOException | NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }

  /**
   * Cores that its control group, or one around it, may use; infinite where none is limited.
   *
   * @param groups lines of {@code /proc/PID/cgroup}: number, controllers, path
   */
  private static double quota(List<String> groups) {
    double least = Double.POSITIVE_INFINITY;
    for (String group : groups) {
      String[] fields = group.split(":", 3);
      boolean ofAll = fields[1].isEmpty();
      if (!ofAll && !List.of(fields[1].split(",")).contains("cpu")) {
        continue;
      }
      Path top = ofAll ? CPU_GROUPS : CPU_GROUPS.resolve(fields[1]);
      Path at = top.resolve(fields[2].substring(1));
      for (; at.startsWith(top); at = at.getParent()) {
        least = Math.min(least, ofAll ? limitOfAll(at) : limit(at));
      }
    }
    return least;
  }

  /** cgroup v2: "max 100000", or "50000 100000". */
  private static double limitOfAll(Path group) {
    try {
      String[] limit = Files.readString(group.resolve("cpu.max")).strip().split(" ");
      return limit[0].equals("max")
          ? Double.POSITIVE_INFINITY
          : Double.parseDouble(limit[0]) / Double.parseDouble(limit[1]);
    } catch (IOException e) {
      return Double.POSITIVE_INFINITY;
    }
  }

  /** cgroup v1: -1 for none. */
  private static double limit(Path group) {
    try {
      double quota =
          Double.parseDouble(Files.readString(group.resolve("cpu.cfs_quota_us")).strip());
      double period =
          Double.parseDouble(Files.readString(group.resolve("cpu.cfs_period_us")).strip());
      return quota < 0 ? Double.POSITIVE_INFINITY : quota / period;
    } catch (IOException e) {
      return Double.POSITIVE_INFINITY;
    }
  }

  /** What each has for itself, and once what they share. */
  OptionalDouble residentBytes() {
    var processes = new ArrayList<>(List.of(pid));
    new LinuxProcess(pid).started().forEach(processes::add);
    double own = 0;
    double shared = 0;
    for (long each : processes) {
      try {
        own += kilobytes(each, "RssAnon");
        shared = Math.max(shared, kilobytes(each, "RssShmem") + kilobytes(each, "RssFile"));
      } catch (IOException | NumberFormatException e) {
        // It has ended meanwhile.
      }
    }
    return own == 0 ? OptionalDouble.empty() : OptionalDouble.of(1024 * (own + shared));
  }

  private static double kilobytes(long pid, String name) throws IOException {
    return Double.parseDouble(status(pid, name).replace(" kB", ""));
  }

  private static String status(long pid, String name) throws IOException {
    try (var lines = Files.lines(PROC.resolve(pid + "/status"))) {
      return lines
          .filter(line -> line.startsWith(name + ":"))
          .map(line -> line.substring(name.length() + 1).strip())
          .findFirst()
          .orElseThrow(() -> new IOException("no " + name));
    }
  }
}
