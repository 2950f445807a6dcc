package io.tidemark.ceiling.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class SeriesCurveTest {
  /**
   * A search by churn on VictoriaMetrics 1.151.0 with two cores: beyond its limit a row takes up to
   * three times the CPU, and in one such step 0.2 % of the rows read the index.
   */
  private static final List<SeriesRow> CHURN =
      List.of(
          row(0, 59_988, 0.190, 0),
          row(30_090, 59_109, 0.225, 0),
          row(59_497, 59_133, 0.275, 0),
          row(119_789, 59_701, 0.407, 0),
          row(237_774, 59_590, 0.659, 0),
          row(479_581, 59_749, 1.039, 0),
          tooMany(743_494, 30_693, 1.528, 0),
          tooMany(702_404, 25_145, 1.577, 0),
          tooMany(453_531, 33_271, 1.420, 0),
          tooMany(439_153, 37_598, 1.469, 0),
          tooMany(542_769, 51_308, 1.450, 0),
          tooMany(376_918, 46_030, 1.507, 0.0025));

  @Test
  void thePriceIsOfTheSeriesThatTheDatabaseCounted() {
    SeriesCurve curve = SeriesCurve.of(true, 480_000L, 510_000L, 60_000, CHURN);

    assertThat(curve.price().cpuMillis()).isCloseTo(0.109, within(0.001));
    // 479,581 a minute of 59,749 a second
    assertThat(curve.price().rowShare()).isCloseTo(0.1338, within(0.0001));
  }

  /** What new series cost, and what an overload costs, is no proof of what the index costs. */
  @Test
  void aRowThatReadsTheIndexByChanceIsNotMemory() {
    SeriesCurve curve = SeriesCurve.of(true, 480_000L, 510_000L, 60_000, CHURN);

    assertThat(curve.gainOfMemory(CHURN.get(CHURN.size() - 1))).isEqualTo(1);
  }

  /** A row takes 3 µs, and 200 µs more if it reads the index. */
  @Test
  void rowsThatReadTheIndexCostWhatTheStepsShow() {
    SeriesCurve curve =
        SeriesCurve.of(
            false,
            40_000L,
            80_000L,
            100_000,
            List.of(
                row(0, 100_000, 0.31, 0),
                row(0, 100_000, 0.29, 0),
                row(0, 100_000, 0.30, 0),
                tooMany(0, 100_000, 0.70, 0.02),
                tooMany(0, 100_000, 1.10, 0.04)));

    assertThat(curve.gainOfMemory(tooMany(0, 100_000, 1.10, 0.04)))
        .isCloseTo(1.1 / 0.3, within(0.2));
  }

  private static SeriesRow row(double created, double samples, double cores, double slow) {
    return new SeriesRow(3_000_000, 0, created, samples, 1e9, cores, slow, 100.0, true, "");
  }

  private static SeriesRow tooMany(double created, double samples, double cores, double slow) {
    return new SeriesRow(3_000_000, 0, created, samples, 1e9, cores, slow, 100.0, false, "");
  }
}
