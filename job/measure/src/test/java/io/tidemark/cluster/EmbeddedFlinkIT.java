package io.tidemark.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.Loopback;
import io.tidemark.testing.ScrapedPage;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.Test;

class EmbeddedFlinkIT {
  @Test
  void exportsMetricsOnLoopbackOnly() throws Exception {
    int port = Loopback.freePort();
    try (var flink = EmbeddedFlink.start(1, port)) {
      assertThat(flink.isLocal()).isTrue();
      String page = ScrapedPage.get(Loopback.http(port).resolve("/metrics")).orElseThrow().text();

      assertThat(page).contains("flink_jobmanager_");
      assertThat(addressesOfThisHost()).noneMatch(address -> answers(address, port));
    }
  }

  private static List<InetAddress> addressesOfThisHost() throws IOException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
        .toList();
  }

  private static boolean answers(InetAddress address, int port) {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(address, port), 1000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
