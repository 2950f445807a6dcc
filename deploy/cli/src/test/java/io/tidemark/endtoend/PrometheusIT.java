package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.process.Patience;
import io.tidemark.run.RunResult;
import io.tidemark.run.Totals;
import io.tidemark.sink.OwnedDatabase.Settings;
import io.tidemark.sink.prometheus.OwnedPrometheus;
import io.tidemark.testing.SessionCluster;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A job on a cluster that writes to a real Prometheus, which takes each series in its order only:
 * what comes again is told from what is late, so each sample is stored once and counted once.
 */
@Tag("slow")
@Tag("guards:sinks/prometheus")
@Tag("guards:sinks/remotewrite")
@Tag("guards:sinks/otlp")
class PrometheusIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String CURRENT = "TIDEMARK_TEST_PROMETHEUS";
  private static final int SERIES = 40;
  private static final int TICKS = 750;
  private static final int SAMPLES = SERIES * TICKS;
  private static final int RATE = 1_500;
  private static final int M = 2;
  private static final long AMPLIFIED = (long) SAMPLES * M;
  private static final long STEP_MILLIS = 30_000;

  /** Two days ago: what is generated ends before the clock. */
  private static Instant begin;

  private static SessionCluster cluster;

  @BeforeAll
  static void start() {
    begin = Instant.now().minus(2, ChronoUnit.DAYS).truncatedTo(ChronoUnit.HOURS);
    cluster =
        SessionCluster.start(
            2,
            3,
            "heartbeat.interval=500",
            "heartbeat.timeout=" + Patience.ofSeconds(5).toMillis());
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  /** How it is written to. */
  private enum Wire {
    REMOTE_WRITE_1("target.message-version=v1"),
    /** Which 2.42 does not know. */
    REMOTE_WRITE_2("target.message-version=v2"),
    /** Of a version of today. */
    OTLP("target.protocol=otlp");

    private final String setting;

    Wire(String setting) {
      this.setting = setting;
    }

    OwnedPrometheus start() {
      if (this != OTLP) {
        return Patience.started("Prometheus", () -> OwnedPrometheus.start());
      }
      String binary = System.getenv(CURRENT);
      assumeTrue(
          binary != null && !binary.isBlank(),
          () -> CURRENT + " is not set: what takes OTLP was not written to");
      return Patience.started("Prometheus", () -> OwnedPrometheus.start(binary, Settings.DEFAULT));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"REMOTE_WRITE_1", "OTLP"})
  void storesAndCountsEachSampleOnceThoughItIsKilledAndThenATaskManager(Wire wire)
      throws Exception {
    try (var database = wire.start();
        var job = new ClusterRun(cluster, settings(database, wire, 2), Optional.empty())) {
      job.awaitAcked(AMPLIFIED / 8);
      database.process().kill();
      Patience.startedAgain("Prometheus", () -> database.startAgain(Settings.DEFAULT));
      job.awaitAcked(AMPLIFIED / 4);
      assertThat(job.hasEnded()).as("ended before the second fault").isFalse();
      int added = cluster.addTaskManager();
      cluster.killTaskManager(added - 2);

      assertCounted(job.awaitEnd());
      assertStored(database);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"REMOTE_WRITE_2", "OTLP"})
  void goesOnFromASavepointAtAnotherParallelism(Wire wire, @TempDir Path savepoints)
      throws Exception {
    try (var database = wire.start()) {
      String savepoint;
      try (var job = new ClusterRun(cluster, settings(database, wire, 3), Optional.empty())) {
        job.awaitAcked(AMPLIFIED / 8);
        savepoint = job.stopWithSavepoint(savepoints.toUri().toString());
        assertThat(job.awaitEnd().acked()).isLessThan(AMPLIFIED);
      }
      try (var job = new ClusterRun(cluster, settings(database, wire, 2), Optional.of(savepoint))) {
        assertCounted(job.awaitEnd());
      }
      assertStored(database);
    }
  }

  /** What a Prometheus refuses ends as what it is, sample by sample; all others are stored. */
  @Test
  void whatIsLateOrDifferentOrTooOldIsADeadLetterThatSaysSo(@TempDir Path folder) throws Exception {
    long at = begin.toEpochMilli();
    Path input =
        Files.writeString(
            folder.resolve("input.lp"),
            Stream.of(
                    line("a", 1, at),
                    line("b", 1, at),
                    line("a", 2, at + 1_000),
                    line("a", 3, at + 2_000),
                    line("a", 9, at + 500),
                    line("a", 3, at + 2_000),
                    line("a", 4, at + 2_000),
                    line("c", 1, at - 36_000_000),
                    line("b", 2, at + 1_000))
                .collect(Collectors.joining()));
    try (var database = Patience.started("Prometheus", () -> OwnedPrometheus.start())) {
      RunResult result =
          EmbeddedRun.told(
                  List.of(
                      "source.type=file",
                      "source.file.path=" + input,
                      "source.file.format=influx",
                      "target.type=remote-write",
                      "target.urls=[" + database.url() + "]",
                      "target.accept-load=true",
                      "target.run-label=false",
                      "dead-letter.path=" + folder.resolve("dead"),
                      "parallelism=1"),
                  Duration.ofMinutes(2))
              .result();

      assertThat(result.samplesAcked()).as("one came twice with its value").isEqualTo(6);
      assertThat(result.samplesDeadLettered()).isEqualTo(3);
      assertThat(
              DeadLetterFolder.read(folder.resolve("dead")).stream()
                  .map(letter -> letter.get("reason").asText() + "@" + letter.get("timestamp")))
          .containsExactlyInAnyOrder(
              "rejected-out-of-order-sample@" + (at + 500),
              "rejected-duplicate-sample@" + (at + 2_000),
              "rejected-out-of-bounds@" + (at - 36_000_000));
      assertThat(stored(database))
          .isEqualTo(
              Map.of(
                  "{\"__name__\":\"late_value\",\"series\":\"a\"}",
                  List.of(at, at + 1_000, at + 2_000),
                  "{\"__name__\":\"late_value\",\"series\":\"b\"}",
                  List.of(at, at + 1_000)));
    }
  }

  private static String line(String series, int value, long millis) {
    return "late,series=%s value=%d %d%n".formatted(series, value, millis * 1_000_000);
  }

  private static List<String> settings(OwnedPrometheus database, Wire wire, int parallelism) {
    return new ArrayList<>(
        List.of(
            "source.datagen.start=" + begin,
            "source.datagen.series=" + SERIES,
            "source.datagen.samples=" + SAMPLES,
            "source.datagen.rate=" + RATE,
            "amplify.m=" + M,
            "target.type=remote-write",
            wire.setting,
            "target.urls=[" + database.url() + "]",
            "target.accept-load=true",
            "write.batch-samples=200",
            "write.linger=100ms",
            "write.timeout=%dms".formatted(Patience.ofSeconds(5).toMillis()),
            "write.retry.initial=20ms",
            "write.retry.max=500ms",
            "checkpoint.interval=500ms",
            "parallelism=" + parallelism));
  }

  private static void assertCounted(Totals totals) {
    assertThat(totals.count("samplesDeadLettered")).isZero();
    assertThat(totals.acked()).isEqualTo(AMPLIFIED);
    assertThat(totals.pending()).isZero();
  }

  /** Each series has all its times; two values at one of them no Prometheus can hold. */
  private static void assertStored(OwnedPrometheus database) throws Exception {
    List<Long> expected =
        LongStream.range(0, (long) TICKS * M)
            .mapToObj(tick -> begin.toEpochMilli() + tick * STEP_MILLIS)
            .toList();
    Map<String, List<Long>> stored = stored(database);
    assertThat(stored).hasSize(SERIES);
    assertThat(stored).allSatisfy((series, times) -> assertThat(times).isEqualTo(expected));
  }

  private static Map<String, List<Long>> stored(OwnedPrometheus database) throws Exception {
    String query = URLEncoder.encode("{__name__!=\"\"}[7d]", StandardCharsets.UTF_8);
    URI url = URI.create(database.url() + "/api/v1/query?query=" + query);
    JsonNode answer = JSON.readTree(url.toURL().openStream());
    var stored = new HashMap<String, List<Long>>();
    for (JsonNode series : answer.get("data").get("result")) {
      var times = new ArrayList<Long>();
      series
          .get("values")
          .forEach(at -> times.add(at.get(0).decimalValue().movePointRight(3).longValueExact()));
      stored.put(series.get("metric").toString(), times);
    }
    return stored;
  }
}
