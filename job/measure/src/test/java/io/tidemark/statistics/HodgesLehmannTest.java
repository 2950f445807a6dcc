package io.tidemark.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class HodgesLehmannTest {
  @Test
  void agreesWithR() {
    Estimate shift = HodgesLehmann.of(MannWhitneyTest.R_X, MannWhitneyTest.R_Y);
    assertThat(shift.value()).isCloseTo(0.305, within(1e-9));
    assertThat(shift.low()).isCloseTo(-0.15, within(1e-9));
    assertThat(shift.high()).isCloseTo(0.76, within(1e-9));
  }

  @Test
  void isTheMedianOfAllDifferences() {
    assertThat(HodgesLehmann.of(MannWhitneyTest.SCIPY_X, MannWhitneyTest.SCIPY_Y).value())
        .isEqualTo(7);
  }

  @Test
  void threeAgainstThreeLeaveTheIntervalOpen() {
    Estimate shift = HodgesLehmann.of(new double[] {7, 8, 9}, new double[] {1, 2, 3});
    assertThat(shift.value()).isEqualTo(6);
    assertThat(shift.low()).isEqualTo(Double.NEGATIVE_INFINITY);
  }

  /** With 4 against 4 one order in 70 is the most extreme, two are too many: r = 1. */
  @Test
  void fourAgainstFourSpanAllDifferences() {
    Estimate shift = HodgesLehmann.of(new double[] {5, 6, 7, 8}, new double[] {1, 2, 3, 4});
    assertThat(shift).isEqualTo(new Estimate(4, 1, 7));
  }

  @Test
  void theIntervalExcludesZeroJustWhenTheTestShowsADifference() {
    var random = new Random(5);
    for (int set = 0; set < 500; set++) {
      double[] x = random.doubles(6).map(v -> v + 0.4).toArray();
      double[] y = random.doubles(7).toArray();
      assertThat(HodgesLehmann.of(x, y).contains(0))
          .isEqualTo(MannWhitney.of(x, y).pValue() > Estimate.ALPHA);
    }
  }

  /** 26 against 26: 338 − 1.96·√(676·53/12) = 230.9. */
  @Test
  void manyRunsUseTheNormalApproximation() {
    assertThat(HodgesLehmann.rank(26, 26)).isEqualTo(230);
  }
}
