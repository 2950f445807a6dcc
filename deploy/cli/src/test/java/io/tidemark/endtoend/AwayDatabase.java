package io.tidemark.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.process.Patience;
import io.tidemark.run.Totals;
import io.tidemark.sink.victoriametrics.OwnedVictoriaMetrics;
import io.tidemark.testing.StoredSample;
import io.tidemark.testing.VictoriaMetricsData;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** A job whose database is away for a while: nothing is lost, and nothing is begun anew for it. */
final class AwayDatabase {
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final int SERIES = 20;
  private static final int SAMPLES = 20_000;
  private static final int RATE = 1_000;
  private static final int IN_FLIGHT = 4;
  private static final String BATCHES = ScrapedJob.OWN_PREFIX + "in_flight_batches";
  private static final String ACKED = ScrapedJob.OWN_PREFIX + "samples_acked_total";

  private AwayDatabase() {}

  interface Moment {
    void happen(OwnedVictoriaMetrics database);
  }

  /**
   * @param goes after a quarter of the samples
   * @param comesBack so long later
   * @param more settings, each {@code path.to.key=value}
   */
  static void losesNothing(Moment goes, Duration away, Moment comesBack, List<String> more) {
    try (var database = Patience.started("VictoriaMetrics", OwnedVictoriaMetrics::start);
        var job = new ScrapedJob(settings(database, more))) {
      Patience.untilAsserted(
          PATIENCE, () -> assertThat(read(job, ACKED)).isGreaterThan(SAMPLES / 4.0));
      goes.happen(database);
      awaitFullAndStill(job, away);
      comesBack.happen(database);

      Totals totals = job.awaitEnd(PATIENCE);
      assertThat(job.lastFailure()).as("it was not begun anew").isEmpty();
      assertThat(totals.acked()).isEqualTo(SAMPLES);
      assertThat(totals.count("samplesDeadLettered")).isZero();
      assertThat(totals.count("retries")).isPositive();
      assertThatAllIsStored(database);
    }
  }

  /** So many samples, so fast, in small batches. */
  static List<String> settings(OwnedVictoriaMetrics database, List<String> more) {
    var settings =
        new ArrayList<>(
            List.of(
                "source.datagen.start=" + START,
                "source.datagen.series=" + SERIES,
                "source.datagen.samples=" + SAMPLES,
                "source.datagen.rate=" + RATE,
                "target.urls=[" + database.url() + "]",
                "target.accept-load=true",
                "write.batch-samples=100",
                "write.linger=100ms",
                "write.in-flight=" + IN_FLIGHT,
                "write.timeout=5s",
                "checkpoint.interval=500ms",
                "parallelism=1"));
    settings.addAll(more);
    return settings;
  }

  private static double read(ScrapedJob job, String metric) {
    return job.scrape().sum(metric).orElse(0);
  }

  /** All permits are taken and no more, and the source waits: nothing piles up in memory. */
  private static void awaitFullAndStill(ScrapedJob job, Duration away) {
    long end = System.nanoTime() + away.toNanos();
    Patience.untilAsserted(PATIENCE, () -> assertThat(read(job, BATCHES)).isEqualTo(IN_FLIGHT));
    double acked = read(job, ACKED);
    while (System.nanoTime() < end) {
      assertThat(read(job, BATCHES)).isEqualTo(IN_FLIGHT);
      assertThat(read(job, ACKED)).isEqualTo(acked);
      assertThat(job.ended()).isFalse();
      LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
    }
  }

  /** Each series has a sample a minute, from the start on. */
  static void assertThatAllIsStored(OwnedVictoriaMetrics database) {
    var data = new VictoriaMetricsData(database.url().toString());
    Map<String, TreeSet<Long>> minutes =
        data.export("{__name__!=\"\"}").stream()
            .collect(
                Collectors.groupingBy(
                    StoredSample::series,
                    Collectors.mapping(
                        sample -> (sample.timestampMillis() - START.toEpochMilli()) / 60_000,
                        Collectors.toCollection(TreeSet::new))));
    assertThat(minutes).hasSize(SERIES);
    assertThat(minutes.values())
        .allSatisfy(
            series -> {
              assertThat(series).hasSize(SAMPLES / SERIES);
              assertThat(series.first()).isZero();
              assertThat(series.last()).isEqualTo(SAMPLES / SERIES - 1);
            });
  }
}
