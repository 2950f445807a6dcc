package io.tidemark.security;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tidemark.testing.FaultProxy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Takes every sample but those of one host, and of a request that holds one repeats all headers in
 * its answer, as servers and gateways in a debugging mode do.
 */
final class EchoingDatabase implements AutoCloseable {
  private final HttpServer server;
  private final String refused;
  private final AtomicInteger writes = new AtomicInteger();
  private volatile String credentials = "";

  /**
   * @param refused text in a series that is not taken
   */
  EchoingDatabase(String refused) throws IOException {
    this.refused = refused;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    server.createContext("/", this::handle);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  int writes() {
    return writes.get();
  }

  /** The last request's. */
  String credentials() {
    return credentials;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      if (!exchange.getRequestMethod().equals("POST")) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      int number = writes.incrementAndGet();
      credentials = exchange.getRequestHeaders().getFirst("Authorization");
      if (new FaultProxy.Write(number, body).mentions(refused)) {
        byte[] answer =
            ("not taken; you sent " + exchange.getRequestHeaders().entrySet())
                .getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(400, answer.length);
        exchange.getResponseBody().write(answer);
      } else {
        exchange.sendResponseHeaders(204, -1);
      }
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
