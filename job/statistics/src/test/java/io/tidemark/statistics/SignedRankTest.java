package io.tidemark.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignedRankTest {
  /** Hollander and Wolfe 1973, p. 29, as in the documentation of R's wilcox.test: V = 40. */
  private static final double[] DEPRESSION = {
    1.83 - 0.878,
    0.50 - 0.647,
    1.62 - 0.598,
    2.48 - 2.05,
    1.68 - 1.06,
    1.88 - 1.29,
    1.55 - 1.06,
    3.06 - 3.14,
    1.30 - 1.29
  };

  @Test
  void isThatOfHollanderAndWolfesPatients() {
    SignedRank test = SignedRank.of(DEPRESSION);
    assertThat(test.v()).isEqualTo(40);
    // One-sided 0.01953 in R.
    assertThat(test.pValue()).isCloseTo(2 * 0.01953, within(1e-5));
  }

  /** Their estimate and 96 % interval: 0.46, 0.010 to 0.786. */
  @Test
  void theShiftIsTheMedianOfAllMeansOfTwo() {
    Estimate shift = SignedRank.shift(DEPRESSION, 0.05);
    assertThat(shift.value()).isCloseTo(0.46, within(1e-3));
    assertThat(shift.low()).isCloseTo(0.010, within(1e-3));
    assertThat(shift.high()).isCloseTo(0.786, within(1e-3));
  }

  /** Tables of the test at two-sided 5 %: V ≤ 0 of 6, 3 of 8, 13 of 12, 52 of 20 pairs. */
  @ParameterizedTest
  @CsvSource({"5, -1", "6, 0", "8, 3", "12, 13", "20, 52"})
  void showsADifferenceUpToTheTablesValue(int pairs, int largest) {
    assertThat(SignedRank.rank(pairs, 0.05) - 1).isEqualTo(largest);
  }

  @Test
  void equalRunsShowNothing() {
    assertThat(SignedRank.of(new double[8]).pValue()).isEqualTo(1);
  }

  /** Six equal differences: 2 of 64 signs. */
  @Test
  void countsTies() {
    assertThat(SignedRank.of(new double[] {1, 1, 1, 1, 1, 1}).pValue())
        .isCloseTo(2 / 64.0, within(1e-12));
    assertThat(SignedRank.of(new double[] {1, 1, 1, 1, 1, -1}).pValue())
        .isCloseTo(2 * 7 / 64.0, within(1e-12));
  }
}
