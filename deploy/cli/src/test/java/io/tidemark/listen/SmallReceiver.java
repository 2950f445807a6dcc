package io.tidemark.listen;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** A receiver with small bounds in a process of its own: the JDK's server reads some only once. */
final class SmallReceiver {
  static final int CONNECTIONS = 8;

  private SmallReceiver() {}

  /** Prints its port, and goes on until it is ended. */
  public static void main(String[] arguments) throws Exception {
    var bounds =
        new Bounds(
            1 << 20,
            100,
            1 << 20,
            1 << 20,
            CONNECTIONS,
            Duration.ofSeconds(2),
            Duration.ofSeconds(1));
    var receiver =
        Receiver.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            Path.of(arguments[0]),
            bounds,
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    System.out.println(receiver.address().getPort());
    Thread.currentThread().join();
  }
}
