package io.tidemark.sink.http;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/**
 * A real HTTP/1.1 server on a loopback port that answers as a script says, well or badly. Each
 * request takes the next answer; the last one stays for all that follow. Keeps what it was sent.
 */
public final class ScriptedServer implements AutoCloseable {
  /**
   * @param connection number of the connection, from 1
   * @param headers by name in lower case
   */
  public record Request(
      int connection,
      String method,
      String pathAndQuery,
      Map<String, String> headers,
      byte[] body) {}

  private final ServerSocket listener;
  private final String scheme;
  private final Deque<ScriptedAnswer> script = new ArrayDeque<>();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final CountDownLatch closed = new CountDownLatch(1);

  public static ScriptedServer start(ScriptedAnswer... script) throws IOException {
    return new ScriptedServer(new ServerSocket(0, 50, loopback()), "http", script);
  }

  public static ScriptedServer startTls(SSLContext context, ScriptedAnswer... script)
      throws IOException {
    var listener = context.getServerSocketFactory().createServerSocket(0, 50, loopback());
    return new ScriptedServer(listener, "https", script);
  }

  /** Asks clients for a certificate that the context trusts, and hangs up on those without. */
  static ScriptedServer startMutualTls(SSLContext context, ScriptedAnswer... script)
      throws IOException {
    var factory = context.getServerSocketFactory();
    var listener = (SSLServerSocket) factory.createServerSocket(0, 50, loopback());
    listener.setNeedClientAuth(true);
    return new ScriptedServer(listener, "https", script);
  }

  private ScriptedServer(ServerSocket listener, String scheme, ScriptedAnswer... script) {
    this.listener = listener;
    this.scheme = scheme;
    then(script);
    start("scripted-server", this::accept);
  }

  /** Adds to the script. */
  public void then(ScriptedAnswer... answers) {
    synchronized (script) {
      script.addAll(List.of(answers));
    }
  }

  public URI url() {
    return url("127.0.0.1");
  }

  public URI url(String host) {
    return URI.create(scheme + "://" + host + ":" + listener.getLocalPort());
  }

  /** Whole requests so far, in the order they were complete. */
  public List<Request> requests() {
    return requests;
  }

  public int connections() {
    return connections.get();
  }

  /** Connections that neither side has closed. */
  public int openConnections() {
    return open.size();
  }

  /** Ends when the server closes; for answers that take their time. */
  CountDownLatch closed() {
    return closed;
  }

  private void accept() {
    while (true) {
      try {
        Socket socket = listener.accept();
        open.add(socket);
        int number = connections.incrementAndGet();
        start("scripted-server-" + number, () -> serve(socket, number));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket socket, int number) {
    try (socket) {
      socket.setTcpNoDelay(true);
      var in = new BufferedInputStream(socket.getInputStream());
      for (Request request = read(in, number); request != null; request = read(in, number)) {
        requests.add(request);
        if (!nextAnswer().give(socket, this)) {
          return;
        }
      }
    } catch (IOException e) {
      // The client has gone; what it saw is for the test to judge.
    } finally {
      open.remove(socket);
    }
  }

  private ScriptedAnswer nextAnswer() {
    synchronized (script) {
      return script.size() > 1 ? script.remove() : script.element();
    }
  }

  /** Null at the end of the stream. */
  private static Request read(InputStream in, int connection) throws IOException {
    String requestLine = line(in);
    if (requestLine == null) {
      return null;
    }
    String[] parts = requestLine.split(" ");
    var headers = new TreeMap<String, String>();
    for (String line = line(in); line != null && !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new EOFException();
    }
    return new Request(connection, parts[0], parts[1], headers, body);
  }

  private static String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        return null;
      }
      if (b != '\r') {
        line.append((char) b);
      }
    }
    return line.toString();
  }

  private static InetAddress loopback() throws IOException {
    return InetAddress.getByAddress("127.0.0.1", new byte[] {127, 0, 0, 1});
  }

  private static void start(String name, Runnable work) {
    var thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      listener.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new AssertionError("can't close a loopback socket", e);
    }
  }
}
