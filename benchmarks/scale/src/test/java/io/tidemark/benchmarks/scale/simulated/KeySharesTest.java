package io.tidemark.benchmarks.scale.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeySharesTest {
  /** The subtask with most key groups has ⌈720 ÷ p⌉ of them. */
  @ParameterizedTest
  @CsvSource({"240, 1", "360, 1", "400, 1.1111111", "500, 1.3888889", "719, 1.9972222", "720, 1"})
  void skewIsOfTheKeyGroupsThatDoNotDivide(int parallelism, double skew) {
    double[] shares = KeyShares.of(0, parallelism, new Random(1));
    assertThat(KeyShares.skew(shares)).isCloseTo(skew, within(1e-6));
    assertThat(Arrays.stream(shares).sum()).isCloseTo(1, within(1e-9));
  }

  /** n series over k subtasks: a mean of n/k, with a standard deviation of its square root. */
  @Test
  void fewSeriesAreSpreadAsChanceHasIt() {
    double[] shares = KeyShares.of(72_000, 360, new Random(3));
    double deviation =
        Math.sqrt(Arrays.stream(shares).map(s -> Math.pow(360 * s - 1, 2)).sum() / 360);
    assertThat(deviation).isCloseTo(1 / Math.sqrt(200), Percentage.withPercentage(12));
    assertThat(Arrays.stream(shares).sum()).isCloseTo(1, within(1e-9));
  }
}
