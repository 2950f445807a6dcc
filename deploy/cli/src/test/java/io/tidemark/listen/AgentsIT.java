package io.tidemark.listen;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.tidemark.process.Loopback;
import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Patience;
import io.tidemark.series.Labels;
import io.tidemark.series.Sample;
import io.tidemark.testing.Repository;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a real agent counts as sent is in the file. */
class AgentsIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int SERIES = 200;
  private static final String MESSAGE_2 = "io.prometheus.write.v2.Request";

  @TempDir Path folder;

  private final HttpClient client = HttpClient.newHttpClient();
  private final AtomicLong scrapes = new AtomicLong();
  private Path file;
  private Receiver receiver;
  private HttpServer target;
  private String write;

  @BeforeEach
  void start() throws Exception {
    file = folder.resolve("agents.capture");
    receiver =
        Receiver.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            file,
            Bounds.of(1L << 30, 100_000),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    write = "http://127.0.0.1:%d/api/v1/write".formatted(receiver.address().getPort());
    target = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    target.createContext("/metrics", this::page);
    target.start();
  }

  @AfterEach
  void close() throws Exception {
    target.stop(0);
    receiver.close();
  }

  /** Other values each time. */
  private void page(com.sun.net.httpserver.HttpExchange exchange) throws IOException {
    long scrape = scrapes.incrementAndGet();
    var page = new StringBuilder("# TYPE load gauge\n");
    for (int i = 0; i < SERIES; i++) {
      page.append("load{number=\"%d\",name=\"é\"} %s\n".formatted(i, scrape + i / 3.0));
    }
    byte[] bytes = page.toString().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4");
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Test
  void theFileIsWhatAVmagentWasGiven() throws Exception {
    String program =
        program(
            "vmagent",
            Stream.of(
                System.getenv("TIDEMARK_TEST_VMAGENT"),
                beside("TIDEMARK_TEST_VICTORIA_METRICS_CURRENT", "vmagent")));
    int port = Loopback.freePort();
    Path own = OwnedProcess.newFolder("vmagent");
    List<String> command =
        List.of(
            program,
            "-remoteWrite.url=" + write,
            "-httpListenAddr=127.0.0.1:" + port,
            "-remoteWrite.tmpDataPath=" + own.resolve("data"),
            "-remoteWrite.flushInterval=200ms");
    var given = new HashSet<String>();
    try (var agent = OwnedProcess.start(own, "TERM", command)) {
      agent.awaitReady("vmagent", Patience.of(PATIENCE), () -> answers(port, "/metrics"));
      for (int round = 0; round < 10; round++) {
        var lines = new StringBuilder();
        for (int i = 0; i < 2_000; i++) {
          double value = round + i / 7.0;
          long time = 1_769_817_600_000L + round * 15_000L;
          lines.append("load{number=\"%d\",name=\"é\"} %s %d\n".formatted(i, value, time));
          given.add(text(Map.of("__name__", "load", "number", "" + i, "name", "é"), time, value));
        }
        var post =
            HttpRequest.newBuilder(
                    URI.create("http://127.0.0.1:" + port + "/api/v1/import/prometheus"))
                .POST(BodyPublishers.ofString(lines.toString()))
                .build();
        assertThat(client.send(post, BodyHandlers.discarding()).statusCode()).isEqualTo(204);
      }
      Patience.await(
          "all of it: " + receiver.counts(),
          PATIENCE,
          () -> receiver.counts().samplesWritten() >= given.size());
    }
    ListenResult.Counts counts = receiver.finish();

    List<String> read = Requests.texts(Requests.in(file));
    assertThat(read).hasSize(given.size());
    assertThat(new HashSet<>(read)).isEqualTo(given);
    assertThat(counts.refused()).isEmpty();
    assertThat(counts.series()).isEqualTo(2_000);
  }

  /** What a reader adds to Prometheus' file, for this receiver, with shorter waits. */
  private String ofThePage(String message) throws IOException {
    String page = Files.readString(Repository.root().resolve("docs/capture.md"));
    int begin = page.indexOf("  remote_write:\n");
    String block =
        page.substring(begin, page.indexOf("  ```", begin)).stripTrailing().stripIndent();
    String sooner = block.replace("queue_config: {", "queue_config: {batch_send_deadline: 300ms, ");
    assertThat(sooner).contains("# protobuf_message: " + MESSAGE_2).isNotEqualTo(block);
    return (message.equals(MESSAGE_2)
            ? sooner.replace("# protobuf_message", "protobuf_message")
            : sooner)
        .replace("http://127.0.0.1:9201/api/v1/write", write);
  }

  @ParameterizedTest
  @ValueSource(strings = {"prometheus.WriteRequest", MESSAGE_2})
  void theFileHasAllThatAPrometheusStoredAndCountsAsSent(String message) throws Exception {
    String program =
        program("prometheus", Stream.of(beside("TIDEMARK_TEST_PROMETHEUS", "prometheus")));
    int port = Loopback.freePort();
    Path own = OwnedProcess.newFolder("prometheus");
    Path configuration = own.resolve("prometheus.yaml");
    Files.writeString(
        configuration,
        """
        global: {scrape_interval: 500ms, scrape_timeout: 400ms}
        scrape_configs:
        - job_name: target
          static_configs: [{targets: ["127.0.0.1:%d"]}]
        %s
          metadata_config: {send: false}
        """
            .formatted(target.getAddress().getPort(), ofThePage(message)));
    List<String> command =
        List.of(
            program,
            "--config.file=" + configuration,
            "--web.listen-address=127.0.0.1:" + port,
            "--storage.tsdb.path=" + own.resolve("data"));
    var stored = new HashSet<String>();
    double sent;
    try (var agent = OwnedProcess.start(own, "TERM", command)) {
      agent.awaitReady("prometheus", Patience.of(PATIENCE), () -> answers(port, "/-/ready"));
      Patience.await("ten scrapes", PATIENCE, () -> scrapes.get() >= 10);
      JsonNode series = query(port, "{job=\"target\"}[10m]");
      for (JsonNode each : series) {
        var labels = new TreeMap<String, String>();
        each.get("metric").properties().forEach(l -> labels.put(l.getKey(), l.getValue().asText()));
        for (JsonNode sample : each.get("values")) {
          long time = sample.get(0).decimalValue().movePointRight(3).longValueExact();
          stored.add(text(labels, time, Double.parseDouble(sample.get(1).asText())));
        }
      }
      sent = counted(port, "prometheus_remote_storage_samples_total");
      assertThat(counted(port, "prometheus_remote_storage_samples_failed_total")).isZero();
      Patience.await(
          "all of it", PATIENCE, () -> receiver.counts().samplesWritten() >= stored.size());
      Patience.untilAsserted(
          PATIENCE,
          () -> {
            Path copy = folder.resolve("copy");
            assertThat(read(copy)).containsAll(stored);
          });
    }
    ListenResult.Counts counts = receiver.finish();
    assertThat(stored).hasSizeGreaterThan(9 * SERIES);
    assertThat((double) counts.samplesWritten()).isGreaterThanOrEqualTo(sent);
    assertThat(counts.refused()).isEmpty();
    assertThat(counts.refusedRequests()).isEmpty();
  }

  private HashSet<String> read(Path copy) {
    try {
      Files.deleteIfExists(copy);
      Files.copy(folder.resolve("agents.capture.part"), copy);
      return new HashSet<>(Requests.texts(Requests.in(copy)));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static String text(Map<String, String> labels, long time, double value) {
    return Requests.texts(List.of(new Sample(Labels.of(labels), time, value))).get(0);
  }

  private JsonNode query(int port, String selector) throws Exception {
    var post =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1/query"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(
                BodyPublishers.ofString(
                    "query=" + java.net.URLEncoder.encode(selector, StandardCharsets.UTF_8)))
            .build();
    return new ObjectMapper()
        .readTree(client.send(post, BodyHandlers.ofByteArray()).body())
        .at("/data/result");
  }

  private double counted(int port, String metric) throws Exception {
    return get(port, "/metrics")
        .lines()
        .filter(line -> line.startsWith(metric + "{"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private boolean answers(int port, String path) {
    try {
      get(port, path);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private String get(int port, String path) throws IOException {
    try {
      var answer =
          client.send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
              BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new IOException("HTTP " + answer.statusCode());
      }
      return answer.body();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /** Of a variable that names a program or its folder: the program of that name there. */
  private static String beside(String variable, String name) {
    String value = System.getenv(variable);
    if (value == null) {
      return null;
    }
    Path path = Path.of(value);
    return (Files.isDirectory(path) ? path : path.getParent()).resolve(name).toString();
  }

  private static String program(String name, Stream<String> named) {
    var places = new ArrayList<>(named.filter(java.util.Objects::nonNull).toList());
    Stream.of(System.getenv("PATH").split(":")).forEach(each -> places.add(each + "/" + name));
    return places.stream()
        .filter(path -> Files.isExecutable(Path.of(path)))
        .findFirst()
        .orElseGet(
            () ->
                Assumptions.abort(
                    "no %s on the PATH, and no variable names one (docs/contributing/testing.md)"
                        .formatted(name)));
  }
}
