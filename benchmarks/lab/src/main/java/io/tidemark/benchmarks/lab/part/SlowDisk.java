package io.tidemark.benchmarks.lab.part;

import io.tidemark.process.Poll;
import io.tidemark.process.RunException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;

/**
 * A disk in a file, on a loop device of its own, with a limited rate. In version 1 of control
 * groups, the limit is set for the root group and this device, because a group's own limit would
 * only apply to direct writes, and not to what the kernel writes back from its cache. In version 2,
 * it is set for the group whose processes use the disk. Needs root.
 */
final class SlowDisk implements AutoCloseable {
  private static final String SIZE = "4G";
  private static final Path ROOT_GROUP = Path.of("/sys/fs/cgroup/blkio");
  static final String WRITES = "blkio.throttle.write_bps_device";
  static final String READS = "blkio.throttle.read_bps_device";
  private static final Duration FREE_WITHIN = Duration.ofSeconds(20);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

  private final Path folder;
  private final Optional<ControlGroup> group;
  private String device;

  /**
   * @param group control group of the processes that write to it
   * @throws PartMissing if this machine can't make a loop device
   */
  SlowDisk(Optional<ControlGroup> group) {
    this.group = group;
    folder = Path.of(System.getProperty("java.io.tmpdir"), LabName.next("disk"));
    try {
      Path image = Files.createDirectories(files()).resolveSibling("image");
      Programs.make("truncate", "-s", SIZE, image.toString());
      Programs.make(
          "mkfs.ext4",
          "-q",
          "-F",
          "-E",
          "lazy_itable_init=0,lazy_journal_init=0",
          image.toString());
      Programs.make("mount", "-o", "loop", image.toString(), files().toString());
      device = Programs.make("mountpoint", "-d", files().toString());
      // The servers run as other users.
      Files.setPosixFilePermissions(files(), PosixFilePermissions.fromString("rwxrwxrwx"));
    } catch (IOException | RuntimeException e) {
      close();
      throw e instanceof PartMissing missing ? missing : new PartMissing("no loop device here", e);
    }
  }

  /** Returns the folder where the disk is mounted. */
  Path files() {
    return folder.resolve("files");
  }

  /**
   * @param bytesPerSecond limit of reads and of writes, each in bytes per second; 0 for none
   */
  void rate(long bytesPerSecond) {
    if (ControlGroup.isV2()) {
      group.orElseThrow().disk(device, bytesPerSecond);
    } else {
      throttle(device, bytesPerSecond);
    }
  }

  private static void throttle(String device, long bytesPerSecond) {
    try {
      for (String file : new String[] {WRITES, READS}) {
        Files.writeString(ROOT_GROUP.resolve(file), device + " " + bytesPerSecond);
      }
    } catch (IOException e) {
      throw new PartMissing("no rate can be given to %s".formatted(device), e);
    }
  }

  /** Removes the disk after the processes that use it have ended. */
  @Override
  public void close() {
    if (device != null) {
      if (!ControlGroup.isV2()) {
        throttle(device, 0);
      }
    }
    remove(folder);
  }

  /** Unmounts the disk, which also removes the loop device, and removes its folder. */
  static void remove(Path folder) {
    Path files = folder.resolve("files");
    if (isMounted(files) && !Poll.until(FREE_WITHIN, LOOK_AGAIN, () -> unmount(files))) {
      Programs.run("umount", "-l", files.toString());
    }
    Programs.run("rm", "-rf", "--one-file-system", folder.toString());
  }

  private static boolean unmount(Path files) {
    try {
      Programs.run("umount", files.toString());
      return true;
    } catch (RunException e) {
      return false;
    }
  }

  private static boolean isMounted(Path files) {
    try {
      return Files.readString(Path.of("/proc/self/mounts")).contains(" " + files + " ");
    } catch (IOException e) {
      return false;
    }
  }

  /** Removes limits of loop devices that no longer exist. */
  static void forgetUnused() {
    if (ControlGroup.isV2() || !Files.exists(ROOT_GROUP.resolve(WRITES))) {
      return;
    }
    try {
      for (String line : Files.readAllLines(ROOT_GROUP.resolve(WRITES))) {
        String of = line.split(" ")[0];
        Path backing = Path.of("/sys/dev/block", of, "loop/backing_file");
        if (of.startsWith("7:") && !Files.exists(backing)) {
          throttle(of, 0);
        }
      }
    } catch (IOException e) {
      // There are no limits.
    }
  }
}
