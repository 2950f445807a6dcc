package io.tidemark.size;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostFitTest {
  private static final double NOISE = 0.1;
  private static final Offset<Double> CLOSE = Offset.offset(1e-6);
  private static final int SEEDS = 1_000;

  /** Two loads, and more of them: what a load four times the largest will be measured to cost. */
  @ParameterizedTest
  @CsvSource({
    "2, 0", "2, 0.5", "2, 3", "3, 0", "3, 0.5", "6, 0.5", "6, 3",
  })
  void itsIntervalHoldsALargerLoadInAtLeast93Of100(int runs, double fixed) {
    int inside = 0;
    double width = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      var random = new Random(seed);
      var terms = new double[runs][];
      var costs = new double[runs];
      for (int run = 0; run < runs; run++) {
        double load = run % 2 == 0 ? 1 : 4;
        terms[run] = new double[] {load, 1};
        costs[run] = measured(fixed + load, random);
      }
      var cost = new CostFit(terms, costs, NOISE).of(new double[] {16, 1}, 4);
      inside += cost.value().contains(measured(fixed + 16, random)) ? 1 : 0;
      width += cost.value().high() / cost.value().value() - 1;
    }

    assertThat(inside / (double) SEEDS).isBetween(0.93, 0.999);
    assertThat(width / SEEDS).as("half of the interval, relative").isLessThan(1.2);
  }

  /** The runs differ by twice what is usual, and show it. */
  @Test
  void manyRunsWidenTheIntervalByTheirOwnNoise() {
    int inside = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      var random = new Random(seed);
      var terms = new double[20][];
      var costs = new double[20];
      for (int run = 0; run < 20; run++) {
        terms[run] = new double[] {run + 1, 1};
        costs[run] = measured(5 + run + 1, random);
      }
      var cost = new CostFit(terms, costs, NOISE / 2).of(new double[] {40, 1}, 2);
      inside += cost.value().contains(measured(5 + 40, random)) ? 1 : 0;
    }

    assertThat(inside / (double) SEEDS).isGreaterThan(0.92);
  }

  @Test
  void exactRunsGiveBackWhatTheyWereMadeOf() {
    var fit = new CostFit(new double[][] {{10, 1}, {40, 1}}, new double[] {7, 13}, NOISE);

    var cost = fit.of(new double[] {160, 1}, 4);

    // 5 + 0.2 · load
    assertThat(cost.value().value()).isCloseTo(37, CLOSE);
    assertThat(cost.told()).isTrue();
  }

  /** Either all of it is fixed, or none. */
  @Test
  void oneRunReachesFromAFixedCostToOneThatGrows() {
    var cost =
        new CostFit(new double[][] {{10, 1}}, new double[] {7}, NOISE).of(new double[] {40, 1}, 4);

    assertThat(cost.told()).isFalse();
    assertThat(cost.value().value()).isCloseTo(28, CLOSE);
    assertThat(cost.value().low()).isLessThan(7);
    assertThat(cost.value().high()).isGreaterThan(28);
  }

  /** Samples and series in one ratio: a load in that ratio is told, another is not. */
  @Test
  void whatGrowsTogetherIsToldOnlyTogether() {
    var fit = new CostFit(new double[][] {{10, 2}, {40, 8}}, new double[] {5, 20}, NOISE);

    assertThat(fit.of(new double[] {160, 32}, 4).told()).isTrue();
    assertThat(fit.of(new double[] {160, 32}, 4).value().value()).isCloseTo(80, CLOSE);
    var other = fit.of(new double[] {160, 2}, 4);
    assertThat(other.told()).isFalse();
    // 2.5 for each of the second: 5 in all.
    assertThat(other.value().low()).isLessThan(5);
    assertThat(other.value().high()).isGreaterThan(80);
  }

  /** It grows faster than in proportion, so that the line's interval alone would begin at 0. */
  @Test
  void aLargerLoadCostsNoLessThanASmallerOneDid() {
    var fit = new CostFit(new double[][] {{1, 1}, {4, 1}}, new double[] {90, 105}, 0.15);

    // 105 less 2.78 · 0.15 · √2 of it
    assertThat(fit.of(new double[] {16, 1}, 4).value().low()).isGreaterThan(43);
    assertThat(fit.of(new double[] {2, 1}, 4).value().low()).isLessThan(90);
  }

  @Test
  void noPartIsNegative() {
    var fit = new CostFit(new double[][] {{1, 1}, {4, 1}}, new double[] {1, 5}, NOISE);

    // A line would be 4/3 · load - 1/3: nothing at a quarter. In proportion it is 1 to 1.25 a load.
    assertThat(fit.of(new double[] {0.25, 1}, 1).value().value()).isBetween(0.25, 0.3125);
    assertThat(fit.of(new double[] {0.25, 1}, 1).value().low()).isNotNegative();
  }

  @Test
  void aColumnOfZerosIsNoCost() {
    var fit = new CostFit(new double[][] {{1, 0}, {4, 0}}, new double[] {2, 8}, NOISE);

    assertThat(fit.of(new double[] {8, 0}, 2).value().value()).isCloseTo(16, CLOSE);
  }

  @Test
  void theIntervalGrowsWithTheDistance() {
    var fit = new CostFit(new double[][] {{1, 1}, {4, 1}}, new double[] {2, 5}, NOISE);

    double[] halves =
        Arrays.stream(new double[] {1, 10, 100})
            .map(times -> fit.of(new double[] {4, 1}, times).value().high())
            .toArray();

    assertThat(halves).isSorted();
    assertThat(halves[2]).isGreaterThan(halves[0] * 1.05);
  }

  private static double measured(double truth, Random random) {
    return truth * Math.exp(NOISE * random.nextGaussian());
  }
}
