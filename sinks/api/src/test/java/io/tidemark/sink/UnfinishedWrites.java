package io.tidemark.sink;

import io.tidemark.process.Patience;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Writes over HTTP whose bodies do not end: each holds a slot of the server until it is closed. */
public final class UnfinishedWrites {
  private static final Duration TAKEN_WITHIN = Duration.ofSeconds(20);

  private final List<Socket> sockets = new ArrayList<>();

  /**
   * Begins writes to this server.
   *
   * @param path where it takes them
   * @param header one more of a request's headers
   */
  public void begin(URI server, int writes, String path, String header) throws IOException {
    String head = "POST %s HTTP/1.1\r\nHost: x\r\n%s\r\nContent-Length: 1000000\r\n\r\nbegin";
    for (int i = 0; i < writes; i++) {
      var socket = new Socket(server.getHost(), server.getPort());
      sockets.add(socket);
      socket
          .getOutputStream()
          .write(head.formatted(path, header).getBytes(StandardCharsets.US_ASCII));
    }
  }

  /** Returns what ends them, once they are in the server's slots and not only on their way. */
  public Runnable await(BooleanSupplier isFull) {
    Patience.await("a write in each slot", TAKEN_WITHIN, isFull);
    return () -> sockets.forEach(UnfinishedWrites::close);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new AssertionError("can't close a loopback socket", e);
    }
  }
}
