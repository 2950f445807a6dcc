package io.tidemark.simulated;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A closed loop of clients over plain sockets, which shares no code with what it checks. */
public final class PlainClients {
  /**
   * @param perSecond requests answered
   * @param latencyMillis median, which a pause of the machine does not move
   * @param fastestMillis of the one request that a busy machine delayed least
   */
  public record Measured(
      double perSecond, double latencyMillis, double fastestMillis, int lastStatus) {}

  private final URI url;
  private final byte[] body;
  private final Queue<Long> latencyNanos = new ConcurrentLinkedQueue<>();
  private volatile int lastStatus;

  private PlainClients(URI url, byte[] body) {
    this.url = url;
    this.body = body;
  }

  /** Requests that are answered between {@code warmUpMillis} and {@code millis} later count. */
  static Measured measure(URI url, byte[] body, int clients, long warmUpMillis, long millis)
      throws InterruptedException {
    var measured = new PlainClients(url, body);
    long from = System.nanoTime() + warmUpMillis * 1_000_000;
    long to = from + millis * 1_000_000;
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      var thread = new Thread(() -> measured.loop(from, to));
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    List<Long> latencies = measured.latencyNanos.stream().sorted().toList();
    return new Measured(
        latencies.size() * 1_000.0 / millis,
        latencies.get(latencies.size() / 2) / 1e6,
        latencies.get(0) / 1e6,
        measured.lastStatus);
  }

  private void loop(long from, long to) {
    var request = new ByteArrayOutputStream();
    request.writeBytes(
        ("POST /api/v1/write HTTP/1.1\r\nHost: x\r\nContent-Encoding: snappy\r\nContent-Length: "
                + body.length
                + "\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII));
    request.writeBytes(body);
    try (var socket = new Socket(url.getHost(), url.getPort())) {
      socket.setTcpNoDelay(true);
      OutputStream out = socket.getOutputStream();
      var in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      while (true) {
        long start = System.nanoTime();
        request.writeTo(out);
        lastStatus = answer(in);
        long end = System.nanoTime();
        if (end >= to) {
          return;
        }
        if (end >= from) {
          latencyNanos.add(end - start);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int answer(BufferedReader in) throws IOException {
    int status = Integer.parseInt(in.readLine().split(" ")[1]);
    int length = 0;
    for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
      if (line.startsWith("Content-Length: ")) {
        length = Integer.parseInt(line.substring(16));
      }
    }
    for (int i = 0; i < length; i++) {
      in.read();
    }
    return status;
  }
}
