package io.tidemark.testing;

import io.tidemark.process.Loopback;
import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The one that a Flink distribution brings along, on 127.0.0.1; it vanishes with its data. */
final class ZooKeeper implements AutoCloseable {
  private static final String MAIN =
      "org.apache.flink.shaded.zookeeper3.org.apache.zookeeper.server.ZooKeeperServerMain";

  private static final Duration STARTS_WITHIN = Duration.ofSeconds(60);

  private final OwnedProcess process;
  private final int port;

  private ZooKeeper(OwnedProcess process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Returns when it listens. */
  static ZooKeeper start(Path flinkHome) {
    Path folder = OwnedProcess.newFolder("zookeeper");
    int port = Loopback.freePort();
    Path properties = folder.resolve("zoo.cfg");
    try {
      Files.writeString(
          properties,
          """
          tickTime=1000
          clientPort=%d
          clientPortAddress=127.0.0.1
          admin.enableServer=false
          dataDir=%s
          """
              .formatted(port, folder.resolve("data")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var process =
        OwnedProcess.start(
            folder,
            List.of(java, "-Xmx64m", "-cp", flinkHome + "/lib/*", MAIN, properties.toString()));
    Patience.startedAgain(
        "ZooKeeper",
        () -> process.awaitReady("ZooKeeper", Patience.of(STARTS_WITHIN), () -> listens(port)));
    return new ZooKeeper(process, port);
  }

  private static boolean listens(int port) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  String address() {
    return "127.0.0.1:" + port;
  }

  @Override
  public void close() {
    process.close();
  }
}
