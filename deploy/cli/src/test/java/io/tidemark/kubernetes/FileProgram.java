package io.tidemark.kubernetes;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;

/** Serves one file over HTTP, whatever is asked for. */
final class FileProgram {
  private FileProgram() {}

  /**
   * @param arguments port to listen at, and the file
   */
  public static void main(String[] arguments) throws IOException {
    Path file = Path.of(arguments[1]);
    var server = HttpServer.create(new InetSocketAddress(Integer.parseInt(arguments[0])), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, Files.size(file));
          try (var body = exchange.getResponseBody()) {
            Files.copy(file, body);
          }
        });
    server.start();
  }
}
