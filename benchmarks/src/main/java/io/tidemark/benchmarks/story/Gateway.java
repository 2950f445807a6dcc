package io.tidemark.benchmarks.story;

import io.tidemark.process.Poll;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A gateway before a database that is far away. It takes a request's body at once, but announces it
 * first ({@code Expect: 100-continue}), and the database asks for it when an insert slot is free; a
 * round trip passes until it has come. For that long the slot is held and nothing is computed, as
 * with any slow upload. One thread for each connection.
 */
public final class Gateway implements AutoCloseable {
  private static final int BUFFER_BYTES = 64 * 1024;

  private final InetSocketAddress database;
  private final Duration roundTrip;
  private final ServerSocket listener;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          work -> {
            var thread = new Thread(work, "gateway");
            thread.setDaemon(true);
            return thread;
          });

  private Gateway(InetSocketAddress database, Duration roundTrip, ServerSocket listener) {
    this.database = database;
    this.roundTrip = roundTrip;
    this.listener = listener;
  }

  public static Gateway to(URI database, Duration roundTrip) {
    try {
      var gateway =
          new Gateway(
              new InetSocketAddress(database.getHost(), database.getPort()),
              roundTrip,
              new ServerSocket(0, 1024, InetAddress.getLoopbackAddress()));
      gateway.threads.execute(gateway::accept);
      return gateway;
    } catch (IOException e) {
      throw new UncheckedIOException("can't listen on 127.0.0.1", e);
    }
  }

  public URI url() {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort());
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        threads.execute(() -> serve(client));
      } catch (IOException e) {
        // It was closed.
      }
    }
  }

  private void serve(Socket client) {
    try (client;
        var server = new Socket()) {
      server.connect(database);
      server.setTcpNoDelay(true);
      client.setTcpNoDelay(true);
      var fromClient = new BufferedInputStream(client.getInputStream(), BUFFER_BYTES);
      var fromServer = new BufferedInputStream(server.getInputStream(), BUFFER_BYTES);
      var toServer = new BufferedOutputStream(server.getOutputStream(), BUFFER_BYTES);
      var toClient = new BufferedOutputStream(client.getOutputStream(), BUFFER_BYTES);
      while (pass(fromClient, toServer, fromServer, toClient)) {}
    } catch (IOException e) {
      // One side has gone; the job's client tries again.
    }
  }

  /** One request and its answer; whether the connection may be used again. */
  private boolean pass(
      InputStream fromClient, OutputStream toServer, InputStream fromServer, OutputStream toClient)
      throws IOException {
    HttpHead request = HttpHead.read(fromClient);
    if (request == null) {
      return false;
    }
    byte[] body = fromClient.readNBytes(request.bodyBytes());
    boolean announced = body.length > 0;
    travel();
    (announced ? request.with("Expect: 100-continue") : request).write(toServer);
    toServer.flush();
    HttpHead answer = HttpHead.read(fromServer);
    boolean asked = answer != null && answer.isContinue();
    if (asked) {
      travel();
      travel();
      toServer.write(body);
      toServer.flush();
      answer = HttpHead.read(fromServer);
    }
    if (answer == null) {
      return false;
    }
    byte[] answerBody = fromServer.readNBytes(answer.bodyBytes());
    travel();
    answer.write(toClient);
    toClient.write(answerBody);
    toClient.flush();
    // Who answers without the body still waits for it.
    return (asked || !announced) && !answer.closes();
  }

  private void travel() {
    Poll.pause(roundTrip.dividedBy(2));
  }

  /** Its connections end with those of the job or of the database. */
  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.shutdown();
  }
}
