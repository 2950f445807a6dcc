package io.tidemark.sink.victoriametrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.process.LinuxProcess;
import io.tidemark.process.MeasuredBound;
import io.tidemark.process.OwnedProcess;
import io.tidemark.process.Patience;
import io.tidemark.process.RunException;
import io.tidemark.sink.OwnedDatabase.Settings;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class OwnedVictoriaMetricsIT {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final String SAMPLE =
      "{\"metric\":{\"__name__\":\"m\"},\"values\":[1],\"timestamps\":[1700000000000]}";

  @Test
  void startsWithItsFlagsOnItsProcessors() throws Exception {
    try (var database =
        Patience.started(
            "VictoriaMetrics",
            () -> OwnedVictoriaMetrics.start(Settings.DEFAULT.withInsertSlots(3).on("0")))) {
      String metrics = get(database.url(), "/metrics");

      assertThat(metrics).contains("vm_concurrent_insert_capacity 3\n", "go_gomaxprocs 1\n");
      assertThat(affinity(database.process())).isEqualTo("0");
    }
  }

  @Test
  void keepsAddressAndDataOverARestartWithOtherFlags() throws Exception {
    try (var database =
        Patience.started(
            "VictoriaMetrics",
            () -> OwnedVictoriaMetrics.start(Settings.DEFAULT.withInsertSlots(1)))) {
      URI url = database.url();
      post(url, SAMPLE);
      LinuxProcess first = database.process();
      database.restart(Settings.DEFAULT.withInsertSlots(2));

      assertThat(first.isAlive()).isFalse();
      assertThat(database.url()).isEqualTo(url);
      assertThat(get(url, "/metrics")).contains("vm_concurrent_insert_capacity 2\n");
      assertThat(stored(url)).isEqualTo(SAMPLE);
    }
  }

  @Test
  void startsFromACopyThatStaysAsItWas() throws Exception {
    try (OwnedProcess kept = OwnedProcess.folder("test")) {
      Path saved = kept.folder().resolve("saved");
      try (var database = Patience.started("VictoriaMetrics", OwnedVictoriaMetrics::start)) {
        post(database.url(), SAMPLE);
        assertThatThrownBy(() -> database.saveTo(saved)).isInstanceOf(IllegalStateException.class);
        database.stop();
        database.saveTo(saved);
      }
      for (int run = 0; run < 2; run++) {
        try (var database = OwnedVictoriaMetrics.startFrom(saved, Settings.DEFAULT)) {
          assertThat(stored(database.url())).isEqualTo(SAMPLE);
          post(database.url(), SAMPLE.replace("[1]", "[2]"));
          database.stop();
        }
      }
    }
  }

  /** As one does that has much in memory, or no core. */
  @Test
  void takesARequestToMergeThoughItAnswersLate() throws Exception {
    try (var database = Patience.started("VictoriaMetrics", OwnedVictoriaMetrics::start)) {
      database.process().signal("STOP");
      var merged = CompletableFuture.supplyAsync(database::mergeAll);
      Thread.sleep(1_500);
      database.process().signal("CONT");

      assertThat(Patience.get(merged)).isTrue();
    }
  }

  @Test
  void movesToOtherProcessorsWhileItRuns() throws Exception {
    try (var database =
        Patience.started(
            "VictoriaMetrics", () -> OwnedVictoriaMetrics.start(Settings.DEFAULT.on("0")))) {
      database.process().pinTo("1");

      assertThat(affinity(database.process())).isEqualTo("1");
      assertThatThrownBy(() -> database.process().pinTo("4096"))
          .isInstanceOf(RunException.class)
          .hasMessageContaining("cpus=4096");
    }
  }

  @Test
  void tellsItsCpuTime() throws Exception {
    try (var database = Patience.started("VictoriaMetrics", OwnedVictoriaMetrics::start)) {
      double before = database.process().cpuSeconds().orElseThrow();
      Patience.untilAsserted(
          Duration.ofSeconds(30),
          () -> {
            keepBusy(database.url());
            assertThat(database.process().cpuSeconds().orElseThrow()).isGreaterThan(before + 0.05);
          });
      assertThat(before).isBetween(0.0, 10.0);
    }
  }

  private static void keepBusy(URI url) {
    try {
      for (int i = 0; i < 10; i++) {
        get(url, "/metrics");
      }
    } catch (Exception e) {
      throw new IllegalStateException("its page can't be read", e);
    }
  }

  @Test
  void saysAtOnceWhyItDoesNotStart() {
    long start = System.nanoTime();
    assertThatThrownBy(() -> OwnedVictoriaMetrics.start(Settings.arguments("-noSuchFlag")))
        .isInstanceOf(RunException.class)
        .hasMessageContaining("ended at its start")
        .hasMessageContaining("noSuchFlag");
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    MeasuredBound.check(() -> assertThat(took).isLessThan(OwnedVictoriaMetrics.STARTS_WITHIN));
  }

  @Test
  void leavesNeitherProcessNorFolder() {
    Path folder;
    LinuxProcess process;
    try (var database = Patience.started("VictoriaMetrics", OwnedVictoriaMetrics::start)) {
      folder = database.folder();
      process = database.process();
      assertThat(process.isAlive()).isTrue();
    }
    assertThat(process.isAlive()).isFalse();
    assertThat(process.cpuSeconds()).isEmpty();
    assertThat(folder).doesNotExist();
  }

  private static String affinity(LinuxProcess process) throws Exception {
    return Files.readAllLines(Path.of("/proc", "" + process.pid(), "status")).stream()
        .filter(line -> line.startsWith("Cpus_allowed_list:"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElseThrow();
  }

  private static void post(URI url, String line) throws Exception {
    var request =
        HttpRequest.newBuilder(url.resolve("/api/v1/import"))
            .POST(HttpRequest.BodyPublishers.ofString(line))
            .build();
    assertThat(HTTP.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(204);
    get(url, "/internal/force_flush");
  }

  private static String stored(URI url) throws Exception {
    return get(url, "/api/v1/export?match[]=m").strip();
  }

  private static String get(URI url, String path) throws Exception {
    return HTTP.send(
            HttpRequest.newBuilder(URI.create(url + path.replace("[]", "%5B%5D"))).build(),
            BodyHandlers.ofString())
        .body();
  }
}
