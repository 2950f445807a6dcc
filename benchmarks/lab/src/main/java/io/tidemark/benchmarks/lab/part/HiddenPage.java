package io.tidemark.benchmarks.lab.part;

import com.sun.net.httpserver.HttpServer;
import io.tidemark.process.Loopback;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;

/** A metrics page that requires a password which nobody has. */
final class HiddenPage implements AutoCloseable {
  private static final int UNAUTHORIZED = 401;
  private final HttpServer server;

  HiddenPage() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(UNAUTHORIZED, -1);
          exchange.close();
        });
    server.start();
  }

  URI url() {
    return Loopback.http(server.getAddress().getPort());
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
