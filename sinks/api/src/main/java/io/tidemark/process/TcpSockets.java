package io.tidemark.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * TCP sockets of a process, as Linux lists them (proc(5)). Linux tells nothing of other users'
 * processes.
 */
public final class TcpSockets {
  private static final Pattern SOCKET = Pattern.compile("socket:\\[(\\d+)]");
  private static final String ESTABLISHED = "01";
  private static final String LISTENS = "0A";

  /** Hexadecimal digits of 32 bits. */
  private static final int WORD = 8;

  private TcpSockets() {}

  /**
   * A row of {@code /proc/PID/net/tcp}, which has all sockets of the process's network.
   *
   * @param unacknowledgedBytes the bytes that were sent, and that the other side has not taken yet
   * @param windowClosed whether the other side has all that it had room for, and more waits until
   *     it reads; the kernel then probes its window from time to time
   */
  public record Row(
      InetSocketAddress local,
      InetSocketAddress remote,
      boolean isEstablished,
      boolean listens,
      long unacknowledgedBytes,
      boolean windowClosed,
      String inode) {
    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int STATE = 3;
    private static final int QUEUES = 4;
    private static final int TIMER = 5;
    private static final int INODE = 9;
    private static final String PROBES_WINDOW = "04:";

    /** Parses a row; empty for the line of headings. */
    public static Optional<Row> parse(String line) {
      String[] fields = line.strip().split("\\s+");
      if (fields.length <= INODE || !fields[LOCAL].contains(":")) {
        return Optional.empty();
      }
      String queued = fields[QUEUES].substring(0, fields[QUEUES].indexOf(':'));
      return Optional.of(
          new Row(
              address(fields[LOCAL]),
              address(fields[REMOTE]),
              fields[STATE].equals(ESTABLISHED),
              fields[STATE].equals(LISTENS),
              Long.parseLong(queued, 16),
              fields[TIMER].startsWith(PROBES_WINDOW),
              fields[INODE]));
    }

    /**
     * Parses an address: words as they lie in memory, each written as a number. An IPv4 address may
     * be mapped into an IPv6 one.
     */
    private static InetSocketAddress address(String text) {
      String hex = text.substring(0, text.indexOf(':'));
      var bytes = ByteBuffer.allocate(hex.length() / 2).order(ByteOrder.nativeOrder());
      for (int i = 0; i < hex.length(); i += WORD) {
        bytes.putInt(Integer.parseUnsignedInt(hex, i, i + WORD, 16));
      }
      try {
        int port = Integer.parseInt(text.substring(hex.length() + 1), 16);
        return new InetSocketAddress(InetAddress.getByAddress(bytes.array()), port);
      } catch (UnknownHostException e) {
        throw new IllegalArgumentException("no address: " + text, e);
      }
    }
  }

  /**
   * Returns the rows of all sockets in the process's network; none if the process has ended, or the
   * system has no such list.
   */
  public static List<Row> inNetworkOf(long pid) {
    var rows = new ArrayList<Row>();
    for (String table : List.of("net/tcp", "net/tcp6")) {
      try {
        for (String line : Files.readAllLines(folder(pid).resolve(table))) {
          Row.parse(line).ifPresent(rows::add);
        }
      } catch (IOException ended) {
        // The process has ended, or the kernel is without IPv6.
      }
    }
    return rows;
  }

  /** Returns the inodes of the process's sockets; none if it has ended, or is another user's. */
  public static Set<String> inodesOf(long pid) {
    var inodes = new HashSet<String>();
    try (Stream<Path> links = Files.list(folder(pid).resolve("fd"))) {
      for (Path link : links.toList()) {
        Matcher socket = SOCKET.matcher(target(link));
        if (socket.matches()) {
          inodes.add(socket.group(1));
        }
      }
    } catch (IOException | UncheckedIOException ended) {
      return Set.of();
    }
    return inodes;
  }

  /**
   * Returns the id of the process that listens there; empty if it is on another host, or another
   * user's.
   */
  public static OptionalLong listener(InetSocketAddress address) {
    Set<String> listening = new HashSet<>();
    for (Row row : inNetworkOf(ProcessHandle.current().pid())) {
      InetSocketAddress local = row.local();
      boolean here = local.getAddress().isAnyLocalAddress() || local.equals(address);
      if (row.listens() && here && local.getPort() == address.getPort()) {
        listening.add(row.inode());
      }
    }
    return listening.isEmpty()
        ? OptionalLong.empty()
        : processes()
            .filter(pid -> inodesOf(pid).stream().anyMatch(listening::contains))
            .findFirst();
  }

  private static LongStream processes() {
    return ProcessHandle.allProcesses().mapToLong(ProcessHandle::pid);
  }

  private static Path folder(long pid) {
    return Path.of("/proc", Long.toString(pid));
  }

  /** Returns what a link leads to; "" if it was closed meanwhile. */
  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException closed) {
      return "";
    }
  }
}
