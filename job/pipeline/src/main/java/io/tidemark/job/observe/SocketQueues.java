package io.tidemark.job.observe;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How much of what was sent to a database the other side has not acknowledged yet, as Linux tells
 * for this machine's connections. A socket takes in two megabytes and more at once, so a client
 * that has "sent" a body has only handed it to the kernel: on a thin line nearly all of a request's
 * time looks like waiting for the answer. These bytes tell the two apart: the kernel of a database
 * that is merely busy acknowledges them at once. All but the last: a receiver with nothing to say
 * yet may keep the acknowledgement of a segment back (RFC 9293, 3.8.6.3), Linux for 40 ms, and with
 * small bodies a mere round trip would look like a line that is always full.
 *
 * @param connections established, to these servers
 * @param unacknowledged connections of those with more unacknowledged than one packet takes
 */
public record SocketQueues(int connections, int unacknowledged) {
  private static final String ESTABLISHED = "01";
  private static final int REMOTE = 2;
  private static final int STATE = 3;
  private static final int QUEUES = 4;
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
    var found = new SocketQueues(0, 0);
    boolean reported = false;
    for (String file : new String[] {"/proc/net/tcp", "/proc/net/tcp6"}) {
      try (Stream<String> lines = Files.lines(Path.of(file))) {
        found = found.plus(of(lines, servers));
        reported = true;
      } catch (IOException e) {
        // A kernel without IPv6 has only the first, another system neither.
      }
    }
    return reported ? Optional.of(found) : Optional.empty();
  }

  /** From the lines of {@code /proc/net/tcp}, the one with the headings included. */
  static SocketQueues of(Stream<String> lines, Collection<Server> servers) {
    int connections = 0;
    int unacknowledged = 0;
    for (String[] fields : (Iterable<String[]>) lines.map(SocketQueues::fields)::iterator) {
      if (fields.length > QUEUES && fields[STATE].equals(ESTABLISHED)) {
        for (Server server : servers) {
          if (isAt(fields[REMOTE], server.address)) {
            connections++;
            unacknowledged += Long.parseLong(fields[QUEUES].split(":")[0], 16) > server.mtu ? 1 : 0;
          }
        }
      }
    }
    return new SocketQueues(connections, unacknowledged);
  }

  private static String[] fields(String line) {
    return line.strip().split("\\s+");
  }

  /** The address in words of the machine's byte order; an IPv4 one may be mapped into IPv6. */
  private static boolean isAt(String remote, InetSocketAddress server) {
    int colon = remote.indexOf(':');
    if (Integer.parseInt(remote.substring(colon + 1), 16) != server.getPort()) {
      return false;
    }
    var words = ByteBuffer.wrap(server.getAddress().getAddress()).order(ByteOrder.nativeOrder());
    var address = new StringBuilder();
    while (words.hasRemaining()) {
      address.append("%08X".formatted(words.getInt()));
    }
    return remote.substring(0, colon).endsWith(address.toString());
  }

  private SocketQueues plus(SocketQueues other) {
    return new SocketQueues(connections + other.connections, unacknowledged + other.unacknowledged);
  }
}
