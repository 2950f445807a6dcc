package io.tidemark.benchmarks.measure;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The bodies of all requests that a job sends, as ready-made traffic for other writers of the same
 * samples.
 */
public record CapturedBodies(List<byte[]> bodies) {
  private static final int NO_CONTENT = 204;
  private static final int CONNECTIONS = 16;

  /**
   * @param job a job whose source ends
   */
  public static CapturedBodies of(Path root, JobCase job) {
    List<byte[]> bodies = Collections.synchronizedList(new ArrayList<>());
    ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
    HttpServer server = null;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.setExecutor(threads);
      server.createContext("/", exchange -> take(exchange, bodies));
      server.start();
      JobProcess.complete(
          root, job.with("target.urls=http://127.0.0.1:" + server.getAddress().getPort()));
      return new CapturedBodies(List.copyOf(bodies));
    } catch (IOException e) {
      throw new UncheckedIOException("can't listen on 127.0.0.1", e);
    } finally {
      if (server != null) {
        server.stop(0);
      }
      threads.shutdown();
    }
  }

  /** Keeps posted bodies. The job also asks for a metrics page. */
  private static void take(HttpExchange exchange, List<byte[]> bodies) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      if (exchange.getRequestMethod().equals("POST")) {
        bodies.add(body);
      }
      exchange.sendResponseHeaders(NO_CONTENT, -1);
    }
  }

  /** Writes the number of bodies, and then each body's size and bytes. */
  public void write(Path file) {
    try (var out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      out.writeInt(bodies.size());
      for (byte[] body : bodies) {
        out.writeInt(body.length);
        out.write(body);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
