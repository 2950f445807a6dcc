package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.Patience;
import io.tidemark.run.RunResult;
import io.tidemark.run.Totals;
import io.tidemark.testing.StoredSample;
import io.tidemark.testing.VictoriaMetricsContainer;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records that series were received, read back from a real database with the samples. */
class LastReceivedIT {
  private static final int M = 3;
  private static final int N = 2;
  private static final Traffic TRAFFIC = new Traffic(60, 40, 1_750_000_000_000L, 60_000);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration OF_A_RUN = Duration.ofSeconds(10);
  private static final String SAMPLES = "{run=\"%s\",__name__!~\"tidemark_.*\"}";
  private static final String RECORDS = "{run=\"%s\",__name__=~\"tidemark_.*\"}";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"off", "each", "cached", "incrementing"})
  void storesTheSamplesAndTheRecordsOfItsMode(String mode) throws Exception {
    if (mode.equals("cached")) {
      awaitTheBeginningOfAMinute();
    }
    try (var store = VictoriaMetricsContainer.start()) {
      RunResult result =
          EmbeddedRun.of(
              List.of(
                  "source.type=file",
                  "source.file.path=" + file(),
                  "amplify.m=" + M,
                  "amplify.n=" + N,
                  "target.urls=[" + store.baseUrl() + "]",
                  "target.extra-labels={run: " + mode + "}",
                  "write.batch-samples=500",
                  "last-received.mode=" + mode,
                  "parallelism=2"));

      long amplified = (long) TRAFFIC.points().size() * M * N;
      assertThat(result.samplesAmplified()).isEqualTo(amplified);
      assertThat(result.samplesAcked()).as("records are no samples").isEqualTo(amplified);
      assertThat(result.samplesPending()).isZero();
      store.awaitExactly(SAMPLES.formatted(mode), TRAFFIC.amplified(M, N, Map.of("run", mode)));
      store.awaitExactly(RECORDS.formatted(mode), records(mode));
    }
  }

  /**
   * A series with a batch in flight over the turn of a minute is recorded twice; the other modes
   * record every sample or none.
   */
  private static void awaitTheBeginningOfAMinute() {
    long millisOfARun = Math.min(MINUTE.toMillis() - 5_000, Patience.of(OF_A_RUN).toMillis());
    Patience.await(
        "the beginning of a minute",
        MINUTE,
        () -> System.currentTimeMillis() % MINUTE.toMillis() < MINUTE.toMillis() - millisOfARun);
  }

  private Path file() throws Exception {
    var lines = new ByteArrayOutputStream();
    for (byte[] record : TRAFFIC.influx(70)) {
      lines.write(record);
    }
    return Files.write(folder.resolve("traffic.lp"), lines.toByteArray());
  }

  private static Set<StoredSample> records(String mode) {
    var records = new HashSet<StoredSample>();
    for (Traffic.Point point : TRAFFIC.points()) {
      long before = (point.timestampMillis() - TRAFFIC.startMillis()) / TRAFFIC.intervalMillis();
      boolean first = before == 0;
      Map<String, String> labels = new TreeMap<>(point.labels());
      labels.put("of_metric", labels.get("__name__"));
      boolean counts = mode.equals("incrementing");
      labels.put("__name__", counts ? "tidemark_received_total" : "tidemark_last_received");
      double value = counts ? (before + 1) * M : point.timestampMillis() / 1e3;
      var record = new Traffic.Point(labels, point.timestampMillis(), value);
      switch (mode) {
        case "each", "incrementing" ->
            TRAFFIC.amplify(record, M, N, Map.of("run", mode), records::add);
        case "cached" -> {
          if (first) {
            TRAFFIC.amplify(record, 1, N, Map.of("run", mode), records::add);
          }
        }
        default -> {}
      }
    }
    return records;
  }

  /** What was remembered is gone with the process: one record more, and never one too few. */
  @Test
  void aLostTaskManagerCostsSomeRecordsMoreAndNoSample() throws Exception {
    String run = "last-received";
    try (var parts = RealParts.start()) {
      parts.produce(run);
      try (var database = new SlowDatabase(parts.store)) {
        var settings = parts.settings(run, database, 3);
        settings.add("last-received.mode=cached");
        try (var job = parts.submit(settings, Optional.empty())) {
          job.awaitAcked(RealParts.AMPLIFIED / 4);
          parts.loseTaskManager();
          Totals totals = job.awaitEnd();

          RealParts.assertCounted(totals, RealParts.AMPLIFIED);
          Set<StoredSample> samples = RealParts.TRAFFIC.amplified(3, 1, Map.of("run", run));
          parts.store.awaitExactly(SAMPLES.formatted(run), samples);
          assertThatEachSeriesIsRecorded(parts.store.export(RECORDS.formatted(run)), samples);
          assertThat(totals.count("lastReceivedRecords"))
              .isGreaterThanOrEqualTo(RealParts.TRAFFIC.series());
        }
      }
    }
  }

  /** Once for each time that the job began, and for a minute's turn that met a batch in flight. */
  private static void assertThatEachSeriesIsRecorded(
      Set<StoredSample> records, Set<StoredSample> samples) {
    var sampled =
        samples.stream()
            .collect(
                Collectors.groupingBy(
                    StoredSample::series,
                    Collectors.mapping(StoredSample::timestampMillis, Collectors.toSet())));
    var recorded =
        records.stream()
            .collect(Collectors.groupingBy(LastReceivedIT::seriesOf, Collectors.toList()));
    assertThat(recorded.keySet()).isEqualTo(sampled.keySet());
    recorded.forEach(
        (series, ofIt) -> {
          assertThat(ofIt).as(series).hasSizeBetween(1, 4);
          assertThat(ofIt)
              .allSatisfy(
                  record -> {
                    assertThat(sampled.get(series)).contains(record.timestampMillis());
                    assertThat(record.value()).isEqualTo(record.timestampMillis() / 1e3);
                  });
        });
  }

  private static String seriesOf(StoredSample record) {
    String name = "__name__=tidemark_last_received,";
    assertThat(record.series()).startsWith(name);
    String of = record.series().replaceAll(".*,of_metric=([^,]*).*", "$1");
    return "__name__="
        + of
        + ","
        + record.series().substring(name.length()).replace("of_metric=" + of + ",", "");
  }
}
