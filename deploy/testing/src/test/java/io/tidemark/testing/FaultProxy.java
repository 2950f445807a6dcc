package io.tidemark.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.xerial.snappy.Snappy;

/** Stands between the job and a real database, and answers in its place when the test says so. */
public final class FaultProxy implements AutoCloseable {
  /** A write request; {@code number} counts from 1. */
  public record Write(int number, byte[] body) {
    /** Whether the text occurs in the decompressed body, in a label say. */
    public boolean mentions(String text) {
      try {
        return new String(Snappy.uncompress(body), StandardCharsets.ISO_8859_1).contains(text);
      } catch (IOException e) {
        throw new IllegalStateException("not a Snappy body", e);
      }
    }
  }

  /** What to do with a write. */
  public record Answer(int status, String retryAfter, boolean store) {
    public static final Answer STORE = new Answer(0, null, true);

    /** The database gets the write, the job never hears of it. */
    public static final Answer STORE_AND_HANG_UP = new Answer(-1, null, true);

    public static final Answer HANG_UP = new Answer(-1, null, false);

    public static Answer status(int status) {
      return new Answer(status, null, false);
    }

    public static Answer retryAfter(int status, String retryAfter) {
      return new Answer(status, retryAfter, false);
    }
  }

  public interface Script {
    Answer answer(Write write);

    /** The database has answered a write, or failed to; the job has not heard of it yet. */
    default void stored() {}
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpClient client = HttpClient.newHttpClient();
  private final String database;
  private final Script script;
  private final AtomicInteger writes = new AtomicInteger();
  private final List<Long> writtenAtNanos = new CopyOnWriteArrayList<>();

  public FaultProxy(String database, Script script) throws IOException {
    this.database = database;
    this.script = script;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** When each write arrived, by {@link System#nanoTime}. */
  public List<Long> writtenAtNanos() {
    return writtenAtNanos;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      Answer answer = Answer.STORE;
      if (exchange.getRequestMethod().equals("POST")) {
        writtenAtNanos.add(System.nanoTime());
        answer = script.answer(new Write(writes.incrementAndGet(), body));
      }
      HttpResponse<byte[]> stored = answer.store() ? store(exchange, body) : null;
      if (answer.status() < 0) {
        return;
      }
      if (answer.retryAfter() != null) {
        exchange.getResponseHeaders().add("Retry-After", answer.retryAfter());
      }
      if (answer.status() == 0) {
        byte[] text = stored.body();
        exchange.sendResponseHeaders(stored.statusCode(), text.length == 0 ? -1 : text.length);
        exchange.getResponseBody().write(text);
      } else {
        exchange.sendResponseHeaders(answer.status(), -1);
      }
    }
  }

  private HttpResponse<byte[]> store(HttpExchange exchange, byte[] body) throws IOException {
    if (!exchange.getRequestMethod().equals("POST")) {
      return forward(exchange, body);
    }
    try {
      return forward(exchange, body);
    } finally {
      script.stored();
    }
  }

  private HttpResponse<byte[]> forward(HttpExchange exchange, byte[] body) throws IOException {
    var request =
        HttpRequest.newBuilder(URI.create(database + exchange.getRequestURI()))
            .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
    for (String name : List.of("Content-Type", "Content-Encoding")) {
      String value = exchange.getRequestHeaders().getFirst(name);
      if (value != null) {
        request.header(name, value);
      }
    }
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
