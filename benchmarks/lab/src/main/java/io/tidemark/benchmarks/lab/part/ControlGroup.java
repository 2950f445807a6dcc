package io.tidemark.benchmarks.lab.part;

import io.tidemark.process.LinuxProcess;
import io.tidemark.process.Poll;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A control group with a quota of cores, a memory limit and, in version 2, a limit of a disk's
 * rate. The limits can be changed while processes run in it. In version 1 each controller has a
 * tree of its own; version 2 has a single tree. Both are supported, because machines have either.
 */
final class ControlGroup implements AutoCloseable {
  private static final Path ROOT = Path.of("/sys/fs/cgroup");
  private static final List<String> V1_CONTROLLERS = List.of("cpu", "cpuacct", "memory");
  private static final int PERIOD_MICROS = 100_000;
  private static final Duration EMPTY_WITHIN = Duration.ofSeconds(10);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  private final List<Path> folders;

  private ControlGroup(List<Path> folders) {
    this.folders = folders;
  }

  static boolean isV2() {
    return Files.exists(ROOT.resolve("cgroup.controllers"));
  }

  /**
   * Returns the folders in which groups are made, one for each tree. Some hosts have two
   * controllers in one tree.
   */
  static List<Path> trees() {
    return isV2()
        ? List.of(ROOT)
        : V1_CONTROLLERS.stream().map(ROOT::resolve).map(ControlGroup::real).distinct().toList();
  }

  private static Path real(Path tree) {
    try {
      return tree.toRealPath();
    } catch (IOException e) {
      return tree;
    }
  }

  /**
   * Makes a group without limits.
   *
   * @throws PartMissing if this machine can't make one
   */
  static ControlGroup make() {
    String name = LabName.next("group");
    var folders = new ArrayList<Path>();
    try {
      if (isV2()) {
        Files.writeString(ROOT.resolve("cgroup.subtree_control"), "+cpu +memory +io");
      }
      for (Path tree : trees()) {
        folders.add(Files.createDirectory(tree.resolve(name)));
      }
      return new ControlGroup(folders);
    } catch (IOException e) {
      new ControlGroup(folders).close();
      throw new PartMissing("no control group can be made here (takes root)", e);
    }
  }

  /**
   * @param cores quota of cores; 0 for no limit
   */
  void quota(double cores) {
    long micros = Math.round(cores * PERIOD_MICROS);
    if (isV2()) {
      write("cpu.max", (cores == 0 ? "max" : Long.toString(micros)) + " " + PERIOD_MICROS);
    } else {
      write("cpu.cfs_period_us", Integer.toString(PERIOD_MICROS));
      write("cpu.cfs_quota_us", cores == 0 ? "-1" : Long.toString(micros));
    }
  }

  /**
   * Limits the memory, including the page cache that the processes cause.
   *
   * @param bytes limit in bytes; 0 for no limit
   */
  void memory(long bytes) {
    if (isV2()) {
      write("memory.max", bytes == 0 ? "max" : Long.toString(bytes));
    } else {
      write("memory.limit_in_bytes", bytes == 0 ? "-1" : Long.toString(bytes));
    }
  }

  /**
   * Limits the rates of a disk. This is only for version 2, whose limit includes writes through the
   * page cache.
   */
  void disk(String device, long bytesPerSecond) {
    String rate = bytesPerSecond == 0 ? "max" : Long.toString(bytesPerSecond);
    write("io.max", "%s wbps=%s rbps=%s".formatted(device, rate, rate));
  }

  private void write(String file, String value) {
    Path path =
        folders.stream()
            .map(folder -> folder.resolve(file))
            .filter(Files::exists)
            .findFirst()
            .orElseThrow(() -> new PartMissing("control groups have no %s here".formatted(file)));
    try {
      Files.writeString(path, value);
    } catch (IOException e) {
      throw new IllegalStateException("%s can't be set [value=%s]".formatted(path, value), e);
    }
  }

  /**
   * Returns the beginning of a command line that starts a command in the group. As in a container,
   * the process sees only this group of the tree, because databases look there for their share.
   */
  List<String> wrapper() {
    var script = new StringBuilder();
    for (Path folder : folders) {
      script.append("echo $$ >%s && ".formatted(folder.resolve("cgroup.procs")));
    }
    script.append("exec unshare -m sh -c '");
    for (Path folder : folders) {
      script.append("mount --bind %s %s && ".formatted(folder, folder.getParent()));
    }
    return List.of("sh", "-c", script + "exec \"$@\"' sh \"$@\"", "sh");
  }

  /** Moves a process and its child processes into the group. */
  void add(LinuxProcess process) {
    add(process.pid());
    process.started().forEach(this::add);
  }

  private void add(long pid) {
    for (Path folder : folders) {
      try {
        Files.writeString(folder.resolve("cgroup.procs"), Long.toString(pid));
      } catch (IOException e) {
        if (new LinuxProcess(pid).isAlive()) {
          throw new IllegalStateException(
              "process %d can't be moved to %s".formatted(pid, folder), e);
        }
      }
    }
  }

  /**
   * Removes the group after its processes have ended; any that are left move to the parent group.
   */
  @Override
  public void close() {
    folders.forEach(ControlGroup::remove);
  }

  /** Removes a group, and returns whether it is gone. */
  static boolean remove(Path folder) {
    return Poll.until(
        EMPTY_WITHIN,
        LOOK_AGAIN,
        () -> {
          try {
            Files.deleteIfExists(folder);
            return true;
          } catch (IOException e) {
            empty(folder);
            return false;
          }
        });
  }

  private static void empty(Path folder) {
    try {
      for (String pid : Files.readAllLines(folder.resolve("cgroup.procs"))) {
        Files.writeString(folder.resolveSibling("cgroup.procs"), pid);
      }
    } catch (IOException e) {
      // The process has ended or is ending.
    }
  }
}
