package io.tidemark.sink.postgresql;

import io.tidemark.process.CpuQuota;
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
      double quota = CpuQuota.of(pid).map(CpuQuota::cores).orElse(Double.POSITIVE_INFINITY);
      return OptionalDouble.of(Math.min(cores, quota));
    } catch (IOException | NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }

  /** Of the periods in which the quota of its control group stopped it; empty without one. */
  OptionalDouble throttledSeconds() {
    return CpuQuota.of(pid).map(CpuQuota::throttledSeconds).orElse(OptionalDouble.empty());
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
