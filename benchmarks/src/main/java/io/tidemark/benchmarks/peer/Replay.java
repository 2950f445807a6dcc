package io.tidemark.benchmarks.peer;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The least that can write: sends ready-made remote-write bodies from memory, over and over, one
 * thread and one kept-alive connection for each request in flight. Ends with an error as soon as a
 * body is refused, or is not taken three times.
 */
final class Replay {
  private static final int NO_CONTENT = 204;
  private static final int UNAVAILABLE = 503;
  private static final int MAX_ANSWER = 8 * 1024;

  /** A server may close an idle connection just as it is used: once more, on a new one. */
  private static final int ATTEMPTS = 3;

  private final URI url;
  private final List<byte[]> bodies;
  private final AtomicLong next = new AtomicLong();

  private Replay(URI url, List<byte[]> bodies) {
    this.url = url;
    this.bodies = bodies;
  }

  /**
   * @param args address to post to, file of bodies, connections
   */
  public static void main(String[] args) throws IOException {
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
    try {
      for (int failures = 0; ; ) {
        try (var connection = new Socket()) {
          connection.setTcpNoDelay(true);
          connection.connect(new InetSocketAddress(url.getHost(), url.getPort()));
          while (post(connection, bodies.get((int) (next.getAndIncrement() % bodies.size())))) {
            failures = 0;
          }
        } catch (IOException e) {
          failures++;
          if (failures == ATTEMPTS) {
            throw e;
          }
        }
      }
    } catch (IOException e) {
      System.err.println("replay to %s failed: %s".formatted(url, e.getMessage()));
      System.exit(1);
    }
  }

  /** Whether the connection may be used again. */
  private boolean post(Socket connection, byte[] body) throws IOException {
    OutputStream out = connection.getOutputStream();
    out.write(header(body.length));
    out.write(body);
    String answer = answer(connection.getInputStream());
    if (answer.startsWith("HTTP/1.1 " + UNAVAILABLE)) {
      // What waited for a slot while both were frozen has waited too long.
      throw new IOException(answer.lines().findFirst().orElse(""));
    }
    if (!answer.startsWith("HTTP/1.1 " + NO_CONTENT)) {
      System.err.println(answer);
      System.exit(1);
    }
    return !answer.contains("Connection: close");
  }

  private byte[] header(int bytes) {
    return """
        POST %s HTTP/1.1\r
        Host: %s\r
        Content-Type: application/x-protobuf\r
        Content-Encoding: snappy\r
        X-Prometheus-Remote-Write-Version: 0.1.0\r
        Content-Length: %d\r
        \r
        """
        .formatted(url.getPath(), url.getAuthority(), bytes)
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** Of what is read at once: all of it, for an answer without a body. */
  private static String answer(InputStream in) throws IOException {
    byte[] bytes = new byte[MAX_ANSWER];
    int size = 0;
    while (size < bytes.length) {
      int more = in.read(bytes, size, bytes.length - size);
      if (more < 0) {
        throw new IOException("closed before the answer");
      }
      size += more;
      String text = new String(bytes, 0, size, StandardCharsets.US_ASCII);
      if (text.contains("\r\n\r\n")) {
        return text;
      }
    }
    throw new IOException("an answer of more than %d bytes".formatted(MAX_ANSWER));
  }
}
