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
 * How many of the bytes sent to a database the other side has not acknowledged yet, as Linux tells
 * for this process's connections. A socket takes in two megabytes and more at once, so a client
 * that has "sent" a body has only handed it to the kernel: on a thin line nearly all of a request's
 * time looks like waiting for the answer. These bytes tell the two apart, because the kernel of a
 * database that is merely busy acknowledges all but the last of them at once. A receiver with
 * nothing to say yet may hold back the acknowledgement of one segment (RFC 9293, 3.8.6.3), Linux
 * for 40 ms; if that counted, a mere round trip of small bodies would look like a line that is
 * always full.
 *
 * <p>If the other side does not read, like a proxy that lets few requests through, its window
 * closes, and the bytes in the socket are not on a line. A side that reads slowly closes its window
 * now and then, too, so bytes count as unread only if nothing has moved since an earlier look.
 *
 * @param connections the number of established connections to these servers
 * @param unacknowledged the number of those with more bytes unacknowledged than one packet takes
 * @param closed the unacknowledged bytes of those whose window is closed, by the socket's inode
 */
public record SocketQueues(int connections, int unacknowledged, Map<String, Long> closed) {
  private static final int MAX_MTU = 65_536;

  /**
   * @param mtu the bytes that fit into a packet on the way to the server
   */
  public record Server(InetSocketAddress address, int mtu) {
    /**
     * Returns the server at an address, with the MTU of the interface that leads to it; sends
     * nothing.
     */
    public static Server at(InetSocketAddress address) throws IOException {
      try (var socket = new DatagramSocket()) {
        socket.connect(address);
        NetworkInterface way = NetworkInterface.getByInetAddress(socket.getLocalAddress());
        return new Server(address, way == null ? MAX_MTU : way.getMTU());
      }
    }
  }

  /** Returns the queues to these servers; empty if the system does not report them. */
  public static Optional<SocketQueues> read(Collection<Server> servers) {
    long self = ProcessHandle.current().pid();
    List<TcpSockets.Row> rows = TcpSockets.inNetworkOf(self);
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(of(rows, TcpSockets.inodesOf(self), servers));
  }

  /**
   * @param own the inodes of this process's sockets, because another client of the same database
   *     may be on this host
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

  /** Returns the number of connections from which nobody has read since then. */
  public int unreadSince(SocketQueues earlier) {
    return (int)
        closed.entrySet().stream()
            .filter(now -> now.getValue().equals(earlier.closed.get(now.getKey())))
            .count();
  }
}
