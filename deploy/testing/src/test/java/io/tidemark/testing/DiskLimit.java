package io.tidemark.testing;

import io.tidemark.process.LinuxProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/**
 * A control group in which a process writes so many bytes a second to the disk of a folder. With
 * the first version of control groups that is so of direct writes alone, not of those through the
 * system's cache. Closed before its process ends, which then goes back to where it was.
 */
public final class DiskLimit implements AutoCloseable {
  private static final Path GROUPS = Path.of("/sys/fs/cgroup");
  private static final Path BLOCK_DEVICES = Path.of("/sys/dev/block");

  private final Path group;

  /**
   * @throws IOException if none can be made here: not root, no such controller, no disk of its own
   */
  public DiskLimit(LinuxProcess process, Path folder, long bytesPerSecond) throws IOException {
    boolean v2 = Files.exists(GROUPS.resolve("cgroup.controllers"));
    group = GROUPS.resolve(v2 ? "" : "blkio").resolve("tidemark-disk-" + process.pid());
    String disk = disk(folder);
    Files.createDirectory(group);
    try {
      if (v2) {
        Files.writeString(group.resolve("io.max"), "%s wbps=%d".formatted(disk, bytesPerSecond));
      } else {
        Files.writeString(
            group.resolve("blkio.throttle.write_bps_device"),
            "%s %d".formatted(disk, bytesPerSecond));
      }
      Files.writeString(group.resolve("cgroup.procs"), "" + process.pid());
    } catch (IOException e) {
      Files.delete(group);
      throw e;
    }
  }

  /** "major:minor" of the whole disk, for a partition has no limit. */
  private static String disk(Path folder) throws IOException {
    String device = device(folder.toRealPath());
    Path entry = BLOCK_DEVICES.resolve(device);
    if (!Files.exists(entry)) {
      throw new IOException("no disk below %s [device=%s]".formatted(folder, device));
    }
    Path real = entry.toRealPath();
    Path whole = Files.exists(real.resolve("partition")) ? real.getParent() : real;
    return Files.readString(whole.resolve("dev")).strip();
  }

  /** Of the file system that is mounted closest above ("proc(5)": mountinfo, fields 3 and 5). */
  private static String device(Path folder) throws IOException {
    List<String> mounts = Files.readAllLines(Path.of("/proc/self/mountinfo"));
    return mounts.stream()
        .map(line -> line.split(" "))
        .filter(fields -> folder.startsWith(fields[4]))
        .max(Comparator.comparingInt(fields -> fields[4].length()))
        .map(fields -> fields[2])
        .orElseThrow(() -> new IOException("no file system of " + folder));
  }

  @Override
  public void close() throws IOException {
    for (String pid : Files.readAllLines(group.resolve("cgroup.procs"))) {
      Files.writeString(group.resolveSibling("cgroup.procs"), pid);
    }
    Files.delete(group);
  }
}
