package io.tidemark.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A control group that gives processes, and those they start from then on, a share of the cores.
 */
public final class QuotaGroup implements AutoCloseable {
  private static final Path GROUPS = Path.of("/sys/fs/cgroup");
  private static final int PERIOD_MICROS = 100_000;

  /** Of the older kind, CPU time may be counted in a tree of its own. */
  private final List<Path> groups;

  /** Where the processes are, in each: the group itself, or one that has no quota of its own. */
  private final String inner;

  public QuotaGroup(LinuxProcess process, double cores) throws IOException {
    this(process, cores, "");
  }

  private QuotaGroup(LinuxProcess process, double cores, String inner) throws IOException {
    boolean v2 = Files.exists(GROUPS.resolve("cgroup.controllers"));
    this.inner = inner;
    this.groups =
        (v2 ? Stream.of(GROUPS) : Stream.of("cpu", "cpuacct").map(GROUPS::resolve))
            .filter(Files::isDirectory)
            .map(tree -> tree.resolve("tidemark-test-" + process.pid()))
            .toList();
    Path group = groups.get(0);
    long quota = Math.round(cores * PERIOD_MICROS);
    try {
      for (Path each : groups) {
        Files.createDirectories(each.resolve(inner));
      }
      if (v2) {
        Files.writeString(group.resolve("cpu.max"), quota + " " + PERIOD_MICROS);
      } else {
        Files.writeString(group.resolve("cpu.cfs_period_us"), "" + PERIOD_MICROS);
        Files.writeString(group.resolve("cpu.cfs_quota_us"), "" + quota);
      }
      add(process);
    } catch (IOException e) {
      Assumptions.abort("no control group can be made here, so no CPU quota: " + e);
    }
  }

  /** Its own group says nothing of a quota, the one above it has one: as a pod's may. */
  public static QuotaGroup ofParent(LinuxProcess process, double cores) throws IOException {
    return new QuotaGroup(process, cores, "inner");
  }

  /** This one, too. What it starts from now on is in its group; what ends meanwhile need not be. */
  public void add(LinuxProcess process) throws IOException {
    add(process.pid());
    for (long pid : process.started().toArray()) {
      add(pid);
    }
  }

  private void add(long pid) throws IOException {
    try {
      for (Path group : groups) {
        Files.writeString(group.resolve(inner).resolve("cgroup.procs"), "" + pid);
      }
    } catch (IOException e) {
      if (new LinuxProcess(pid).isAlive()) {
        throw e;
      }
    }
  }

  /** Closed before the server is, whose processes go back to where they were. */
  @Override
  public void close() throws IOException {
    for (Path group : groups) {
      for (String pid : Files.readAllLines(group.resolve(inner).resolve("cgroup.procs"))) {
        Files.writeString(group.resolveSibling("cgroup.procs"), pid);
      }
      Files.deleteIfExists(group.resolve(inner));
      Files.deleteIfExists(group);
    }
  }
}
