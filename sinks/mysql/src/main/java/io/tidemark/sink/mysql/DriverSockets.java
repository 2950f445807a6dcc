package io.tidemark.sink.mysql;

import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/**
 * Makes the driver's sockets, and hands each to the thread that opens a connection: the driver
 * tells no one which is its own. It finds this class by its name.
 */
public final class DriverSockets extends SocketFactory {
  private static final ThreadLocal<Socket> MADE = new ThreadLocal<>();

  /** What this thread's last connection is over, once; null if none was made. */
  static Socket take() {
    Socket made = MADE.get();
    MADE.remove();
    return made;
  }

  /** Not connected yet. */
  @Override
  public Socket createSocket() {
    var socket = new Socket();
    MADE.set(socket);
    return socket;
  }

  @Override
  public Socket createSocket(String host, int port) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress from, int fromPort) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Socket createSocket(InetAddress host, int port) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort) {
    throw new UnsupportedOperationException();
  }
}
