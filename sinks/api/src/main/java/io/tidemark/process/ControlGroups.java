package io.tidemark.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** The control groups around a process, of both kinds (Linux, cgroups(7)). */
final class ControlGroups {
  static final Path ROOT = Path.of("/sys/fs/cgroup");

  private ControlGroups() {}

  /** Lines of {@code /proc/PID/cgroup}: number, controllers, path; none if they can't be read. */
  static List<String> of(long pid) {
    try {
      return Files.readAllLines(Path.of("/proc/" + pid + "/cgroup"));
    } catch (IOException e) {
      return List.of();
    }
  }

  /**
   * The innermost group of a tree.
   *
   * @param top of the tree
   */
  record Around(Path top, Path group, boolean v2) {
    /** From the innermost to the top. */
    List<Path> outwards() {
      var all = new ArrayList<Path>();
      for (Path at = group; at.startsWith(top); at = at.getParent()) {
        all.add(at);
      }
      return all;
    }
  }

  /**
   * @param root where the groups are mounted
   * @param controller that the older kind has a tree for
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

  /** The file's only number. */
  static double number(Path file) throws IOException {
    return Double.parseDouble(Files.readString(file).strip());
  }

  /** The number behind a name in a file of such lines; empty if it is not there. */
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
