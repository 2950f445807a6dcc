package io.tidemark.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CusumTest {
  /** Montgomery, table 9.1: mean 10, standard deviation 1, shifted by 1 from the 21st value on. */
  private static final double[] MONTGOMERY = {
    9.45, 7.99, 9.29, 11.66, 12.16, 10.18, 8.04, 11.46, 9.20, 10.34, 9.03, 11.47, 10.51, 9.40,
    10.08, 9.37, 10.62, 10.31, 8.52, 10.84, 10.90, 9.33, 12.29, 11.50, 10.60, 11.08, 10.38, 11.62,
    11.31, 10.52
  };

  @Test
  void alarmsAtTheTwentyNinthValueOfTheTextbook() {
    Cusum cusum = Cusum.of(MONTGOMERY, 10, 1, 0.5, 5);
    assertThat(cusum.alarm()).hasValue(28);
    assertThat(Cusum.of(Arrays.copyOf(MONTGOMERY, 29), 10, 1, 0.5, 5).highestUp())
        .isCloseTo(5.28, within(1e-9));
  }

  @Test
  void alarmsDownwardsAsUpwards() {
    double[] mirrored = Arrays.stream(MONTGOMERY).map(x -> 20 - x).toArray();
    assertThat(Cusum.of(mirrored, 10, 1, 0.5, 5).alarm()).hasValue(28);
  }

  @ParameterizedTest
  @CsvSource({"0, 40", "0, 100", "0.5, 100", "0.8, 400", "0.9, 400"})
  void aSteadyStepAlarmsInAtMostOneOfTwenty(double correlation, int observations) {
    assertThat(alarms(correlation, observations, 0)).isLessThanOrEqualTo(50);
  }

  /** Three standard deviations of one observation from start to end; 3.6 of a correlated one. */
  @ParameterizedTest
  @CsvSource({"0, 100, 3", "0.8, 400, 3.6"})
  void aDriftingStepAlarmsInNineOfTen(double correlation, int observations, double drift) {
    assertThat(alarms(correlation, observations, drift)).isGreaterThanOrEqualTo(900);
  }

  private static int alarms(double correlation, int n, double drift) {
    var random = new Random(21);
    int alarms = 0;
    for (int set = 0; set < 1000; set++) {
      double[] step = SteadyMeanTest.autoregressive(correlation, n, random);
      for (int i = 0; i < n; i++) {
        step[i] += 100 + drift * i / n;
      }
      alarms += Cusum.ofStep(step, 0).drifts() ? 1 : 0;
    }
    return alarms;
  }

  @Test
  void aConstantDoesNotDrift() {
    double[] constant = new double[100];
    Arrays.fill(constant, 0.1);
    assertThat(Cusum.ofStep(constant, 0).drifts()).isFalse();
  }

  /** A rise by 1 % in all, over a level that is taken to be uneven by 2 %. */
  @Test
  void aDriftTooSmallToMatterIsNone() {
    double[] rise = new double[100];
    Arrays.setAll(rise, i -> 1000 + 0.1 * i);
    assertThat(Cusum.ofStep(rise, 0).drifts()).isTrue();
    assertThat(Cusum.ofStep(rise, 0.02).drifts()).isFalse();
  }

  @Test
  void nineteenObservationsAreTooFew() {
    assertThatThrownBy(() -> Cusum.ofStep(new double[19], 0))
        .hasMessageContaining("observations=19, at least 20");
  }
}
