package io.tidemark.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import org.hipparchus.distribution.continuous.NormalDistribution;
import org.junit.jupiter.api.Test;

class DetectableEffectTest {
  /** 6 pairs show a difference only if all differences are positive: Φ(δ)⁶ = 0.8, δ = 1.7934. */
  @Test
  void sixPairsMeetItsPower() {
    double shift = Math.log1p(DetectableEffect.of(0.03, 6, 0.05)) / 0.03;
    double each = new NormalDistribution().cumulativeProbability(shift);
    assertThat(Math.pow(each, 6)).isCloseTo(0.8, within(0.02));
  }

  /** Noether (1987), normal data: δ = (1.960 + 0.842)/√n/√0.955 for n pairs. */
  @Test
  void manyPairsApproachTheNormalFormula() {
    double shift = Math.log1p(DetectableEffect.of(0.01, 40, 0.05)) / 0.01;
    assertThat(shift)
        .isCloseTo((1.960 + 0.842) / Math.sqrt(40) / Math.sqrt(0.955), withPercentage(5));
  }

  @Test
  void fivePairsDetectNothing() {
    assertThat(DetectableEffect.of(0.03, 5, 0.05)).isInfinite();
  }

  /** Differences 3.9 and 4.1 in turn: variance 6·0.01 over 5 degrees of freedom. */
  @Test
  void takesTheSpreadOfThePairs() {
    double[] a = new double[6];
    double[] b = new double[6];
    for (int i = 0; i < 6; i++) {
      a[i] = Math.exp(i);
      b[i] = Math.exp(i + (i % 2 == 0 ? 3.9 : 4.1));
    }
    assertThat(DetectableEffect.of(a, b, 0.05))
        .isCloseTo(DetectableEffect.of(Math.sqrt(0.06 / 5), 6, 0.05), within(1e-9));
  }

  /** As many as show it: see above. */
  @Test
  void plansAsManyPairsAsShowTheEffect() {
    int pairs = DetectableEffect.pairsFor(0.05, 0.07, 0.05);
    assertThat(DetectableEffect.of(0.07, pairs, 0.05)).isCloseTo(0.05, withPercentage(5));
  }
}
