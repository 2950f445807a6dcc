package io.tidemark.sink.http;

import org.apache.hc.core5.http.HttpConnection;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.nio.AsyncClientExchangeHandler;
import org.apache.hc.core5.http.nio.command.RequestExecutionCommand;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.Command;
import org.apache.hc.core5.reactor.IOSession;

/** One HTTP connection. It belongs to one exchange or is idle. */
final class Connection {
  private final HttpHost host;
  private final IOSession session;
  private volatile int requests;
  private volatile long idleSinceNanos;

  Connection(HttpHost host, IOSession session) {
    this.host = host;
    this.session = session;
  }

  HttpHost host() {
    return host;
  }

  boolean isOpen() {
    return session.isOpen() && http().isOpen();
  }

  /** Tells whether a request went over it before the present one. */
  boolean isReused() {
    return requests > 1;
  }

  long receivedBytes() {
    return http().getEndpointDetails().getReceivedBytesCount();
  }

  /** Hands the exchange to the I/O thread; returns false if the connection is closed already. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // One exchange at a time has the connection.
  boolean execute(AsyncClientExchangeHandler exchange) {
    requests++;
    session.enqueue(
        new RequestExecutionCommand(exchange, HttpCoreContext.create()), Command.Priority.NORMAL);
    return session.isOpen();
  }

  void markIdle(long nowNanos) {
    idleSinceNanos = nowNanos;
  }

  long idleNanos(long nowNanos) {
    return nowNanos - idleSinceNanos;
  }

  void close() {
    session.close(CloseMode.GRACEFUL);
  }

  /** Drops all bytes that are still on their way in either direction. */
  void abort() {
    session.close(CloseMode.IMMEDIATE);
  }

  private HttpConnection http() {
    return (HttpConnection) session.getHandler();
  }
}
