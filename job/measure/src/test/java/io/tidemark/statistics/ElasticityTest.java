package io.tidemark.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ElasticityTest {
  /**
   * Means of ln y 0.1 and 1.1, variances 0.02 of two windows each: error √(0.01 + 0.01), and with
   * equal variances Welch's degrees of freedom are 2, t = 4.30265.
   */
  @Test
  void isTheRatioOfLogarithmsWithWelchsInterval() {
    double[] before = {1, Math.exp(0.2)};
    double[] after = {Math.E, Math.exp(1.2)};
    Estimate elasticity = Elasticity.of(before, after, Math.E);
    double margin = 4.30265 * Math.sqrt(0.02);
    assertThat(elasticity.value()).isCloseTo(1, within(1e-12));
    assertThat(elasticity.low()).isCloseTo(1 - margin, within(1e-5));
    assertThat(elasticity.high()).isCloseTo(1 + margin, within(1e-5));
  }

  @Test
  void isOneWhenHalvingTheCauseHalvesTheEffect() {
    Estimate elasticity = Elasticity.of(new double[] {10, 10}, new double[] {5, 5}, 0.5);
    assertThat(elasticity.value()).isCloseTo(1, within(1e-12));
    assertThat(elasticity.high() - elasticity.low()).isZero();
  }

  @Test
  void isZeroWhenNothingMoves() {
    assertThat(Elasticity.of(new double[] {9, 11, 10}, new double[] {9, 11, 10}, 2).contains(0))
        .isTrue();
  }

  @Test
  void needsAChangeAndTwoWindowsASide() {
    double[] two = {1, 2};
    assertThatThrownBy(() -> Elasticity.of(two, two, 1)).hasMessageContaining("factor=1.0");
    assertThatThrownBy(() -> Elasticity.of(two, new double[] {1}, 2))
        .hasMessageContaining("after=1");
    assertThatThrownBy(() -> Elasticity.of(two, new double[] {1, 0}, 2))
        .hasMessageContaining("value=0.0, must be positive");
  }
}
