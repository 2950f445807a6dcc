package io.tidemark.benchmarks.peer;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The simplest possible writer: sends ready-made remote-write bodies from memory, over and over,
 * with one thread and one kept-alive connection for each request in flight. Ends with an error if a
 * thread's bodies are refused three times in a row.
 */
final class Replay {
  private static final int NO_CONTENT = 204;

  /**
   * Number of attempts. A server may close an idle connection just as it is used, and a request
   * that waited for a slot while both were frozen may time out.
   */
  private static final int ATTEMPTS = 3;

  private final URI url;
  private final List<byte[]> bodies;
  private final AtomicLong next = new AtomicLong();

  private Replay(URI url, List<byte[]> bodies) {
    this.url = url;
    this.bodies = bodies;
  }

  /**
   * @param args address to post to, file of bodies, number of connections
   */
  public static void main(String[] args) throws IOException {
    System.setProperty("http.maxConnections", args[2]); // kept-alive connections; 5 by default
    var replay = new Replay(URI.create(args[0]), read(Path.of(args[1])));
    for (int i = 0; i < Integer.parseInt(args[2]); i++) {
      new Thread(replay::send, "replay-" + i).start();
    }
  }

  private static List<byte[]> read(Path file) throws IOException {
    var bodies = new ArrayList<byte[]>();
    try (var in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      for (int left = in.readInt(); left > 0; left--) {
        bodies.add(in.readNBytes(in.readInt()));
      }
    }
    return bodies;
  }

  private void send() {
    String problem = "";
    for (int failures = 0; failures < ATTEMPTS; ) {
      try {
        int status = post(bodies.get((int) (next.getAndIncrement() % bodies.size())));
        failures = status == NO_CONTENT ? 0 : failures + 1;
        problem = "status " + status;
      } catch (IOException e) {
        failures++;
        problem = e.getMessage();
      }
    }
    System.err.println("replay to %s failed: %s".formatted(url, problem));
    System.exit(1);
  }

  /** Returns the status code of the answer. */
  private int post(byte[] body) throws IOException {
    var request = (HttpURLConnection) url.toURL().openConnection();
    request.setDoOutput(true);
    request.setFixedLengthStreamingMode(body.length);
    request.setRequestProperty("Content-Type", "application/x-protobuf");
    request.setRequestProperty("Content-Encoding", "snappy");
    request.setRequestProperty("X-Prometheus-Remote-Write-Version", "0.1.0");
    try (OutputStream out = request.getOutputStream()) {
      out.write(body);
    }
    if (request.getResponseCode() != NO_CONTENT) {
      request.disconnect(); // with the answer's text about the body
    }
    return request.getResponseCode();
  }
}
