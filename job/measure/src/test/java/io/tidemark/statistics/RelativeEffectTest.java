package io.tidemark.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RelativeEffectTest {
  private static final int VECTORS = 10_000;

  @Test
  void isRelativeToA() {
    double[] a = {100, 102, 98, 101};
    double[] b = Arrays.stream(a).map(x -> 1.5 * x).toArray();
    RelativeEffect effect = RelativeEffect.of(a, b);
    assertThat(effect.effect()).isCloseTo(0.5, within(1e-9));
    // All 16 ratios lie between 98/102 and 102/98 times 1.5.
    assertThat(effect.low()).isCloseTo(1.5 * 98 / 102 - 1, within(1e-9));
    assertThat(effect.high()).isCloseTo(1.5 * 102 / 98 - 1, within(1e-9));
    assertThat(effect.showsDifference()).isTrue();
  }

  @Test
  void swappingTheSidesInvertsTheRatio() {
    double[] a = {100, 110, 105, 99};
    double[] b = {103, 120, 90, 111};
    RelativeEffect forth = RelativeEffect.of(a, b);
    RelativeEffect back = RelativeEffect.of(b, a);
    assertThat((1 + forth.effect()) * (1 + back.effect())).isCloseTo(1, within(1e-9));
    assertThat((1 + forth.low()) * (1 + back.high())).isCloseTo(1, within(1e-9));
    assertThat(forth.pValue()).isCloseTo(back.pValue(), within(1e-12));
  }

  @ParameterizedTest
  @CsvSource({"4, 4", "5, 5", "4, 5", "6, 6"})
  void claimsADifferenceInAtMostOneOfTwentyEqualPairs(int runsA, int runsB) {
    assertThat(claims(runsA, runsB)).isLessThanOrEqualTo(VECTORS / 20);
  }

  /**
   * U ≤ 13 on either side: 4.988 %, so near 5 % that 10,000 draws scatter around it (error 0.22 %).
   */
  @Test
  void eightAgainstEightUseUpTheWholeErrorRate() {
    assertThat(claims(8, 8)).isBetween(499 - 66, 499 + 66);
    // r − 1 is the largest U that shows a difference.
    assertThat(HodgesLehmann.rank(8, 8) - 1).isEqualTo(13);
  }

  /** Runs scatter by 3 %, with one in ten slowed down by a fifth, as on a shared machine. */
  private static int claims(int runsA, int runsB) {
    var random = new Random(20261121);
    int claims = 0;
    for (int vector = 0; vector < VECTORS; vector++) {
      RelativeEffect effect = RelativeEffect.of(runs(runsA, random), runs(runsB, random));
      claims += effect.showsDifference() ? 1 : 0;
    }
    return claims;
  }

  private static double[] runs(int n, Random random) {
    var runs = new double[n];
    for (int i = 0; i < n; i++) {
      double slow = random.nextInt(10) == 0 ? 0.8 : 1;
      runs[i] = 2e6 * slow * Math.exp(0.03 * random.nextGaussian());
    }
    return runs;
  }

  @Test
  void refusesWhatHasNoRatio() {
    double[] runs = {1, 2, 3, 4};
    assertThatThrownBy(() -> RelativeEffect.of(runs, new double[] {1, 2, 3, 0}))
        .hasMessageContaining("value=0.0, must be positive");
  }
}
