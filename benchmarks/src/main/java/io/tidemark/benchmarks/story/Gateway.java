package io.tidemark.benchmarks.story;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tidemark.process.Poll;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A gateway before a distant database. It takes a request's body at once, but announces it first
 * ({@code Expect: 100-continue}). The database asks for the body when an insert slot is free, and
 * gets it a round trip later. During that time the slot is held and nothing is computed, as with
 * any slow upload. Each request has a thread.
 */
public final class Gateway implements AutoCloseable {
  private static final List<String> PASSED_ON = List.of("Content-Encoding", "Content-Type");

  private final URI database;
  private final Duration roundTrip;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private Gateway(URI database, Duration roundTrip, HttpServer server) {
    this.database = database;
    this.roundTrip = roundTrip;
    this.server = server;
  }

  public static Gateway to(URI database, Duration roundTrip) {
    try {
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      var gateway = new Gateway(database, roundTrip, HttpServer.create(address, 1024));
      gateway.server.setExecutor(gateway.threads);
      gateway.server.createContext("/", gateway::pass);
      gateway.server.start();
      return gateway;
    } catch (IOException e) {
      throw new UncheckedIOException("can't listen on 127.0.0.1", e);
    }
  }

  public URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /**
   * Passes on one request and its answer. There is no answer if the database is gone, and the job's
   * client tries again.
   */
  private void pass(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      var request =
          HttpRequest.newBuilder(database.resolve(exchange.getRequestURI()))
              .expectContinue(body.length > 0)
              .method(
                  exchange.getRequestMethod(),
                  body.length == 0
                      ? BodyPublishers.noBody()
                      : BodyPublishers.fromPublisher(
                          BodyPublishers.ofInputStream(() -> arriving(body)), body.length));
      for (String header : PASSED_ON) {
        exchange
            .getRequestHeaders()
            .getOrDefault(header, List.of())
            .forEach(value -> request.header(header, value));
      }
      travel();
      var answer = client.send(request.build(), BodyHandlers.ofByteArray());
      travel();
      boolean empty = answer.body().length == 0;
      exchange.sendResponseHeaders(answer.statusCode(), empty ? -1 : answer.body().length);
      exchange.getResponseBody().write(answer.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Delays the body by a round trip: the database's request for it travels here, and the body
   * there.
   */
  private InputStream arriving(byte[] body) {
    travel();
    travel();
    return new ByteArrayInputStream(body);
  }

  private void travel() {
    Poll.pause(roundTrip.dividedBy(2));
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
