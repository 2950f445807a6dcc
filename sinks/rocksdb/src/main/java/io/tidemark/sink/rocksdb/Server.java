package io.tidemark.sink.rocksdb;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tidemark.sink.rows.CollisionException;
import io.tidemark.sink.rows.LongRows;
import io.tidemark.sink.rows.RowBody;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.rocksdb.RocksDBException;

/**
 * A RocksDB behind HTTP, in a process of its own, so that it can be killed, bound to processors,
 * given a quota and read like any other database. It listens on loopback alone. {@code POST /write}
 * takes a {@link RowBody}, {@code GET /metrics} returns its page, {@code GET /export?TABLE} prints
 * what is stored.
 *
 * <p>A write holds an insert slot from the first byte of its body on; if all slots are taken for
 * too long, it is turned away.
 */
final class Server {
  private static final int OK = 204;
  private static final int BAD_REQUEST = 400;
  private static final int CONFLICT = 409;
  private static final int TOO_MANY = 429;
  private static final int FAILED = 500;
  private static final int MAX_WAITING = 1024;
  private static final int LAST_WRITES_SECONDS = 30;

  private final Store store;
  private final ServerFlags flags;
  private final Semaphore slots;
  private final AtomicLong rows = new AtomicLong();
  private final AtomicLong limitReached = new AtomicLong();
  private final AtomicLong limitTimeouts = new AtomicLong();
  private final HttpServer http;

  private Server(ServerFlags flags) throws RocksDBException, IOException {
    this.flags = flags;
    store =
        new Store(
            Path.of(flags.folder()),
            flags.backgroundJobs(),
            flags.directIo(),
            flags.maxLabelBytes());
    slots = new Semaphore(flags.insertSlots(), true);
    http =
        HttpServer.create(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), flags.port()), MAX_WAITING);
    http.setExecutor(Executors.newCachedThreadPool());
    http.createContext("/write", this::write);
    http.createContext("/metrics", this::metrics);
    http.createContext("/export", this::export);
  }

  /** Runs until the process is asked to end; then it closes its files. */
  public static void main(String[] args) throws Exception {
    var server = new Server(ServerFlags.parse(args));
    Runtime.getRuntime().addShutdownHook(new Thread(server::close));
    server.http.start();
  }

  /**
   * Waits for all writes, because one that goes on when files are closed would crash in native
   * code.
   */
  private void close() {
    http.stop(1);
    try {
      if (slots.tryAcquire(flags.insertSlots(), LAST_WRITES_SECONDS, TimeUnit.SECONDS)) {
        store.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void write(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!slots.tryAcquire()) {
        limitReached.incrementAndGet();
        if (!slots.tryAcquire(flags.maxQueueMillis(), TimeUnit.MILLISECONDS)) {
          limitTimeouts.incrementAndGet();
          answer(
              exchange,
              TOO_MANY,
              "all insert slots are taken [slots=%d]".formatted(flags.insertSlots()));
          return;
        }
      }
      try {
        writeInSlot(exchange);
      } finally {
        slots.release();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void writeInSlot(HttpExchange exchange) throws IOException {
    byte[] bytes = exchange.getRequestBody().readAllBytes();
    try {
      var body = new RowBody(KeyRows.CODE, bytes);
      int count = (bytes.length - body.rowsAt()) / LongRows.ROW_BYTES;
      store.write(table(exchange.getRequestHeaders()), body, count);
      rows.addAndGet(count);
      exchange.sendResponseHeaders(OK, -1);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      answer(exchange, BAD_REQUEST, String.valueOf(e.getMessage()));
    } catch (Store.RefusedException e) {
      answer(exchange, BAD_REQUEST, e.getMessage());
    } catch (CollisionException e) {
      answer(exchange, CONFLICT, e.getMessage());
    } catch (RocksDBException e) {
      answer(exchange, FAILED, "RocksDB: " + e.getMessage());
    }
  }

  private static TableSettings table(Headers headers) {
    return new TableSettings(
        header(headers, TableSettings.NAME_HEADER, ""),
        header(headers, TableSettings.OPTIONS_HEADER, ""),
        KeyShape.of(header(headers, TableSettings.SHAPE_HEADER, "rows")),
        Integer.parseInt(header(headers, TableSettings.VALUE_BYTES_HEADER, "8")),
        Boolean.parseBoolean(header(headers, TableSettings.INDEX_HEADER, "false")),
        Boolean.parseBoolean(header(headers, TableSettings.SYNC_HEADER, "false")));
  }

  private static String header(Headers headers, String name, String fallback) {
    String value = headers.getFirst(name);
    return value == null ? fallback : value;
  }

  private void metrics(HttpExchange exchange) throws IOException {
    try (exchange) {
      int inUse = flags.insertSlots() - slots.availablePermits();
      var page =
          new ServerPage(
              flags.insertSlots(), inUse, limitReached.get(), limitTimeouts.get(), rows.get());
      answer(exchange, 200, page.text(store.signals()));
    } catch (RocksDBException e) {
      answer(exchange, FAILED, "RocksDB: " + e.getMessage());
    }
  }

  /** Prints a line for each row: its labels in hexadecimal digits, its time, its value's bits. */
  private void export(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.sendResponseHeaders(200, 0);
      try (var out =
          new BufferedWriter(
              new OutputStreamWriter(exchange.getResponseBody(), StandardCharsets.US_ASCII))) {
        store.forEach(
            String.valueOf(exchange.getRequestURI().getQuery()),
            (labels, timestampMillis, value) -> {
              try {
                out.write(HexFormat.of().formatHex(labels.encoded()));
                out.write(" %d %x%n".formatted(timestampMillis, Double.doubleToRawLongBits(value)));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
      }
    } catch (RocksDBException e) {
      throw new IOException(e);
    }
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }
}
