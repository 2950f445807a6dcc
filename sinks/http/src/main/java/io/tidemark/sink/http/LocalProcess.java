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
 * The process behind a page, where it runs on this host and may be looked at. A quota of a control
 * group above its own, a pod's, is on no page: the database sees its own group only.
 */
final class LocalProcess {
  /** A page's clock is the database's, and the kernel's counts from the boot. */
  private static final double SAME_START_SECONDS = 2;

  /** Of the memory on its page: what forwards a container's port is far smaller. */
  private static final double SAME_MEMORY = 2;

  private LocalProcess() {}

  /** Looks at all processes: not to be asked for each page. */
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
   * With no more cores and memory than it may use, what its control group waits for where it does
   * not say, and who was killed there.
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
