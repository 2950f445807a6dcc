package io.tidemark.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** The control groups around a process, of cgroup v1 and v2 (Linux, cgroups(7)). */
final class ControlGroups {
  static final Path ROOT = Path.of("/sys/fs/cgroup");

  private ControlGroups() {}

  /**
   * Returns the lines of {@code /proc/PID/cgroup} (number, controllers, path); none if they can't
   * be read.
   */
  static List<String> of(long pid) {
    try {
      return Files.readAllLines(Path.of("/proc/" + pid + "/cgroup"));
    } catch (IOException e) {
      return List.of();
    }
  }

  /**
   * A process's innermost group in one tree of groups.
   *
   * @param top the root of the tree
   * @param v2 whether the tree is that of cgroup v2
   */
  record Around(Path top, Path group, boolean v2) {
    /** Returns the groups from the innermost one to the top. */
    List<Path> outwards() {
      var all = new ArrayList<Path>();
      for (Path at = group; at.startsWith(top); at = at.getParent()) {
        all.add(at);
      }
      return all;
    }
  }

  /**
   * Returns the process's group in each tree that limits or counts what a controller is for.
   *
   * @param groups lines of {@code /proc/PID/cgroup}
   * @param root the folder at which the groups are mounted
   * @param controller the controller whose tree counts in cgroup v1; the one tree of v2 always
   *     counts
   */
  static List<Around> around(List<String> groups, Path root, String controller) {
    var around = new ArrayList<Around>();
    for (String line : groups) {
      String[] fields = line.split(":", 3);
      boolean v2 = fields[1].isEmpty();
      if (v2 || List.of(fields[1].split(",")).contains(controller)) {
        Path top = v2 ? root : root.resolve(fields[1]);
        around.add(new Around(top, top.resolve(fields[2].substring(1)), v2));
      }
    }
    return around;
  }

  /** Returns the only number in a file. */
  static double number(Path file) throws IOException {
    return Double.parseDouble(Files.readString(file).strip());
  }

  /**
   * Returns the number that follows a name in a file with a name and a number in each line; empty
   * if it is not there.
   */
  static OptionalDouble named(Path file, String name) {
    try {
      return Files.readString(file)
          .lines()
          .filter(line -> line.startsWith(name + " "))
          .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
          .findFirst();
    } catch (IOException | NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }
}
