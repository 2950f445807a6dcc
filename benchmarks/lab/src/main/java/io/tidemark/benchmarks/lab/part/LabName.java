package io.tidemark.benchmarks.lab.part;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names for what outlives a process that is killed: control groups, network namespaces, mounts.
 * Each says which process made it, by its id and when it began, so that whoever comes later knows
 * what nobody needs any more.
 */
final class LabName {
  private static final String PREFIX = "tidemark-lab-";
  private static final Pattern OWNER = Pattern.compile(PREFIX + "(\\d+)-(\\d+)-");
  private static final AtomicInteger MADE = new AtomicInteger();

  /**
   * Of /proc/PID/stat, counted behind the program's name: when it began, in ticks since the machine
   * did.
   */
  private static final int START_FIELD = 19;

  private LabName() {}

  /**
   * @param what part of the name
   */
  static String next(String what) {
    long pid = ProcessHandle.current().pid();
    String began = began(pid).orElseThrow(() -> new PartMissing("there is no /proc here"));
    return "%s%d-%s-%d-%s".formatted(PREFIX, pid, began, MADE.incrementAndGet(), what);
  }

  /** Whether something of that name was made by a lab that has ended. */
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
      // One that has ended and is not yet waited for makes nothing any more.
      return fields[0].equals("Z") ? Optional.empty() : Optional.of(fields[START_FIELD]);
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
