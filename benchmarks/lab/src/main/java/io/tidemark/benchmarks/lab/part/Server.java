package io.tidemark.benchmarks.lab.part;

import io.tidemark.process.LinuxProcess;
import io.tidemark.process.OwnedServer;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A server program of a set-up, at its place. It can be stopped and restarted with other arguments;
 * its address and data stay. Not thread-safe.
 */
final class Server implements AutoCloseable {
  private static final Duration STARTS_WITHIN = Duration.ofSeconds(60);
  private static final Duration STOPS_WITHIN = Duration.ofSeconds(60);
  private static final int ANSWERS_WITHIN_MILLIS = 2_000;

  private final String name;
  private final String endSignal;
  private final OwnedServer server;
  private List<String> running = List.of();

  /**
   * @param endSignal signal after which the server writes its data to disk and ends
   */
  Server(String name, String endSignal) {
    this.name = name;
    this.endSignal = endSignal;
    server = new OwnedServer(name, "lab-" + name);
  }

  /** Returns the server's folder, which is deleted when the server is closed. */
  Path folder() {
    return server.folder();
  }

  /**
   * Starts the server with this command, unless it runs with the same one already. Returns whether
   * it was started.
   */
  boolean run(List<String> wrapper, List<String> command, BooleanSupplier ready) {
    var line = new ArrayList<>(wrapper);
    line.addAll(command);
    if (line.equals(running)) {
      return false;
    }
    stop();
    server.start("KILL", line, name, STARTS_WITHIN, ready);
    running = line;
    return true;
  }

  void stop() {
    running = List.of();
    server.stop(
        STOPS_WITHIN,
        process -> {
          if (process.isAlive()) {
            process.resume();
            process.signal(endSignal);
          }
        });
  }

  LinuxProcess process() {
    return server.process();
  }

  /** Tells whether the address answers a GET with status 200. */
  static boolean answersOk(URI url) {
    try {
      var connection = (HttpURLConnection) url.toURL().openConnection();
      connection.setConnectTimeout(ANSWERS_WITHIN_MILLIS);
      connection.setReadTimeout(ANSWERS_WITHIN_MILLIS);
      try {
        return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
      } finally {
        connection.disconnect();
      }
    } catch (IOException e) {
      return false;
    }
  }

  static boolean listens(URI url) {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(url.getHost(), url.getPort()), ANSWERS_WITHIN_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
