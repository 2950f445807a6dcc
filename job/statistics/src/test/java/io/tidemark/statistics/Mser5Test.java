package io.tidemark.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class Mser5Test {
  /** Batch means 20, 70, then 100.4 and 99.6 in turn: 6·0.4²/6² = 0.02667 once two are dropped. */
  @Test
  void dropsTheTwoBatchesOfTheWarmUp() {
    DoubleStream level =
        IntStream.range(0, 3)
            .mapToObj(i -> DoubleStream.of(100, 101, 99, 100, 102, 98, 100, 101, 99, 100))
            .flatMapToDouble(s -> s);
    DoubleStream rise = IntStream.range(0, 10).mapToDouble(i -> 10 * i);
    Mser5 mser = Mser5.of(DoubleStream.concat(rise, level).toArray());
    assertThat(mser.warmupBatches()).isEqualTo(2);
    assertThat(mser.warmupObservations()).isEqualTo(10);
    assertThat(mser.statistic()).isCloseTo(0.0266667, within(1e-7));
    assertThat(mser.steady()).isTrue();
  }

  /**
   * A straight line: the statistic, about (k−d)/12 of the squared slope, falls up to the last d
   * allowed.
   */
  @Test
  void aMinimumAtTheBoundaryIsNotSteady() {
    Mser5 mser = Mser5.of(IntStream.range(0, 50).asDoubleStream().toArray());
    assertThat(mser.warmupBatches()).isEqualTo(5);
    assertThat(mser.steady()).isFalse();
  }

  /**
   * The level rises from 0 to 1 after 11 of 20 batches: 4.95/20² for d = 0, 0.9/10² for d = 10, and
   * nothing for d = 11, which is too many.
   */
  @Test
  void neverDropsMoreThanHalf() {
    double[] late = new double[100];
    Arrays.fill(late, 55, 100, 1);
    Mser5 mser = Mser5.of(late);
    assertThat(mser.warmupBatches()).isEqualTo(10);
    assertThat(mser.statistic()).isCloseTo(0.009, within(1e-12));
    assertThat(mser.steady()).isFalse();
  }

  /** The mean of ten values of 0.1 is not quite that of five, so rounding alone would reach k/2. */
  @Test
  void aConstantIsSteadyFromTheStart() {
    double[] constant = new double[50];
    Arrays.fill(constant, 0.1);
    Mser5 mser = Mser5.of(constant);
    assertThat(mser.warmupBatches()).isZero();
    assertThat(mser.steady()).isTrue();
  }

  @Test
  void nineObservationsAreTooFew() {
    assertThatThrownBy(() -> Mser5.of(new double[9]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("observations=9, at least 10");
  }
}
