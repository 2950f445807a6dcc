package io.tidemark.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Autoregressive observations of order 1, of standard deviation 1 around 0. */
class SteadyMeanTest {
  private static final int SETS = 600;

  /** 14 s of observations; a drift is by so many standard deviations from first to last. */
  @ParameterizedTest
  @CsvSource({"0, 0", "0.8, 0", "0.95, 0", "0, 3", "0.8, 3", "0.95, 3"})
  void coversTheMeanAndIsNotWide(double rho, double drift) {
    var random = new Random(140);
    int covered = 0;
    var widths = new double[SETS];
    for (int set = 0; set < SETS; set++) {
      double[] observations = observations(rho, drift, 140, random);
      Estimate mean = SteadyMean.of(observations);
      Estimate oracle = SteadyMean.knowing(rho, observations);
      covered += mean.contains(0) ? 1 : 0;
      widths[set] = (mean.high() - mean.low()) / (oracle.high() - oracle.low());
    }
    assertThat(covered / (double) SETS).isBetween(0.92, 0.98);
    assertThat(Quantiles.median(widths)).isLessThan(1.5);
  }

  /** The shortest step has 50: what it can't tell it pays for in width, not in coverage. */
  @ParameterizedTest
  @CsvSource({"0, 0", "0.8, 0", "0.95, 0", "0.8, 3", "0.95, 3"})
  void coversTheMeanOfAShortStepNearlyAsOften(double rho, double drift) {
    var random = new Random(50);
    int covered = 0;
    for (int set = 0; set < SETS; set++) {
      covered += SteadyMean.of(observations(rho, drift, 50, random)).contains(0) ? 1 : 0;
    }
    assertThat(covered / (double) SETS).isBetween(0.90, 0.99);
  }

  @Test
  void whatDoesNotVaryIsKnown() {
    double[] constant = new double[50];
    Arrays.fill(constant, 0.1);
    assertThat(SteadyMean.of(constant).value()).isCloseTo(0.1, within(1e-12));
    assertThat(SteadyMean.of(constant).low()).isEqualTo(SteadyMean.of(constant).high());
  }

  @Test
  void nineObservationsAreTooFew() {
    assertThatThrownBy(() -> SteadyMean.of(new double[9]))
        .hasMessageContaining("observations=9, at least 10");
  }

  private static double[] observations(double rho, double drift, int n, Random random) {
    double[] values = autoregressive(rho, n, random);
    Arrays.setAll(values, i -> values[i] + drift * (i - (n - 1) / 2.0) / n);
    return values;
  }

  /** Of standard deviation 1. */
  static double[] autoregressive(double rho, int n, Random random) {
    var values = new double[n];
    double value = random.nextGaussian();
    for (int i = 0; i < n; i++) {
      value = i == 0 ? value : rho * value + Math.sqrt(1 - rho * rho) * random.nextGaussian();
      values[i] = value;
    }
    return values;
  }
}
