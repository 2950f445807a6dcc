package io.tidemark.testing;

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
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** On which addresses processes wait for TCP connections, as the kernel has it (proc(5)). */
public final class Listeners {
  private static final Pattern SOCKET = Pattern.compile("socket:\\[(\\d+)]");
  private static final String LISTENS = "0A";
  private static final int LOCAL_ADDRESS = 1;
  private static final int STATE = 3;
  private static final int INODE = 9;

  /** Hexadecimal digits of 32 bits. */
  private static final int WORD = 8;

  private Listeners() {}

  /** A socket in {@code /proc/PID/net/tcp} that waits. */
  record Line(InetSocketAddress address, String inode) {
    /** Empty of a heading, and of a socket that does not wait. */
    static Optional<Line> parse(String line) {
      String[] fields = line.strip().split("\\s+");
      if (fields.length <= INODE || !fields[STATE].equals(LISTENS)) {
        return Optional.empty();
      }
      String[] local = fields[LOCAL_ADDRESS].split(":");
      var address = new InetSocketAddress(address(local[0]), Integer.parseInt(local[1], 16));
      return Optional.of(new Line(address, fields[INODE]));
    }

    /** Words as they lie in memory, each written as a number. */
    private static InetAddress address(String hex) {
      var bytes = ByteBuffer.allocate(hex.length() / 2).order(ByteOrder.nativeOrder());
      for (int i = 0; i < hex.length(); i += WORD) {
        bytes.putInt(Integer.parseUnsignedInt(hex, i, i + WORD, 16));
      }
      try {
        return InetAddress.getByAddress(bytes.array());
      } catch (UnknownHostException e) {
        throw new IllegalArgumentException("no address: " + hex, e);
      }
    }
  }

  /** Of all these processes; one that has ended has none. */
  public static List<InetSocketAddress> of(Collection<Long> processes) {
    var addresses = new ArrayList<InetSocketAddress>();
    for (long process : processes) {
      Path own = Path.of("/proc", Long.toString(process));
      Set<String> inodes = inodes(own.resolve("fd"));
      for (String table : List.of("net/tcp", "net/tcp6")) {
        lines(own.resolve(table)).stream()
            .flatMap(line -> Line.parse(line).stream())
            .filter(line -> inodes.contains(line.inode()))
            .forEach(line -> addresses.add(line.address()));
      }
    }
    return addresses;
  }

  private static Set<String> inodes(Path descriptors) {
    var inodes = new HashSet<String>();
    try (Stream<Path> links = Files.list(descriptors)) {
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

  /** "" of one that was closed meanwhile. */
  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException closed) {
      return "";
    }
  }

  /** None if the process has ended, or the kernel knows no such sockets. */
  private static List<String> lines(Path table) {
    try {
      return Files.readAllLines(table);
    } catch (IOException ended) {
      return List.of();
    }
  }
}
