package io.tidemark.sink.http;

import io.tidemark.sink.client.ClientThreads;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.config.CharCodingConfig;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.nio.ClientHttp1IOEventHandlerFactory;
import org.apache.hc.core5.http.impl.nio.ClientHttp1StreamDuplexerFactory;
import org.apache.hc.core5.http.nio.ssl.BasicClientTlsStrategy;
import org.apache.hc.core5.http.protocol.HttpProcessorBuilder;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.DefaultConnectingIOReactor;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends HTTP/1.1 calls over kept-alive connections. It follows no redirects, and knows no cookies,
 * proxies, retries or compression; it logs no headers. One thread does the I/O, a second one ends
 * calls that take too long, and a third looks up names while new connections are to be made.
 * Thread-safe.
 */
final class HttpTransport implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpTransport.class);

  /**
   * Servers close connections that are idle for about a minute. The sweep that closes them first
   * may come a quarter of this time late.
   */
  private static final Duration MAX_IDLE = Duration.ofSeconds(40);

  /** With a chunk hint of 0, every byte of a body goes straight to the socket. */
  private static final Http1Config HTTP =
      Http1Config.custom()
          .setChunkSizeHint(0)
          .setMaxLineLength(16 * 1024)
          .setMaxHeaderCount(200)
          .build();

  private final ClientThreads threads;
  private final ScheduledThreadPoolExecutor timer;
  private final ThreadPoolExecutor resolver;
  private final DefaultConnectingIOReactor reactor;
  private final Connections connections;
  private final Set<HttpExchange> outstanding = ConcurrentHashMap.newKeySet();

  HttpTransport(String name, SSLContext tls) {
    this(name, tls, MAX_IDLE);
  }

  HttpTransport(String name, SSLContext tls, Duration maxIdle) {
    this.threads = new ClientThreads(name);
    this.timer = new ScheduledThreadPoolExecutor(1, threads);
    this.timer.setRemoveOnCancelPolicy(true);
    this.resolver =
        new ThreadPoolExecutor(
            1, 1, maxIdle.toNanos(), TimeUnit.NANOSECONDS, new LinkedBlockingQueue<>(), threads);
    this.resolver.allowCoreThreadTimeOut(true);
    var http =
        new ClientHttp1StreamDuplexerFactory(
            HttpProcessorBuilder.create().build(), HTTP, CharCodingConfig.DEFAULT);
    this.reactor =
        new DefaultConnectingIOReactor(
            new ClientHttp1IOEventHandlerFactory(http, null, null),
            IOReactorConfig.custom().setIoThreadCount(1).setTcpNoDelay(true).build(),
            threads,
            null,
            failure -> LOG.warn("I/O of {} failed", name, failure),
            null,
            null);
    this.connections = new Connections(reactor, new BasicClientTlsStrategy(tls), resolver);
    reactor.start();
    long sweepNanos = maxIdle.toNanos() / 4;
    timer.scheduleWithFixedDelay(
        () -> connections.closeIdleFor(maxIdle), sweepNanos, sweepNanos, TimeUnit.NANOSECONDS);
  }

  /** Sends a call. The future never completes exceptionally: a failure is part of the answer. */
  CompletableFuture<HttpAnswer> send(HttpCall call) {
    var exchange = new HttpExchange(call, connections);
    outstanding.add(exchange);
    CompletableFuture<HttpAnswer> answer = exchange.answer();
    answer.whenComplete((a, never) -> outstanding.remove(exchange));
    try {
      exchange.endBy(
          timer.schedule(
              () -> exchange.end(timedOut(call)), call.remainingNanos(), TimeUnit.NANOSECONDS));
    } catch (RejectedExecutionException e) {
      exchange.end(closed());
      return answer;
    }
    connections
        .lease(call.to().host())
        .whenComplete(
            (connection, failure) -> {
              if (failure == null) {
                exchange.start(connection);
              } else {
                exchange.end((Exception) failure);
              }
            });
    return answer;
  }

  /** Closes every connection that is not in use: if one was stale, others may be, too. */
  void closeIdle() {
    connections.closeIdleFor(Duration.ZERO);
  }

  long cpuNanos() {
    return threads.cpuNanos();
  }

  /** Ends the calls that are still in flight with a failure. */
  @Override
  public void close() {
    timer.shutdownNow();
    resolver.shutdownNow();
    outstanding.forEach(exchange -> exchange.end(closed()));
    reactor.close(CloseMode.IMMEDIATE);
  }

  private static ConnectionClosedException closed() {
    return new ConnectionClosedException("the client was closed");
  }

  private static TimeoutException timedOut(HttpCall call) {
    return new TimeoutException(
        "no complete answer in time [timeout=%dms]".formatted(call.timeout().toMillis()));
  }
}
