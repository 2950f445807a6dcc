package io.tidemark.benchmarks.lab.part;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names for things that outlive a killed process: control groups, network namespaces, mounts. Each
 * name contains the id and the start time of the process that made the thing, so that later
 * processes can tell what is no longer needed.
 */
final class LabName {
  private static final String PREFIX = "tidemark-lab-";
  private static final Pattern OWNER = Pattern.compile(PREFIX + "(\\d+)-(\\d+)-");
  private static final AtomicInteger MADE = new AtomicInteger();

  /**
   * Index of a process's start time in /proc/PID/stat, counted after the program's name; it is in
   * ticks since the machine started.
   */
  private static final int START_FIELD = 19;

  private LabName() {}

  /**
   * @param what word for the thing, which becomes part of the name
   */
  static String next(String what) {
    long pid = ProcessHandle.current().pid();
    String began = began(pid).orElseThrow(() -> new PartMissing("there is no /proc here"));
    return "%s%d-%s-%d-%s".formatted(PREFIX, pid, began, MADE.incrementAndGet(), what);
  }

  /** Tells whether a lab that has ended made the thing with this name. */
  static boolean isLeftBehind(String name) {
    Matcher owner = OWNER.matcher(name);
    if (!owner.find()) {
      return false;
    }
    Optional<String> began = began(Long.parseLong(owner.group(1)));
    return began.isEmpty() || !began.get().equals(owner.group(2));
  }

  private static Optional<String> began(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      // A zombie process no longer uses what it made.
      return fields[0].equals("Z") ? Optional.empty() : Optional.of(fields[START_FIELD]);
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
