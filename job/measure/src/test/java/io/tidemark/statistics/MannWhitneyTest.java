package io.tidemark.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Published values: R's {@code wilcox.test} examples and SciPy's {@code mannwhitneyu} page. */
class MannWhitneyTest {
  static final double[] R_X = {.80, .83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, .73, 1.46};
  static final double[] R_Y = {1.15, .88, .90, .74, 1.21};
  static final double[] SCIPY_X = {19, 22, 16, 29, 24};
  static final double[] SCIPY_Y = {20, 11, 17, 12};

  @Test
  void agreesWithR() {
    MannWhitney test = MannWhitney.of(R_X, R_Y);
    assertThat(test.u()).isEqualTo(35);
    assertThat(test.pValue()).isCloseTo(0.25441, within(1e-5));
    assertThat(test.exact()).isTrue();
  }

  @Test
  void agreesWithSciPy() {
    MannWhitney test = MannWhitney.of(SCIPY_X, SCIPY_Y);
    assertThat(test.u()).isEqualTo(17);
    assertThat(test.pValue()).isCloseTo(0.11111, within(1e-5));
    assertThat(MannWhitney.asymptotic(SCIPY_X, SCIPY_Y).pValue()).isCloseTo(0.111347, within(1e-6));
  }

  @ParameterizedTest
  @CsvSource({"3, 0.10", "4, 0.0285714", "5, 0.0079365"})
  void theSmallestPIsTwoOverTheNumberOfOrders(int runs, double smallest) {
    double[] low = IntStream.range(0, runs).asDoubleStream().toArray();
    double[] high = Arrays.stream(low).map(x -> x + runs).toArray();
    assertThat(MannWhitney.of(low, high).pValue()).isCloseTo(smallest, within(1e-6));
    assertThat(MannWhitney.of(high, low).pValue()).isCloseTo(smallest, within(1e-6));
  }

  /** Two of the ranks 1, 2.5, 2.5, 4 sum to 3.5, 3.5, 5, 5, 6.5 or 6.5: a third is as low. */
  @Test
  void isExactWithTies() {
    MannWhitney test = MannWhitney.of(new double[] {1, 2}, new double[] {2, 3});
    assertThat(test.u()).isEqualTo(0.5);
    assertThat(test.pValue()).isCloseTo(2.0 / 3, within(1e-12));
  }

  @Test
  void equalValuesShowNothing() {
    double[] same = {7, 7, 7, 7};
    assertThat(MannWhitney.of(same, same).pValue()).isEqualTo(1);
    assertThat(MannWhitney.asymptotic(same, same).pValue()).isEqualTo(1);
  }

  @Test
  void theApproximationTakesOverWhereItIsClose() {
    var random = new Random(3);
    double[] x = random.doubles(25).toArray();
    double[] y = random.doubles(25).map(v -> v + 0.15).toArray();
    MannWhitney exact = MannWhitney.of(x, y);
    assertThat(exact.exact()).isTrue();
    assertThat(MannWhitney.asymptotic(x, y).pValue()).isCloseTo(exact.pValue(), within(0.005));
    assertThat(MannWhitney.of(x, random.doubles(26).toArray()).exact()).isFalse();
  }

  @Test
  void refusesAnEmptySide() {
    assertThatThrownBy(() -> MannWhitney.of(SCIPY_X, new double[0])).hasMessageContaining("y=0");
    assertThatThrownBy(() -> MannWhitney.of(SCIPY_X, new double[] {Double.NaN}))
        .hasMessageContaining("no NaN");
  }
}
