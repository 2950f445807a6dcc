package io.tidemark.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** What a process of this host, with those that it started, may use and has in use. */
public record ProcessResources(long pid) {
  private static final Path PROC = Path.of("/proc");

  /** Of its program, as Linux cuts it: 15 characters. */
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

  /** Of all its processes, also of those that have ended. */
  public OptionalDouble cpuSeconds() {
    return new LinuxProcess(pid).cpuSeconds();
  }

  /** That it may run on; fewer under a quota of its control group. */
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

  /** Of the periods in which a quota of its control groups stopped it; empty if not known. */
  public OptionalDouble throttledSeconds() {
    return CpuQuota.throttledSeconds(pid);
  }

  /** The tightest of its control groups. */
  public Optional<MemoryLimit> memoryLimit() {
    return MemoryLimit.of(pid);
  }

  /** What each has for itself, and once what they share. */
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
        // It has ended meanwhile.
      }
    }
    return own == 0 ? OptionalDouble.empty() : OptionalDouble.of(1024 * (own + shared));
  }

  private static double kilobytes(long pid, String name) throws IOException {
    return Double.parseDouble(status(pid, name).replace(" kB", ""));
  }

  /**
   * A field of {@code /proc/PID/status}.
   *
   * @throws IOException if there is none, or no such process
   */
  public static String status(long pid, String name) throws IOException {
    // At once: one that ends between two reads would be no IOException of a stream of lines.
    return Files.readString(PROC.resolve(pid + "/status"))
        .lines()
        .filter(line -> line.startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst()
        .orElseThrow(() -> new IOException("no " + name));
  }
}
