package io.tidemark.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;

/** Where everything listens that we start: 127.0.0.1, which no other machine reaches. */
public final class Loopback {
  private Loopback() {}

  /** That nobody uses at the moment; ask just before it is used. */
  public static int freePort() {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException("no free port on 127.0.0.1: " + e.getMessage(), e);
    }
  }

  public static URI http(int port) {
    return URI.create("http://127.0.0.1:" + port);
  }
}
