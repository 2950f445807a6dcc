package io.tidemark.sink.http;

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
    double started =
        ProcessHandle.of(pid)
            .flatMap(process -> process.info().startInstant())
            .map(instant -> instant.toEpochMilli() / 1e3)
            .orElse(Double.NaN);
    double memory = new ProcessResources(pid).residentBytes().orElse(Double.NaN);
    return Math.abs(started - node.startSeconds().orElse(Double.NaN)) <= SAME_START_SECONDS
        && memory * SAME_MEMORY >= node.residentBytes().orElse(Double.NaN);
  }

  /**
   * With no more cores than it may use, and the time that a quota stopped it if it does not say.
   */
  static TsdbNode limited(TsdbNode told, ProcessResources process) {
    TsdbNode node =
        told.pressure().cpuWaitingSeconds().isPresent()
            ? told
            : told.with(
                new TsdbNode.Pressure(
                    process.throttledSeconds(),
                    told.pressure().ioWaitingSeconds(),
                    told.pressure().ioStalledSeconds(),
                    told.pressure().memoryWaitingSeconds(),
                    told.pressure().memoryStalledSeconds()));
    OptionalDouble cores = process.cores();
    OptionalDouble itsOwn = node.cpu().cores();
    if (cores.isEmpty() || itsOwn.isPresent() && itsOwn.getAsDouble() <= cores.getAsDouble()) {
      return node;
    }
    return node.with(new TsdbNode.Cpu(node.cpu().seconds(), cores));
  }
}
