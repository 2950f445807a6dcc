package io.tidemark.diagnose;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tidemark.process.MeasuredBound;
import io.tidemark.sink.TargetConfig;
import io.tidemark.sink.http.MetricsText;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A day of a cluster of twenty processes, generated, as a Prometheus would answer. */
@Tag("seconds")
class StoredDayTest {
  private static final Instant TO = Instant.parse("2026-11-28T00:00:00Z");
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration MOST = Duration.ofMinutes(1);
  private static final int INSERTS = 8;
  private static final int STORAGES = 12;

  /** By process and series, its value at each moment that is asked for. */
  private final Map<String, Map<String, List<Double>>> values = new TreeMap<>();

  private final List<Long> moments = new ArrayList<>();
  private HttpServer server;
  private int mostNames = 1000;
  private int refused;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/api/v1/query_range", this::answer);
    server.start();
    generate();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  /** Half of the day's load by night. */
  private void generate() {
    var inserts = new TreeMap<String, GeneratedSite.Database>();
    for (int i = 0; i < INSERTS; i++) {
      var insert = new GeneratedSite.Database();
      insert.startSeconds += i;
      for (int link = 0; link < STORAGES; link++) {
        insert.linkShares.put("storage-%d:8400".formatted(link), 0.05);
      }
      inserts.put("insert-" + i, insert);
    }
    for (long at = TO.minus(DAY).getEpochSecond(); at <= TO.getEpochSecond(); at += 360) {
      moments.add(at);
      boolean night = moments.size() < 80;
      inserts.forEach(
          (name, insert) -> {
            insert.samplesPerSecond = night ? 50_000 : 100_000;
            insert.requestsPerSecond = night ? 10 : 20;
            insert.cpuShare = night ? 0.15 : 0.3;
            insert.pass(360);
            store(name, insert.page());
          });
      for (int i = 0; i < STORAGES; i++) {
        store("storage-" + i, storage(i, moments.size() * 360.0));
      }
    }
  }

  private static String storage(int number, double seconds) {
    var page = new StringBuilder();
    page.append("process_start_time_seconds ").append(1_795_000_100 + number).append('\n');
    page.append("process_cpu_seconds_total ").append(0.4 * seconds).append('\n');
    page.append("process_cpu_cores_available 4\nprocess_resident_memory_bytes 1e9\n");
    page.append("vm_rows_added_to_storage_total ").append(50_000 * seconds).append('\n');
    page.append("vm_slow_row_inserts_total ").append(seconds).append('\n');
    for (String type : List.of("storage/small", "storage/big", "indexdb/file")) {
      page.append("vm_data_size_bytes{type=\"%s\"} 1e9\n".formatted(type));
      page.append("vm_active_merges{type=\"%s\"} 1\n".formatted(type));
    }
    page.append("vm_filestream_write_duration_seconds_total ").append(0.01 * seconds).append('\n');
    return page.toString();
  }

  private void store(String process, String page) {
    Map<String, List<Double>> series = values.computeIfAbsent(process, name -> new TreeMap<>());
    MetricsText.lines(page.getBytes(UTF_8))
        .flatMap(line -> MetricsText.sample(line).stream())
        .forEach(
            sample ->
                series
                    .computeIfAbsent(
                        json(sample.name(), sample.labels()), name -> new ArrayList<>())
                    .add(Double.valueOf(sample.value())));
  }

  private static String json(String name, Map<String, String> labels) {
    var text = new StringBuilder("\"__name__\":\"" + name + '"');
    labels.forEach((label, value) -> text.append(",\"%s\":\"%s\"".formatted(label, value)));
    return text.toString();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String form =
        URLDecoder.decode(new String(exchange.getRequestBody().readAllBytes(), UTF_8), UTF_8);
    Set<String> names =
        new HashSet<>(
            Arrays.asList(
                form.replaceAll("(?s).*=~\"", "").replaceAll("(?s)\".*", "").split("\\|")));
    var body = new StringBuilder("{\"status\":\"success\",\"data\":{\"result\":[");
    String[] comma = {""};
    values.forEach(
        (process, series) ->
            series.forEach(
                (labels, points) -> {
                  if (names.contains(labels.replaceAll("\"__name__\":\"([^\"]*).*", "$1"))) {
                    body.append(comma[0])
                        .append(
                            "{\"metric\":{%s,\"pod\":\"%s\"},\"values\":["
                                .formatted(labels, process));
                    for (int i = 0; i < points.size(); i++) {
                      body.append(i == 0 ? "" : ",")
                          .append("[%d,\"%s\"]".formatted(moments.get(i), points.get(i)));
                    }
                    body.append("]}");
                    comma[0] = ",";
                  }
                }));
    byte[] bytes = body.append("]}}").toString().getBytes(UTF_8);
    boolean tooMany = names.size() > mostNames;
    refused += tooMany ? 1 : 0;
    exchange.sendResponseHeaders(tooMany ? 422 : 200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private Diagnosis diagnose() {
    return Diagnose.stored(
        new Diagnose.Stored(
            URI.create("http://127.0.0.1:" + server.getAddress().getPort()),
            TargetConfig.of("remote-write", URI.create("http://127.0.0.1:1")),
            TO.minus(DAY),
            TO,
            "",
            List.of()));
  }

  @Test
  void isReadAndJudgedInAMinute() {
    long begin = System.nanoTime();
    Diagnosis told = diagnose();
    Duration took = Duration.ofNanos(System.nanoTime() - begin);

    assertThat(told.processes()).hasSize(INSERTS + STORAGES);
    assertThat(told.untold()).isNull();
    assertThat(told.atMost()).isEqualTo(0.9);
    assertThat(told.parts().get(0).samplesPerSecond()).isBetween(390_000.0, 410_000.0);
    assertThat(told.parts().get(told.parts().size() - 1).samplesPerSecond())
        .isBetween(790_000.0, 810_000.0);
    MeasuredBound.check(() -> assertThat(took).isLessThan(MOST));
  }

  @Test
  void aServerThatTakesFewMetricsAtOnceIsAskedForFewAndThatIsSaid() {
    mostNames = 4;
    Diagnosis told = diagnose();

    assertThat(refused).isPositive();
    assertThat(told.processes()).hasSize(INSERTS + STORAGES);
    assertThat(told.warnings())
        .contains(
            "the server refused %d queries as too large; they were made smaller"
                .formatted(refused));
  }
}
