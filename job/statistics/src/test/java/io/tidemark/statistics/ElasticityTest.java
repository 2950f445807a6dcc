package io.tidemark.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ElasticityTest {
  /**
   * Means of ln y 0.1 and 1.1, variances 0.02 of two windows each: error √(0.01 + 0.01), with 2
   * degrees of freedom, t = 4.30265.
   */
  @Test
  void isTheRatioOfLogarithmsWithStudentsInterval() {
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

  /** Three windows more around a level of their own, variance 0.02: 4 degrees, t = 2.77645. */
  @Test
  void otherWindowsLendTheirSpread() {
    double[] before = {1, Math.exp(0.2)};
    double[] after = {Math.E, Math.exp(1.2)};
    double wide = Math.sqrt(0.02);
    double[] other = {Math.exp(5 - wide), Math.exp(5), Math.exp(5 + wide)};

    Estimate elasticity = Elasticity.of(before, after, Math.E, other);

    assertThat(elasticity.high()).isCloseTo(1 + 2.77645 * Math.sqrt(0.02), within(1e-5));
  }

  /** Windows that are 12 % apart with nothing changed, as on a host of two busy cores. */
  @ParameterizedTest
  @CsvSource({"2, 2, 0", "2, 2, 3", "2, 2, 5", "4, 4, 6"})
  void showsAChangeWhereThereIsNoneInAtMostOneOfTwentyCases(int before, int after, int others) {
    var random = new Random(12);
    int alarms = 0;
    for (int i = 0; i < 10_000; i++) {
      Estimate elasticity =
          Elasticity.of(
              windows(before, random), windows(after, random), 2, windows(others, random));
      alarms += elasticity.contains(0) ? 0 : 1;
    }
    // 5 %, and twice the error of so many draws.
    assertThat(alarms).isBetween(400, 544);
  }

  private static double[] windows(int n, Random random) {
    return DoubleStream.generate(() -> Math.exp(0.12 * random.nextGaussian())).limit(n).toArray();
  }

  @Test
  void needsAChangeAndThreeWindows() {
    double[] two = {1, 2};
    assertThatThrownBy(() -> Elasticity.of(two, two, 1)).hasMessageContaining("factor=1.0");
    assertThatThrownBy(() -> Elasticity.of(new double[] {1}, new double[] {1}, 2))
        .hasMessageContaining("after=1");
    assertThatThrownBy(() -> Elasticity.of(two, new double[] {1, 0}, 2))
        .hasMessageContaining("value=0.0, must be positive");
  }
}
