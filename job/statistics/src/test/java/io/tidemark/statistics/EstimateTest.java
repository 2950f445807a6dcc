package io.tidemark.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class EstimateTest {
  /** Student's own data: the additional hours of sleep by ten patients (Biometrika 6, 1908). */
  @Test
  void meanOfStudentsSleepData() {
    Estimate mean =
        Estimate.ofMean(new double[] {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4});

    assertThat(mean.value()).isCloseTo(2.33, within(1e-9));
    // Its published standard error is 0.6332; t with 9 degrees of freedom 2.2622.
    assertThat(mean.low()).isCloseTo(0.8977, within(1e-3));
    assertThat(mean.high()).isCloseTo(3.7623, within(1e-3));
  }

  @Test
  void oneObservationHasNoInterval() {
    assertThatThrownBy(() -> Estimate.ofMean(new double[] {1}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("n=1");
  }

  /**
   * Around the line 1, 2, 3, 4, 5 are left −0.2, 0.4, 0, −0.4, 0.2: squares 0.4, error √(0.4/3/5).
   */
  @Test
  void aSteadyRiseIsNoSpread() {
    Estimate series = Estimate.ofSeries(new double[] {0.8, 2.4, 3, 3.6, 5.2});

    assertThat(series.value()).isCloseTo(3, within(1e-12));
    // t with 3 degrees of freedom is 3.18245.
    assertThat(series.high()).isCloseTo(3 + 3.18245 * Math.sqrt(0.4 / 15), within(1e-4));
  }

  @Test
  void fourAreTooFewForALine() {
    double[] four = {1, 2, 3, 4};
    assertThat(Estimate.ofSeries(four)).isEqualTo(Estimate.ofMean(four));
  }

  /** Of 10 ± 1 over 5 ± 0.5: ln(10/9) and ln(5.5/5) together are √(0.10536² + 0.09531²). */
  @Test
  void errorsOfARatioAddUpAsIndependentOnesDo() {
    Estimate ratio = new Estimate(10, 9, 11).over(new Estimate(5, 4.5, 5.5));

    assertThat(ratio.value()).isEqualTo(2);
    assertThat(ratio.low()).isCloseTo(2 * Math.exp(-0.14207), within(1e-4));
    assertThat(ratio.high()).isCloseTo(2 * Math.exp(0.14207), within(1e-4));
  }

  @Test
  void aRatioToWhatIsKnownIsAsSureAsTheOther() {
    Estimate ratio = new Estimate(10, 0, 11).over(new Estimate(5, 5, 5));

    assertThat(ratio.low()).isZero();
    assertThat(ratio.high()).isCloseTo(2.2, within(1e-12));
  }
}
