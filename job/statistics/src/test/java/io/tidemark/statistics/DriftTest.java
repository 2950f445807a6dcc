package io.tidemark.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DriftTest {
  /** 108 of 120 are left, from 112 to 219: 27 parts of four, whose line rises by 108 in all. */
  @Test
  void aLineRisesByItsLengthOverItsMean() {
    double[] rising = IntStream.range(0, 120).mapToDouble(i -> 100 + i).toArray();

    Estimate drift = Drift.afterTheFirstTenth(rising);

    assertThat(drift.value()).isCloseTo(108 / 165.5, within(1e-12));
    assertThat(drift.high() - drift.low()).isCloseTo(0, within(1e-6));
  }

  /** Mean 5; products −1·−4 + 0·2 + 1·2 = 6 over squares 1 + 0 + 1 = 2. */
  @Test
  void eachStepRisesByTheSlopeOfTheLeastSquaresLine() {
    assertThat(Drift.ofEachStep(new double[] {1, 7, 7})).isCloseTo(3, within(1e-12));
  }

  @Test
  void whatHappensInTheFirstTenthIsNoDrift() {
    double[] warmedUp = IntStream.range(0, 120).mapToDouble(i -> i < 12 ? i : 50).toArray();

    assertThat(Drift.afterTheFirstTenth(warmedUp)).isEqualTo(new Estimate(0, 0, 0));
    assertThat(Drift.afterTheFirstTenth(new double[20])).isEqualTo(new Estimate(0, 0, 0));
  }

  /** 95 of 100 intervals around what does not change hold 0: of 400, 380 ± 3 × 4.4. */
  @Test
  void theIntervalHoldsWhatIsTrue() {
    var random = new SplittableRandom(1);
    long right =
        IntStream.range(0, 400)
            .mapToObj(
                run -> IntStream.range(0, 120).mapToDouble(i -> 9 + random.nextDouble()).toArray())
            .map(Drift::afterTheFirstTenth)
            .filter(drift -> drift.contains(0))
            .count();

    assertThat(right).isBetween(367L, 393L);
  }
}
