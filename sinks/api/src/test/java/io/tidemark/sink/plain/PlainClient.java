package io.tidemark.sink.plain;

import io.tidemark.process.Patience;
import io.tidemark.sink.ClientOptions;
import io.tidemark.sink.Payload;
import io.tidemark.sink.RequestTiming;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.WriteClient;
import io.tidemark.sink.WriteResult;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Blocks: one thread and one connection for each permit. */
final class PlainClient implements WriteClient {
  private final URI url;
  private final ClientOptions options;
  private final ExecutorService threads;
  private final ThreadLocal<PlainConnection> connection = new ThreadLocal<>();
  private final Set<PlainConnection> open = ConcurrentHashMap.newKeySet();
  private final AtomicLong cpuNanos = new AtomicLong();

  PlainClient(URI url, ClientOptions options) {
    this.url = url;
    this.options = options;
    var number = new AtomicInteger();
    threads =
        Executors.newFixedThreadPool(
            options.inFlight(),
            work -> new Thread(work, options.name() + "-" + number.getAndIncrement()));
  }

  @Override
  public CompletableFuture<WriteResult> write(Payload payload) {
    payload.requireEncoding(Set.of(PlainFormat.ENCODING));
    return CompletableFuture.supplyAsync(() -> send(payload), threads);
  }

  private WriteResult send(Payload payload) {
    long startNanos = System.nanoTime();
    long cpuBefore = threadCpuNanos();
    try {
      var answer = PlainServer.Answer.valueOf(connected().write(payload.body()));
      return result(outcome(answer), answer.name(), payload, startNanos);
    } catch (IOException e) {
      disconnect();
      return new WriteResult(
          ResponseClass.RETRY,
          "",
          1,
          0,
          url.toString(),
          String.valueOf(e.getMessage()),
          OptionalLong.empty(),
          new RequestTiming(0, 0, System.nanoTime() - startNanos));
    } finally {
      cpuNanos.addAndGet(threadCpuNanos() - cpuBefore);
    }
  }

  private static long threadCpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private WriteResult result(ResponseClass outcome, String code, Payload payload, long startNanos) {
    return new WriteResult(
        outcome,
        code,
        1,
        payload.body().length,
        url.toString(),
        outcome == ResponseClass.OK ? "" : code,
        OptionalLong.empty(),
        new RequestTiming(0, 0, System.nanoTime() - startNanos));
  }

  private static ResponseClass outcome(PlainServer.Answer answer) {
    return switch (answer) {
      case STORED -> ResponseClass.OK;
      case KNOWN -> ResponseClass.ALREADY_STORED;
      case BUSY -> ResponseClass.THROTTLED;
      case LATE, TOO_LONG -> ResponseClass.REJECT;
    };
  }

  private PlainConnection connected() throws IOException {
    if (connection.get() == null) {
      connection.set(new PlainConnection(url, options.timeout()));
      open.add(connection.get());
    }
    return connection.get();
  }

  private void disconnect() {
    if (connection.get() != null) {
      connection.get().close();
      open.remove(connection.get());
      connection.remove();
    }
  }

  @Override
  public long cpuNanos() {
    return cpuNanos.get();
  }

  @Override
  public void close() {
    threads.shutdownNow();
    open.forEach(PlainConnection::close);
    try {
      threads.awaitTermination(Patience.ofSeconds(10).toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
