package io.tidemark.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StabilityTest {
  @Test
  void theSteadyRateLeavesOutTheWarmUp() {
    double[] rates = new double[100];
    Arrays.fill(rates, 0, 20, 50);
    Arrays.fill(rates, 20, 100, 100);

    Stability stability = Stability.of(rates);

    assertThat(stability.seconds()).isEqualTo(100);
    assertThat(stability.warmUpSeconds()).isEqualTo(20);
    assertThat(stability.steady()).isEqualTo(100);
    assertThat(stability.mean()).isEqualTo(90);
  }

  @Test
  void aRateThatRisesAllAlongIsNeverSteady() {
    Stability stability = Stability.of(IntStream.range(0, 60).asDoubleStream().toArray());

    assertThat(stability.steady()).isNull();
    assertThat(stability.warmUpSeconds()).isNull();
    assertThat(stability.change().low()).isPositive();
  }

  @Test
  void secondsBelowATenthOfTheMedianAreStalled() {
    double[] rates = new double[200];
    Arrays.fill(rates, 100);
    Arrays.fill(rates, 100, 108, 9);
    Arrays.fill(rates, 150, 152, 11);

    Stability stability = Stability.of(rates);

    assertThat(stability.stalls()).isEqualTo(8 / 200.0);
    assertThat(stability.reachedIn95Percent()).isCloseTo(11 + 0.95 * 89, within(1e-9));
  }

  /** 90 and 110 in turn: deviation 10·√(60/59), mean 100; a level that moves adds nothing. */
  @Test
  void jitterIsThatWithinMinutes() {
    double[] rates =
        IntStream.range(0, 240)
            .mapToDouble(i -> (i % 2 == 0 ? 0.9 : 1.1) * (100 + i / 60))
            .toArray();

    assertThat(Stability.of(rates).microJitter())
        .isCloseTo(0.1 * Math.sqrt(60 / 59.0), within(1e-9));
  }

  @Test
  void aDeclineOfATenthIsFoundWithinItsInterval() {
    int found = 0;
    for (int seed = 0; seed < 100; seed++) {
      var random = new Random(seed);
      double[] rates =
          IntStream.range(0, 600)
              .mapToDouble(i -> 100 * (1 - 0.1 * i / 600) * (1 + 0.05 * random.nextGaussian()))
              .toArray();
      Estimate change = Stability.of(rates).change();
      // Of the last nine tenths, whose mean is 94.5.
      found += change.contains(-0.09 / 0.945) && change.high() < 0 ? 1 : 0;
    }
    assertThat(found).isGreaterThanOrEqualTo(88);
  }

  @Test
  void aRunOfHoursHasAPlotThatFitsAPage() {
    Stability stability = Stability.of(new double[3_601]);

    assertThat(stability.stepSeconds()).isEqualTo(16);
    assertThat(stability.rates()).hasSize(225);
  }

  @Test
  void ofAFewSecondsNothingIsSaid() {
    assertThatThrownBy(() -> Stability.of(new double[19]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("seconds=19, at least 20");
  }
}
