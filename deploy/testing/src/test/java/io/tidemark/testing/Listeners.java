package io.tidemark.testing;

import io.tidemark.process.TcpSockets;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** On which addresses processes wait for TCP connections, as the kernel has it. */
public final class Listeners {
  private Listeners() {}

  /** Of all these processes; one that has ended has none. */
  public static List<InetSocketAddress> of(Collection<Long> processes) {
    var addresses = new ArrayList<InetSocketAddress>();
    for (long process : processes) {
      Set<String> inodes = TcpSockets.inodesOf(process);
      TcpSockets.inNetworkOf(process).stream()
          .filter(row -> row.listens() && inodes.contains(row.inode()))
          .forEach(row -> addresses.add(row.local()));
    }
    return addresses;
  }
}
