package io.tidemark.job.observe;

import java.io.IOException;
import java.net.InetSocketAddress;
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
 * that is merely busy acknowledges them at once.
 *
 * @param connections established, to these servers
 * @param unacknowledged connections of those with bytes that are not acknowledged
 */
public record SocketQueues(int connections, int unacknowledged, long unacknowledgedBytes) {
  private static final String ESTABLISHED = "01";
  private static final int REMOTE = 2;
  private static final int STATE = 3;
  private static final int QUEUES = 4;

  /** Empty where the system does not tell. */
  public static Optional<SocketQueues> read(Collection<InetSocketAddress> servers) {
    var found = new SocketQueues(0, 0, 0);
    boolean told = false;
    for (String file : new String[] {"/proc/net/tcp", "/proc/net/tcp6"}) {
      try (Stream<String> lines = Files.lines(Path.of(file))) {
        found = found.plus(of(lines, servers));
        told = true;
      } catch (IOException e) {
        // A kernel without IPv6 has only the first, another system neither.
      }
    }
    return told ? Optional.of(found) : Optional.empty();
  }

  /** From the lines of {@code /proc/net/tcp}, the one with the headings included. */
  static SocketQueues of(Stream<String> lines, Collection<InetSocketAddress> servers) {
    int connections = 0;
    int unacknowledged = 0;
    long bytes = 0;
    for (String[] fields : (Iterable<String[]>) lines.map(SocketQueues::fields)::iterator) {
      boolean ours =
          fields.length > QUEUES
              && fields[STATE].equals(ESTABLISHED)
              && servers.stream().anyMatch(server -> isAt(fields[REMOTE], server));
      if (ours) {
        long queued = Long.parseLong(fields[QUEUES].split(":")[0], 16);
        connections++;
        unacknowledged += queued > 0 ? 1 : 0;
        bytes += queued;
      }
    }
    return new SocketQueues(connections, unacknowledged, bytes);
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
    return new SocketQueues(
        connections + other.connections,
        unacknowledged + other.unacknowledged,
        unacknowledgedBytes + other.unacknowledgedBytes);
  }
}
