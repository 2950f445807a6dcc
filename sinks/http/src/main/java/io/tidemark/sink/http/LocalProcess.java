package io.tidemark.sink.http;

import io.tidemark.process.MemoryLimit;
import io.tidemark.process.ProcessResources;
import io.tidemark.process.TcpSockets;
import io.tidemark.sink.TsdbNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Finds the process behind a metrics page if it runs on this host, and adds what the page does not
 * tell. A database sees only its own control group, so its page does not show the quota of a group
 * above it, such as a pod's.
 */
final class LocalProcess {
  /**
   * Two start times that differ by less are of one process: the page's comes from the database's
   * clock, the kernel's is counted from the boot.
   */
  private static final double SAME_START_SECONDS = 2;

  /**
   * The process may have this many times less memory than its page says. A process that only
   * forwards a container's port has far less.
   */
  private static final double SAME_MEMORY = 2;

  private LocalProcess() {}

  /**
   * Returns the process that serves the page; empty if it runs elsewhere, can't be seen, or is not
   * the one that the page describes. This goes through all processes of the host, which is too slow
   * for each reading of a page.
   */
  static Optional<ProcessResources> of(Address page, TsdbNode node) {
    try {
      var address = InetAddress.getByName(page.hostName());
      if (!address.isLoopbackAddress() && NetworkInterface.getByInetAddress(address) == null) {
        return Optional.empty();
      }
      OptionalLong pid = TcpSockets.listener(new InetSocketAddress(address, page.port()));
      return pid.isPresent() && isThat(node, pid.getAsLong())
          ? Optional.of(new ProcessResources(pid.getAsLong()))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static boolean isThat(TsdbNode node, long pid) {
    var process = new ProcessResources(pid);
    double started = process.startSeconds().orElse(Double.NaN);
    double memory = process.residentBytes().orElse(Double.NaN);
    return Math.abs(started - node.startSeconds().orElse(Double.NaN)) <= SAME_START_SECONDS
        && memory * SAME_MEMORY >= node.residentBytes().orElse(Double.NaN);
  }

  /**
   * Returns the page's signals, corrected by what the system says of the process: the cores and
   * memory that its control groups allow, processes killed there, and waits that the page does not
   * tell.
   */
  static TsdbNode limited(TsdbNode told, ProcessResources process) {
    TsdbNode.Pressure itself = told.pressure();
    Optional<MemoryLimit> memory = process.memoryLimit();
    var pressure =
        new TsdbNode.Pressure(
            or(itself.cpuWaitingSeconds(), process::throttledSeconds),
            itself.ioWaitingSeconds(),
            itself.ioStalledSeconds(),
            or(itself.memoryWaitingSeconds(), () -> of(memory, MemoryLimit::waitingSeconds)),
            or(itself.memoryStalledSeconds(), () -> of(memory, MemoryLimit::stalledSeconds)),
            or(of(memory, limit -> OptionalDouble.of(limit.bytes())), itself::memoryLimitBytes),
            of(memory, MemoryLimit::kills),
            itself.indexCache());
    TsdbNode.Builder limited = told.toBuilder().pressure(pressure);
    double cores = process.cores().orElse(Double.POSITIVE_INFINITY);
    if (cores < told.cpu().cores().orElse(Double.POSITIVE_INFINITY)) {
      limited.cpu(new TsdbNode.Cpu(told.cpu().seconds(), OptionalDouble.of(cores)));
    }
    return limited.build();
  }

  private static OptionalDouble or(OptionalDouble told, Supplier<OptionalDouble> other) {
    return told.isPresent() ? told : other.get();
  }

  private static OptionalDouble of(
      Optional<MemoryLimit> limit, Function<MemoryLimit, OptionalDouble> part) {
    return limit.map(part).orElseGet(OptionalDouble::empty);
  }
}
