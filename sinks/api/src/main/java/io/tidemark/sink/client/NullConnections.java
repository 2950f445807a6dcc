package io.tidemark.sink.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * What servers have in common that speak a database's protocol and throw away what they are sent: a
 * thread for each connection, on loopback alone. {@link NullServerProcess} starts them.
 */
public final class NullConnections {
  private static final int MAX_WAITING = 100;

  private NullConnections() {}

  /** What is said over one connection. */
  public interface Conversation {
    /** Returns when the client has left. */
    void hold(Socket socket) throws IOException;
  }

  /**
   * Serves connections, as the body of a {@code main}: prints the port, and runs until standard
   * input ends.
   */
  public static void serve(Conversation conversation) throws IOException {
    var listener = new ServerSocket(0, MAX_WAITING, InetAddress.getLoopbackAddress());
    start(() -> accept(listener, conversation));
    System.out.println(listener.getLocalPort());
    System.in.readAllBytes();
    System.exit(0);
  }

  private static void start(Runnable work) {
    var thread = new Thread(work, "null-server");
    thread.setDaemon(true);
    thread.start();
  }

  private static void accept(ServerSocket listener, Conversation conversation) {
    try {
      while (true) {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        start(() -> hold(socket, conversation));
      }
    } catch (IOException e) {
      // The process ends.
    }
  }

  private static void hold(Socket socket, Conversation conversation) {
    try (socket) {
      conversation.hold(socket);
    } catch (IOException e) {
      // The client has gone.
    }
  }
}
