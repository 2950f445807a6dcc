package io.tidemark.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.Random;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.junit.jupiter.api.Test;

class DetectableEffectTest {
  private static final NormalDistribution NORMAL = new NormalDistribution();

  /** 4 against 4 show a difference only if all of B exceed all of A: ∫ 4φΦ³·(1 − Φ(x − δ))⁴ dx. */
  @Test
  void fourAgainstFourMeetItsPower() {
    double spread = 0.03;
    double shift = Math.log1p(DetectableEffect.of(spread, 4, 4, new Random(1))) / spread;
    double power = 0;
    double step = 0.01;
    for (double x = -8; x < 8; x += step) {
      double belowX = NORMAL.cumulativeProbability(x);
      double aboveX = 1 - NORMAL.cumulativeProbability(x - shift);
      power += step * 4 * NORMAL.density(x) * Math.pow(belowX, 3) * Math.pow(aboveX, 4);
    }
    assertThat(power).isCloseTo(0.8, within(0.015));
  }

  /** Noether (1987), normal data: δ = (1.960 + 0.842)·√(2/n)/√0.955 for n a side. */
  @Test
  void manyRunsApproachTheNormalFormula() {
    double shift = Math.log1p(DetectableEffect.of(0.01, 20, 20, new Random(1))) / 0.01;
    assertThat(shift)
        .isCloseTo((1.960 + 0.842) * Math.sqrt(2 / 20.0) / Math.sqrt(0.955), withPercentage(5));
  }

  @Test
  void threeAgainstThreeDetectNothing() {
    assertThat(DetectableEffect.of(0.03, 3, 3, new Random(1))).isInfinite();
  }

  /** Logarithms ±0.1 around either mean: 8·0.01 over 6 degrees of freedom. */
  @Test
  void takesTheSpreadWithinTheSides() {
    double[] a = {Math.exp(0.9), Math.exp(1.1), Math.exp(0.9), Math.exp(1.1)};
    double[] b = {Math.exp(4.9), Math.exp(5.1), Math.exp(4.9), Math.exp(5.1)};
    assertThat(DetectableEffect.of(a, b, new Random(1)))
        .isCloseTo(DetectableEffect.of(Math.sqrt(0.08 / 6), 4, 4, new Random(1)), within(1e-9));
  }
}
