package io.tidemark.sink.opentsdb;

import io.tidemark.sink.Payload;
import io.tidemark.sink.ResponseClass;
import io.tidemark.sink.client.Failure;
import io.tidemark.sink.client.Progress;
import io.tidemark.sink.client.Session;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;

/**
 * Telnet's {@code put} over one connection. It says nothing of a point that it took, and a line for
 * one that it did not, which does not say which; so {@code version} is asked behind the last point:
 * what comes before its answer is of these points. That HBase could not store one is said later, if
 * at all.
 */
final class Telnet implements Session {
  /** Of a TSD: HTTP comes to the same one. */
  static final int DEFAULT_PORT = 4242;

  private static final byte[] VERSION = Wire.ascii("version\n");

  /** Its answer has two lines, this one first (net.opentsdb.tsd.RpcManager, Version). */
  private static final String VERSION_BEGINS = "net.opentsdb";

  private static final String VERSION_ENDS = "Built on ";
  private static final int MAX_ERRORS = 1_000;

  private final Socket socket = new Socket();
  private final BufferedReader in;
  private final OutputStream out;
  private volatile boolean open = true;

  /** It did not take a point, and said why. */
  static final class RefusedException extends Exception {
    private static final long serialVersionUID = 1;

    RefusedException(String message) {
      super(message);
    }
  }

  Telnet(URI url, Duration timeout) throws IOException {
    try {
      socket.connect(new InetSocketAddress(url.getHost(), port(url)), (int) timeout.toMillis());
      socket.setTcpNoDelay(true);
      in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
      out = socket.getOutputStream();
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  static int port(URI url) {
    return url.getPort() > 0 ? url.getPort() : DEFAULT_PORT;
  }

  static Failure meaning(Exception e) {
    if (!(e instanceof RefusedException)) {
      return new Failure(
          e instanceof IOException ? ResponseClass.RETRY : ResponseClass.FATAL, "", "");
    }
    String message = e.getMessage();
    boolean throttles = message.contains("hrottl");
    boolean passes =
        throttles
            || message.contains("HBase error")
            || message.contains("timed out")
            || message.contains("Unexpected");
    return throttles
        ? new Failure(ResponseClass.THROTTLED, "please throttle", "")
        : new Failure(
            passes ? ResponseClass.RETRY : ResponseClass.REJECT, passes ? "error" : "refused", "");
  }

  @Override
  public long write(Payload payload, Progress progress) throws IOException, RefusedException {
    try {
      progress.sends();
      out.write(payload.body());
      out.write(VERSION);
      out.flush();
      progress.sent(payload.body().length);
      progress.waits();
      requireNone(errors());
      return payload.samples();
    } catch (IOException e) {
      // What it says next may be of what was sent last.
      close();
      throw e;
    }
  }

  /** What was said before the answer to {@code version}. */
  private ArrayList<String> errors() throws IOException {
    var errors = new ArrayList<String>();
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.startsWith(VERSION_ENDS)) {
        return errors;
      }
      if (!line.startsWith(VERSION_BEGINS) && !line.isBlank() && errors.size() < MAX_ERRORS) {
        errors.add(line);
      }
    }
    throw new IOException("OpenTSDB closed the connection");
  }

  /** What passes counts before what does not: the points are sent again then. */
  private static void requireNone(ArrayList<String> errors) throws RefusedException {
    RefusedException worst = null;
    for (String error : errors) {
      var refused = new RefusedException(error);
      if (worst == null || meaning(refused).outcome().isPassing()) {
        worst = refused;
      }
    }
    if (worst != null) {
      throw worst;
    }
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void abort() {
    close();
  }

  @Override
  public void close() {
    open = false;
    try {
      socket.close();
    } catch (IOException e) {
      // It is gone either way.
    }
  }
}
