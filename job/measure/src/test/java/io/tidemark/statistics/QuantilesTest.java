package io.tidemark.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantilesTest {
  /** numpy.percentile's documentation: the median of 10, 7, 4, 3, 2, 1 is 3.5. */
  @Test
  void interpolatesBetweenOrderStatistics() {
    double[] values = {10, 7, 4, 3, 2, 1};
    assertThat(Quantiles.median(values)).isEqualTo(3.5);
    assertThat(Quantiles.of(values, 0)).isEqualTo(1);
    assertThat(Quantiles.of(values, 1)).isEqualTo(10);
    assertThat(Quantiles.of(values, 0.25)).isCloseTo(2.25, within(1e-12));
  }

  /** Ranks from P(Bin(n, ½) < r) ≤ 0.025: 1/64; 11/1024; 21700/2^20. */
  @ParameterizedTest
  @CsvSource({"6, 1, 6", "10, 2, 9", "20, 6, 15"})
  void theMedianLiesBetweenItsOrderStatistics(int n, int low, int high) {
    double[] ranks = IntStream.rangeClosed(1, n).asDoubleStream().toArray();
    assertThat(Quantiles.medianEstimate(ranks)).isEqualTo(new Estimate((n + 1) / 2.0, low, high));
  }

  @Test
  void fiveValuesLeaveTheMedianOpen() {
    Estimate median = Quantiles.medianEstimate(new double[] {1, 2, 3, 4, 5});
    assertThat(median.low()).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(median.high()).isEqualTo(Double.POSITIVE_INFINITY);
  }

  /** Autoregressive with coefficient 0.8: taken for independent, the interval is far too narrow. */
  @Test
  void theIntervalOfAPlateauAllowsForAutocorrelation() {
    var random = new Random(11);
    int plateau = 0;
    int naive = 0;
    for (int set = 0; set < 1000; set++) {
      double[] observations = autoregressive(0.8, 400, random);
      plateau += Quantiles.plateau(observations).contains(0) ? 1 : 0;
      naive += Quantiles.medianEstimate(observations).contains(0) ? 1 : 0;
    }
    assertThat(plateau).isGreaterThanOrEqualTo(900);
    assertThat(naive).isLessThan(700);
  }

  static double[] autoregressive(double coefficient, int n, Random random) {
    var values = new double[n];
    double value = random.nextGaussian() / Math.sqrt(1 - coefficient * coefficient);
    for (int i = 0; i < n; i++) {
      value = coefficient * value + random.nextGaussian();
      values[i] = value;
    }
    return values;
  }

  @Test
  void refusesAQuantileOfNothing() {
    assertThatThrownBy(() -> Quantiles.median(new double[0])).hasMessageContaining("values=0");
    assertThatThrownBy(() -> Quantiles.of(new double[] {1}, 1.1))
        .hasMessageContaining("quantile=1.1");
  }
}
