package io.tidemark.ab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class RunOrderTrendTest {
  /** Kendall's table: S = 6 of 4 values has probability 1/24, S ≥ 8 of 5 values 5/120. */
  @Test
  void isKendallsTestForOneSide() {
    assertThat(RunOrderTrend.of(new double[] {1, 2, 3, 4}).pValue())
        .isCloseTo(2 / 24.0, within(1e-12));
    RunOrderTrend nearly = RunOrderTrend.of(new double[] {1, 2, 3, 5, 4});
    assertThat(nearly.score()).isEqualTo(8);
    assertThat(nearly.pValue()).isCloseTo(2 * 5 / 120.0, within(1e-12));
  }

  /** Both rise all the time: one order of 24 each, and the one that falls. */
  @Test
  void sumsOverTheSidesWhateverTheirDifference() {
    RunOrderTrend trend =
        RunOrderTrend.of(new double[] {1, 2, 3, 4}, new double[] {91, 92, 93, 94});
    assertThat(trend.score()).isEqualTo(12);
    assertThat(trend.strongest()).isEqualTo(12);
    assertThat(trend.pValue()).isCloseTo(2 / 576.0, within(1e-12));
    assertThat(trend.showsTrend()).isTrue();
  }

  @Test
  void aDifferenceBetweenTheSidesIsNoTrend() {
    RunOrderTrend trend =
        RunOrderTrend.of(new double[] {2, 1, 4, 3}, new double[] {94, 92, 91, 93});
    // 4 of 6 rise and 2 fall; 2 rise and 4 fall.
    assertThat(trend.score()).isZero();
    assertThat(trend.pValue()).isCloseTo(1, within(1e-12));
  }

  @Test
  void equalResultsShowNoTrend() {
    double[] same = {5, 5, 5, 5};
    assertThat(RunOrderTrend.of(same, same).pValue()).isCloseTo(1, within(1e-12));
  }

  @Test
  void claimsATrendInAtMostOneOfAHundredSteadyComparisons() {
    var random = new Random(9);
    int claims = 0;
    for (int i = 0; i < 10_000; i++) {
      claims +=
          RunOrderTrend.of(random.doubles(8).toArray(), random.doubles(8).toArray()).showsTrend()
              ? 1
              : 0;
    }
    // 1 %, and twice the error of so many draws.
    assertThat(claims).isLessThanOrEqualTo(120);
  }

  /** Each side rises by 4 % from run to run, so neighbouring runs of two sides are 2 % apart. */
  @Test
  void explainsAtMostWhatLiesBetweenTwoRuns() {
    double[] a = {100, 104, 108.16, 112.4864, 116.9859, 121.6653};
    RunOrderTrend trend = RunOrderTrend.of(a, a);
    assertThat(trend.perRun()).isCloseTo(Math.log(1.04) / 2, within(1e-6));
    assertThat(trend.couldExplain(0.03)).isTrue();
    assertThat(trend.couldExplain(-0.03)).isTrue();
    assertThat(trend.couldExplain(-0.82)).isFalse();
  }
}
