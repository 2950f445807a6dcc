package io.tidemark.sink.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.apache.hc.core5.reactor.ConnectionInitiator;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.reactor.ssl.TransportSecurityLayer;
import org.apache.hc.core5.util.Timeout;

/**
 * Keeps connections to any number of hosts alive, gives out the one that was used last, and makes
 * new ones. There are as many as there are requests in flight at once, which the caller has to
 * bound. Thread-safe.
 */
final class Connections {
  /**
   * One address of a host may take this long to accept; a host that is up does so in milliseconds.
   */
  private static final Timeout CONNECT_TIMEOUT = Timeout.ofSeconds(10);

  private final Map<HttpHost, ConcurrentLinkedDeque<Connection>> idle = new ConcurrentHashMap<>();
  private final ConnectionInitiator reactor;
  private final TlsStrategy tls;
  private final Executor resolver;

  /**
   * @param resolver runs look-ups of names, which block
   */
  Connections(ConnectionInitiator reactor, TlsStrategy tls, Executor resolver) {
    this.reactor = reactor;
    this.tls = tls;
    this.resolver = resolver;
  }

  /** Gives out an idle connection, or a new one. The future completes on any thread. */
  CompletableFuture<Connection> lease(HttpHost host) {
    ConcurrentLinkedDeque<Connection> known = idle.get(host);
    if (known != null) {
      for (Connection c = known.pollFirst(); c != null; c = known.pollFirst()) {
        if (c.isOpen()) {
          return CompletableFuture.completedFuture(c);
        }
      }
    }
    return open(host);
  }

  void release(Connection connection) {
    if (connection.isOpen()) {
      connection.markIdle(System.nanoTime());
      idle.computeIfAbsent(connection.host(), host -> new ConcurrentLinkedDeque<>())
          .addFirst(connection);
    }
  }

  void closeIdleFor(Duration atLeast) {
    long now = System.nanoTime();
    for (ConcurrentLinkedDeque<Connection> known : idle.values()) {
      for (Connection c : known) {
        // Whoever takes a connection out of the deque owns it; a lease may be quicker than this
        // sweep.
        if ((!c.isOpen() || c.idleNanos(now) >= atLeast.toNanos()) && known.remove(c)) {
          c.close();
        }
      }
    }
  }

  private CompletableFuture<Connection> open(HttpHost host) {
    var opened = new CompletableFuture<Connection>();
    try {
      resolver.execute(
          () -> {
            try {
              connect(host, InetAddress.getAllByName(host.getHostName()), 0, opened);
            } catch (UnknownHostException | RuntimeException e) {
              opened.completeExceptionally(e);
            }
          });
    } catch (RejectedExecutionException e) {
      opened.completeExceptionally(e);
    }
    return opened;
  }

  /** Tries one address after the other. */
  private void connect(
      HttpHost host, InetAddress[] addresses, int next, CompletableFuture<Connection> opened) {
    reactor.connect(
        host,
        new InetSocketAddress(addresses[next], host.getPort()),
        null,
        CONNECT_TIMEOUT,
        null,
        new Outcome<IOSession>(
            session -> secure(host, session, opened),
            failure -> {
              if (next + 1 < addresses.length) {
                connect(host, addresses, next + 1, opened);
              } else {
                opened.completeExceptionally(failure);
              }
            }));
  }

  private void secure(HttpHost host, IOSession session, CompletableFuture<Connection> opened) {
    var connection = new Connection(host, session);
    if (!host.getSchemeName().equals("https")) {
      opened.complete(connection);
      return;
    }
    tls.upgrade(
        (TransportSecurityLayer) session,
        host,
        null,
        CONNECT_TIMEOUT,
        new Outcome<TransportSecurityLayer>(
            secured -> opened.complete(connection), opened::completeExceptionally));
  }

  private record Outcome<T>(Consumer<T> onSuccess, Consumer<Exception> onFailure)
      implements FutureCallback<T> {
    @Override
    public void completed(T result) {
      onSuccess.accept(result);
    }

    @Override
    public void failed(Exception failure) {
      onFailure.accept(failure);
    }

    @Override
    public void cancelled() {
      onFailure.accept(new CancellationException("connecting was given up"));
    }
  }
}
