package io.tidemark.job.observe;

import io.tidemark.process.SocketQueues;
import io.tidemark.process.SocketQueues.Server;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;

/**
 * How many of this process's connections to the database hold bytes that its side has not taken
 * yet, and how long a packet takes there and back: as long as the kernels take to connect, whatever
 * the database does. Of several attempts, made a few seconds apart, the shortest counts, because
 * others wait behind what is being sent, or until this process gets a core. So there are some in
 * each step of a search; after the time of a search there is one a minute.
 *
 * <p>Only servers of HTTP are connected to. Others count whoever opens and closes a connection as a
 * client that failed, and some turn such a host away in the end.
 *
 * <p>One thread reads it. Names are looked up at its first reading, because that may take long, and
 * again from time to time, because a database may move.
 *
 * <p>Linux walks its whole table of connections for an answer, which was seen to take 17 ms on a
 * machine of 24 GiB with four connections; ten times a second that is a sixth of a core. So it is
 * asked as often as takes a hundredth of a core, and at least twice a second, because a step of a
 * search must see more than a moment or two.
 */
public final class TargetLine {
  private static final long PAUSE_PER_READ = 100;
  private static final long MOST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final int MOST_CONNECT_MILLIS = 1_000;

  /** This is a fraction of a search's step. Later attempts are rarer: some servers log each. */
  private static final long CONNECT_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(3);

  private static final int ATTEMPTS_OF_A_SEARCH = 60;
  private static final long CONNECT_AGAIN_LATER_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** An address that does not answer keeps the reading thread for a tenth of the time at most. */
  private static final long PAUSE_PER_CONNECT = 10;

  private static final long RESOLVE_AGAIN_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** Looks up a name. */
  interface Names {
    InetAddress[] addresses(String host) throws IOException;
  }

  /** Measures the seconds that it takes to connect. */
  interface Connects {
    double seconds(InetSocketAddress address) throws IOException;
  }

  private final List<URI> urls;
  private final ToIntFunction<String> defaultPort;
  private final LongSupplier nanoClock;
  private final LongSupplier cpuClock;
  private final Function<List<Server>, Optional<SocketQueues>> system;
  private final Names names;
  private final Connects connects;
  private final Map<InetSocketAddress, Double> roundTripSeconds = new HashMap<>();
  private SocketQueues last = new SocketQueues(0, 0, Map.of());
  private List<Server> servers;
  private Set<InetSocketAddress> connectedTo = Set.of();
  private long nextReadNanos;
  private long nextResolveNanos;
  private long nextConnectNanos;
  private int attempts;

  /**
   * @param defaultPort returns the port of a scheme
   */
  public TargetLine(List<URI> urls, ToIntFunction<String> defaultPort) {
    this(
        urls,
        defaultPort,
        System::nanoTime,
        ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime,
        SocketQueues::read,
        InetAddress::getAllByName,
        TargetLine::connect);
  }

  TargetLine(
      List<URI> urls,
      ToIntFunction<String> defaultPort,
      LongSupplier nanoClock,
      LongSupplier cpuClock,
      Function<List<Server>, Optional<SocketQueues>> system,
      Names names,
      Connects connects) {
    this.names = names;
    this.connects = connects;
    this.urls = List.copyOf(urls);
    this.defaultPort = defaultPort;
    this.nanoClock = nanoClock;
    this.cpuClock = cpuClock;
    this.system = system;
  }

  /** Returns null if the system or the names don't tell, and until it is worth asking again. */
  ProcessReading.Line read() {
    resolve();
    connect();
    long startNanos = nanoClock.getAsLong();
    if (servers.isEmpty() || startNanos - nextReadNanos < 0) {
      return null;
    }
    long startCpuNanos = cpuClock.getAsLong();
    Optional<SocketQueues> queues = system.apply(servers);
    long cpuNanos = cpuClock.getAsLong() - startCpuNanos;
    nextReadNanos = nanoClock.getAsLong() + Math.min(MOST_PAUSE_NANOS, PAUSE_PER_READ * cpuNanos);
    if (queues.isEmpty()) {
      return null;
    }
    SocketQueues now = queues.get();
    int unread = now.unreadSince(last);
    last = now;
    return new ProcessReading.Line(now.unacknowledged() - unread, unread, roundTripSeconds());
  }

  /** Looks names up, which may take long; if that fails, the former addresses stay. */
  private void resolve() {
    long startNanos = nanoClock.getAsLong();
    if (servers == null) {
      servers = List.of();
      nextReadNanos = startNanos;
      nextConnectNanos = startNanos;
    } else if (startNanos - nextResolveNanos < 0) {
      return;
    }
    try {
      servers = lookUp();
    } catch (IOException e) {
      // The former addresses are the best guess; without any, nothing is read.
    }
    long endNanos = nanoClock.getAsLong();
    nextResolveNanos =
        endNanos + Math.max(RESOLVE_AGAIN_NANOS, PAUSE_PER_READ * (endNanos - startNanos));
  }

  /** Returns the longest time of all addresses; NaN if none was measured. */
  private double roundTripSeconds() {
    return roundTripSeconds.values().stream().max(Double::compare).orElse(Double.NaN);
  }

  private void connect() {
    long startNanos = nanoClock.getAsLong();
    if (connectedTo.isEmpty() || startNanos - nextConnectNanos < 0) {
      return;
    }
    connectedTo.forEach(this::measure);
    attempts++;
    long again = attempts < ATTEMPTS_OF_A_SEARCH ? CONNECT_AGAIN_NANOS : CONNECT_AGAIN_LATER_NANOS;
    long endNanos = nanoClock.getAsLong();
    nextConnectNanos = endNanos + Math.max(again, PAUSE_PER_CONNECT * (endNanos - startNanos));
  }

  private void measure(InetSocketAddress address) {
    try {
      roundTripSeconds.merge(address, connects.seconds(address), Math::min);
    } catch (IOException e) {
      // The writer says it if the address can't be reached.
    }
  }

  private static double connect(InetSocketAddress address) throws IOException {
    try (var socket = new Socket()) {
      long startNanos = System.nanoTime();
      socket.connect(address, MOST_CONNECT_MILLIS);
      return (System.nanoTime() - startNanos) / 1e9;
    }
  }

  private List<Server> lookUp() throws IOException {
    var found = new ArrayList<Server>();
    var ofHttp = new LinkedHashSet<InetSocketAddress>();
    for (URI url : urls) {
      if (url.getHost() == null) {
        // A socket of this machine has no line.
        continue;
      }
      int port = url.getPort() > 0 ? url.getPort() : defaultPort.applyAsInt(url.getScheme());
      for (InetAddress address : names.addresses(url.getHost())) {
        var server = Server.at(new InetSocketAddress(address, port));
        found.add(server);
        if (url.getScheme().startsWith("http")) {
          ofHttp.add(server.address());
        }
      }
    }
    roundTripSeconds.keySet().retainAll(ofHttp);
    connectedTo = ofHttp;
    return found;
  }
}
