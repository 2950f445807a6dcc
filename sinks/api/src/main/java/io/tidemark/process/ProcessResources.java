package io.tidemark.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a process of this host may use, and what it uses, together with the processes that it
 * started.
 */
public record ProcessResources(long pid) {
  private static final Path PROC = Path.of("/proc");

  /** Returns the name of a process's program, as Linux cuts it: 15 characters. */
  public static String name(long pid) throws IOException {
    return Files.readString(PROC.resolve(pid + "/comm")).strip();
  }

  /** Returns the Unix time of its start; empty once it has ended. */
  public OptionalDouble startSeconds() {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().startInstant())
        .map(start -> OptionalDouble.of(start.toEpochMilli() / 1e3))
        .orElseGet(OptionalDouble::empty);
  }

  /** Returns the CPU time of all its processes, also of those that have ended. */
  public OptionalDouble cpuSeconds() {
    return new LinuxProcess(pid).cpuSeconds();
  }

  /** Returns the cores that it may run on; fewer under a quota of its control group. */
  public OptionalDouble cores() {
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

  /**
   * Returns the seconds of the periods in which a quota of its control groups stopped it; empty if
   * that is not known.
   */
  public OptionalDouble throttledSeconds() {
    return CpuQuota.throttledSeconds(pid);
  }

  /** Returns the tightest memory limit of its control groups. */
  public Optional<MemoryLimit> memoryLimit() {
    return MemoryLimit.of(pid);
  }

  /** Returns the memory that each of its processes has for itself, plus once what they share. */
  public OptionalDouble residentBytes() {
    var processes = new ArrayList<>(List.of(pid));
    new LinuxProcess(pid).started().forEach(processes::add);
    double own = 0;
    double shared = 0;
    for (long each : processes) {
      try {
        own += kilobytes(each, "RssAnon");
        shared = Math.max(shared, kilobytes(each, "RssShmem") + kilobytes(each, "RssFile"));
      } catch (IOException | NumberFormatException e) {
        // This process has ended meanwhile.
      }
    }
    return own == 0 ? OptionalDouble.empty() : OptionalDouble.of(1024 * (own + shared));
  }

  private static double kilobytes(long pid, String name) throws IOException {
    return Double.parseDouble(status(pid, name).replace(" kB", ""));
  }

  /**
   * Returns a field of {@code /proc/PID/status}.
   *
   * @throws IOException if there is no such field or process
   */
  public static String status(long pid, String name) throws IOException {
    // The file is read at once, because a stream of lines throws no IOException if the process ends
    // between two reads.
    return Files.readString(PROC.resolve(pid + "/status"))
        .lines()
        .filter(line -> line.startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst()
        .orElseThrow(() -> new IOException("no " + name));
  }
}
