package io.tidemark.process;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How much of what was sent to a database the other side has not acknowledged yet, as Linux tells
 * for this process's connections. A socket takes in two megabytes and more at once, so a client
 * that has "sent" a body has only handed it to the kernel: on a thin line nearly all of a request's
 * time looks like waiting for the answer. These bytes tell the two apart: the kernel of a database
 * that is merely busy acknowledges them at once. All but the last: a receiver with nothing to say
 * yet may keep the acknowledgement of a segment back (RFC 9293, 3.8.6.3), Linux for 40 ms, and with
 * small bodies a mere round trip would look like a line that is always full.
 *
 * <p>Where the other side does not read, as a proxy that lets few through, its window closes, and
 * what stands in the socket is not on a line. One that reads slowly closes it, too, now and then;
 * so those count as unread where nothing has moved since an earlier look.
 *
 * @param connections established, to these servers
 * @param unacknowledged connections of those with more unacknowledged than one packet takes
 * @param closed bytes of those whose window is closed, by inode
 */
public record SocketQueues(int connections, int unacknowledged, Map<String, Long> closed) {
  private static final int MAX_MTU = 65_536;

  /**
   * @param mtu the bytes that fit into a packet on the way to it
   */
  public record Server(InetSocketAddress address, int mtu) {
    /** Asks this machine which way it would send to it; sends nothing. */
    public static Server at(InetSocketAddress address) throws IOException {
      try (var socket = new DatagramSocket()) {
        socket.connect(address);
        NetworkInterface way = NetworkInterface.getByInetAddress(socket.getLocalAddress());
        return new Server(address, way == null ? MAX_MTU : way.getMTU());
      }
    }
  }

  /** Empty where the system does not report it. */
  public static Optional<SocketQueues> read(Collection<Server> servers) {
    long self = ProcessHandle.current().pid();
    List<TcpSockets.Row> rows = TcpSockets.inNetworkOf(self);
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(of(rows, TcpSockets.inodesOf(self), servers));
  }

  /**
   * @param own inodes of sockets: another client of the same database may be on this host
   */
  static SocketQueues of(
      Collection<TcpSockets.Row> rows, Set<String> own, Collection<Server> servers) {
    int connections = 0;
    int unacknowledged = 0;
    var closed = new HashMap<String, Long>();
    for (TcpSockets.Row row : rows) {
      if (row.isEstablished() && own.contains(row.inode())) {
        for (Server server : servers) {
          if (row.remote().equals(server.address)) {
            connections++;
            boolean holds = row.unacknowledgedBytes() > server.mtu;
            unacknowledged += holds ? 1 : 0;
            if (holds && row.windowClosed()) {
              closed.put(row.inode(), row.unacknowledgedBytes());
            }
          }
        }
      }
    }
    return new SocketQueues(connections, unacknowledged, closed);
  }

  /** Connections that nobody has read from in between. */
  public int unreadSince(SocketQueues earlier) {
    return (int)
        closed.entrySet().stream()
            .filter(now -> now.getValue().equals(earlier.closed.get(now.getKey())))
            .count();
  }
}
