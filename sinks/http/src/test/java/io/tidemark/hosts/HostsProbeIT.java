package io.tidemark.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpServer;
import io.tidemark.process.HostCpu;
import io.tidemark.process.Loopback;
import io.tidemark.process.Patience;
import io.tidemark.sink.TargetConfig;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostsProbeIT {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String PROGRAM = "prometheus-node-exporter";

  @TempDir Path folder;

  private TargetConfig target(URI host) throws IOException {
    Path password = Files.writeString(folder.resolve("password"), "a secret");
    return new TargetConfig(
        "null",
        List.of(),
        false,
        List.of(),
        List.of(host),
        Map.of(),
        false,
        new TreeMap<>(),
        new TargetConfig.Auth("someone", "", password.toString(), "", ""),
        TargetConfig.Tls.of(""));
  }

  /** What it says of this host is what the kernel says of it. */
  @Test
  void readsARealNodeExporter() throws Exception {
    int port = Loopback.freePort();
    Process exporter =
        new ProcessBuilder(program(), "--web.listen-address=127.0.0.1:" + port)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (var probe = new HostsProbe(target(URI.create("http://127.0.0.1:" + port)))) {
      assertThat(Patience.until(PATIENCE, () -> answers(probe))).isTrue();

      Map<String, Double> host = probe.read().get("127.0.0.1:" + port);
      HostCpu kernel = HostCpu.read();

      assertThat(host).containsKeys("stolen", "io waiting", "memory stalled");
      Assumptions.assumeTrue(kernel.cores() == host.get("cores"), "pinned to some of its cores");
      assertThat(host.get("busy")).isCloseTo(kernel.busySeconds(), within(5.0));
    } finally {
      exporter.destroy();
    }
  }

  private static String program() {
    return Stream.of(
            Optional.ofNullable(System.getenv("TIDEMARK_TEST_NODE_EXPORTER")).stream(),
            Stream.of(System.getenv("PATH").split(":")).map(folder -> folder + "/" + PROGRAM))
        .flatMap(paths -> paths)
        .filter(path -> Files.isExecutable(Path.of(path)))
        .findFirst()
        .orElseGet(
            () ->
                Assumptions.abort(
                    "no %s on the PATH, and TIDEMARK_TEST_NODE_EXPORTER names none"
                        .formatted(PROGRAM)));
  }

  private static boolean answers(HostsProbe probe) {
    try {
      return !probe.read().isEmpty();
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void saysWhichPageIsOfSomethingElseAndSendsItNoSecret() throws Exception {
    var secrets = new CopyOnWriteArrayList<String>();
    HttpServer other = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    other.createContext(
        "/metrics",
        exchange -> {
          secrets.addAll(exchange.getRequestHeaders().getOrDefault("Authorization", List.of()));
          byte[] page = "vm_app_version 1\n".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    other.start();
    String address = "http://127.0.0.1:%d".formatted(other.getAddress().getPort());
    try (var probe = new HostsProbe(target(URI.create(address)))) {
      assertThatThrownBy(probe::read)
          .isInstanceOf(IOException.class)
          .hasMessage(
              "no metrics of a node_exporter at %s/metrics; check target.host-metrics-urls"
                  .formatted(address));
      assertThat(secrets).isEmpty();
    } finally {
      other.stop(0);
    }
  }
}
