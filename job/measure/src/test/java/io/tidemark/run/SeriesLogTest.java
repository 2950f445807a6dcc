package io.tidemark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.job.cardinality.DistinctSeries;
import io.tidemark.job.cardinality.SeriesCounts;
import io.tidemark.series.Amplification;
import io.tidemark.series.Fleet;
import io.tidemark.series.Layout;
import io.tidemark.series.ValueMode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SeriesLogTest {
  private final SeriesLog log = new SeriesLog(Duration.ZERO);

  /** So few series come out nearly exactly. */
  private static byte[] series(int count) {
    var random = new SplittableRandom(1);
    var distinct = new DistinctSeries();
    for (int i = 0; i < count; i++) {
      distinct.add(random.nextLong());
    }
    return distinct.getLocalValue();
  }

  private static Totals totals(long samplesRead, int seen, int active) {
    return new Totals(
        new HashMap<>(
            Map.of(
                "samplesRead",
                samplesRead,
                SeriesCounts.SEEN,
                series(seen),
                SeriesCounts.ACTIVE,
                series(active))));
  }

  private static Fleet fleet(double n) {
    return Fleet.of(new Amplification(1, 1, 60_000, "instance", ValueMode.REPEAT, Layout.TIME), n);
  }

  private void look(int seconds, long samplesRead, int seen) {
    log.look(Duration.ofSeconds(seconds), totals(samplesRead, seen, seen));
  }

  @Test
  void growthCountsOnceEachSeriesHasComeTwice() {
    look(1, 60, 60);
    look(2, 120, 80);
    look(3, 210, 100);
    look(4, 300, 100);

    // 30 more of 100 from the third second to the 63rd, each as three series of the database.
    RunResult.Series series = log.result(63, totals(6_000, 130, 120), fleet(3));
    assertThat(series.active()).isCloseTo(360, within(5L));
    assertThat(series.newPerMinute()).isCloseTo(90, within(5.0));
    assertThat(series.churnPerMinute()).isCloseTo(0.25, within(0.02));
  }

  /** Not the mean: of few instances another share than half may have a copy more. */
  @Test
  void countsThoseWithOneCopyMoreThemselves() {
    var totals = totals(6_000, 100, 100);
    var more = new HashMap<String, Object>();
    more.put(SeriesCounts.SEEN, series(100));
    more.put(SeriesCounts.ACTIVE, series(100));
    more.put(SeriesCounts.SEEN + SeriesCounts.WITH_MORE, series(70));
    more.put(SeriesCounts.ACTIVE + SeriesCounts.WITH_MORE, series(70));

    assertThat(log.result(30, new Totals(more), fleet(2.5)).active()).isCloseTo(270, within(4L));
    assertThat(log.result(30, totals, fleet(2.5)).active()).isCloseTo(200, within(4L));
  }

  @Test
  void nothingNewIsZeroAndNotUnknown() {
    look(1, 210, 100);
    RunResult.Series series = log.result(30, totals(6_000, 100, 100), fleet(1));
    assertThat(series.newPerMinute()).isZero();
    assertThat(series.churnPerMinute()).isZero();
  }

  @Test
  void ofARunThatIsTooShortOrWhoseSeriesHardlyComeAgainNothingIsSaid() {
    look(1, 210, 100);
    assertThat(log.result(10.9, totals(400, 100, 100), fleet(1)).newPerMinute()).isNull();

    var onlyNew = new SeriesLog(Duration.ZERO);
    onlyNew.look(Duration.ofSeconds(60), totals(1_000, 900, 900));
    RunResult.Series series = onlyNew.result(120, totals(2_000, 1_800, 1_800), fleet(1));
    assertThat(series.newPerMinute()).isNull();
    assertThat(series.churnPerMinute()).isNull();
    assertThat(series.active()).isCloseTo(1_800, within(30L));
  }

  @Test
  void whatOtherTasksReportLaterIsNotNew() {
    var cluster = new SeriesLog(Duration.ofSeconds(20));
    cluster.look(Duration.ofSeconds(2), totals(300, 50, 50));
    cluster.look(Duration.ofSeconds(11), totals(900, 100, 100));
    cluster.look(Duration.ofSeconds(22), totals(1_500, 100, 100));

    RunResult.Series series = cluster.result(60, totals(6_000, 100, 100), fleet(1));
    assertThat(series.newPerMinute()).isZero();
    assertThat(series.churnPerMinute()).isZero();
  }

  @Test
  void aJobThatReportedNothingHasNoSeries() {
    assertThat(log.result(30, new Totals(Map.of()), fleet(1)))
        .isEqualTo(new RunResult.Series(0, null, null));
  }
}
