package io.tidemark.groundtruth;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.sun.net.httpserver.HttpServer;
import io.tidemark.cli.Main;
import io.tidemark.process.Patience;
import io.tidemark.process.QuotaGroup;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.victoriametrics.OwnedVictoriaMetrics;
import io.tidemark.testing.ChildJvm;
import io.tidemark.testing.VictoriaMetricsContainer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** Real databases with something around them that their own pages do not show, or not all of it. */
final class HiddenEnvironments {
  private static final byte[] PAGE_OF_A_PROXY =
      """
      # TYPE proxy_requests_total counter
      proxy_requests_total{code="204"} 100
      # TYPE process_cpu_seconds_total counter
      process_cpu_seconds_total 1.5
      """
          .getBytes(US_ASCII);

  private HiddenEnvironments() {}

  static Environment quotaOfParent(double cores) throws IOException {
    var database =
        Patience.started("VictoriaMetrics", () -> OwnedVictoriaMetrics.start(Settings.DEFAULT));
    var parts = new ArrayList<AutoCloseable>(List.of(database));
    try {
      parts.add(QuotaGroup.ofParent(database.process(), cores));
    } catch (IOException | RuntimeException e) {
      database.close();
      throw e;
    }
    return Environment.of(parts.toArray(AutoCloseable[]::new))
        .with("target.urls=[" + database.url() + "]");
  }

  /** One of two nodes, to which requests go in turn, has a quota. */
  static Environment oneOfTwoNodes(double cores) {
    var fast = Patience.started("VictoriaMetrics", OwnedVictoriaMetrics::start);
    try {
      var slow = VictoriaMetricsContainer.startWithCpus(cores);
      return Environment.of(fast, slow)
          .with("target.urls=[%s, %s]".formatted(fast.url(), slow.baseUrl()));
    } catch (RuntimeException e) {
      fast.close();
      throw e;
    }
  }

  /** What is given as the database's page of metrics is that of a proxy before it. */
  static Environment pageOfAProxy() throws IOException {
    var database = VictoriaMetricsContainer.startWithCpus(0.5);
    var page = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    page.createContext(
        "/metrics",
        exchange -> {
          exchange.sendResponseHeaders(200, PAGE_OF_A_PROXY.length);
          exchange.getResponseBody().write(PAGE_OF_A_PROXY);
          exchange.close();
        });
    page.start();
    return Environment.of(database, () -> page.stop(0))
        .with(
            "target.urls=[" + database.baseUrl() + "]",
            "target.metrics-urls=[http://127.0.0.1:%d]".formatted(page.getAddress().getPort()));
  }

  /** Another client writes as much as it can, and the database has a quota. */
  static Environment sharedWithAnotherClient(double cores) {
    var database = VictoriaMetricsContainer.startWithCpus(cores);
    String urls = "target.urls=[" + database.baseUrl() + "]";
    var arguments = new ArrayList<>(List.of("run", "--yes", "-q", "--duration", "5m"));
    for (String setting : List.of(urls, "parallelism=1", "amplify.m=12", "write.in-flight=4")) {
      arguments.addAll(List.of("--set", setting));
    }
    var other = ChildJvm.start(Main.class, List.of("-Xmx512m"), "", arguments);
    return Environment.of(database, other).with(urls);
  }
}
