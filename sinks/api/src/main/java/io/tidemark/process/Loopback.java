package io.tidemark.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The address at which everything listens that Tidemark starts: 127.0.0.1, which no other machine
 * reaches.
 */
public final class Loopback {
  /**
   * The ports are below those that Linux gives to outgoing connections (32768 and up) and
   * Kubernetes to its nodes (30000 and up), because any of those may be taken a moment later.
   */
  private static final int MIN_PORT = 12_000;

  private static final int MAX_PORT = 29_999;
  private static final int MAX_TRIES = 1_000;

  private Loopback() {}

  /** Returns a port that nobody uses at the moment; ask for it just before it is used. */
  public static int freePort() {
    IOException taken = null;
    for (int i = 0; i < MAX_TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(MIN_PORT, MAX_PORT + 1);
      try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (IOException e) {
        taken = e;
      }
    }
    throw new UncheckedIOException("no free port on 127.0.0.1: " + taken.getMessage(), taken);
  }

  /** Tells whether an address leads to this host over its loopback. */
  public static boolean isThis(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  public static URI http(int port) {
    return URI.create("http://127.0.0.1:" + port);
  }
}
