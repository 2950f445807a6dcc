package io.tidemark.groundtruth;

import io.tidemark.process.LinuxProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** A control group that gives a process, and those it starts from then on, a share of the cores. */
final class QuotaGroup implements AutoCloseable {
  private static final Path CPU_GROUPS = Path.of("/sys/fs/cgroup");
  private static final int PERIOD_MICROS = 100_000;

  private final Path group;

  /** Where the processes are: the group itself, or one in it that has no quota of its own. */
  private final Path members;

  QuotaGroup(LinuxProcess process, double cores) throws IOException {
    this(process, cores, "");
  }

  private QuotaGroup(LinuxProcess process, double cores, String inner) throws IOException {
    boolean v2 = Files.exists(CPU_GROUPS.resolve("cgroup.controllers"));
    group = CPU_GROUPS.resolve(v2 ? "" : "cpu").resolve("tidemark-test-" + process.pid());
    members = group.resolve(inner);
    long quota = Math.round(cores * PERIOD_MICROS);
    try {
      Files.createDirectories(members);
      if (v2) {
        Files.writeString(group.resolve("cpu.max"), quota + " " + PERIOD_MICROS);
      } else {
        Files.writeString(group.resolve("cpu.cfs_period_us"), "" + PERIOD_MICROS);
        Files.writeString(group.resolve("cpu.cfs_quota_us"), "" + quota);
      }
      add(process.pid());
      // What it starts from now on is in its group; what ends meanwhile need not be.
      for (long pid : process.started().toArray()) {
        add(pid);
      }
    } catch (IOException e) {
      Assumptions.abort("no control group can be made here, so no CPU quota: " + e);
    }
  }

  /** Its own group says nothing of a quota, the one above it has one: as a pod's may. */
  static QuotaGroup ofParent(LinuxProcess process, double cores) throws IOException {
    return new QuotaGroup(process, cores, "inner");
  }

  private void add(long pid) throws IOException {
    try {
      Files.writeString(members.resolve("cgroup.procs"), "" + pid);
    } catch (IOException e) {
      if (new LinuxProcess(pid).isAlive()) {
        throw e;
      }
    }
  }

  /** Closed before the server is, whose processes go back to where they were. */
  @Override
  public void close() throws IOException {
    for (String pid : Files.readAllLines(members.resolve("cgroup.procs"))) {
      Files.writeString(group.resolveSibling("cgroup.procs"), pid);
    }
    Files.deleteIfExists(members);
    Files.deleteIfExists(group);
  }
}
